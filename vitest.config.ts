import { defineConfig } from 'vitest/config'

/** What stands between a user's bytes and the disk: every branch of it is run by a test, or the suite fails. */
const STORAGE = [
  'src/disk/{cache-file,dir,process,sys,text-file,tree}.ts',
  'src/history/{decisions,fsck,journal,lines,log,objects,purged,shapes,store,sum}.ts',
  'src/apply/{folder,lock,step,strays,transaction,trash}.ts',
  'src/memory/{file-name,stored-name}.ts',
]

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: STORAGE,
      reporter: [['text', { skipFull: true }], 'lcovonly'],
      thresholds: { branches: 100, perFile: true },
    },
  },
})
