import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { bin: 'src/bin.ts', 'dream-tools': 'src/tools-bin.ts', index: 'src/index.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  clean: true,
  // Importing a room's index loads only what is used of it.
  treeshake: { moduleSideEffects: false },
  fixedExtension: false,
  outputOptions: {
    chunkFileNames: 'parts/[name]-[hash].js',
    // `--version`, a hook and a plain run each open one file for all that they share, instead of one for every few modules.
    codeSplitting: {
      groups: [
        { name: 'version', test: /src[\\/]version\.ts$/, priority: 3 },
        { name: 'hook', test: /src[\\/]automation[\\/]hook\.ts$/, priority: 2 },
        { name: 'run', test: /src[\\/]pipeline[\\/]pipeline\.ts$/, priority: 1 },
      ],
    },
  },
})
