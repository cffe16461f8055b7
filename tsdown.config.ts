import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { bin: 'src/bin.ts', 'dream-tools': 'src/tools-bin.ts', index: 'src/index.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  clean: true,
  fixedExtension: false,
  outputOptions: { chunkFileNames: 'parts/[name]-[hash].js' },
})
