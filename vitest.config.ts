import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { LargeLast } from './test/large-last.ts'
import { LEVELLED, LONG, NODES, REST, STORAGE } from './test/sets.ts'
import { SkippedReporter } from './test/skipped-reporter.ts'

type Settings = NonNullable<ViteUserConfig['test']>

/** Files of src/disk that look at users' projects and write nothing. */
const READ_ONLY = ['index.ts', 'place.ts']

/** What stands between a user's bytes and the disk: every branch of it is run by a test, or the suite fails. */
const STORAGE_CODE = [
  ...sourcesIn('src/store'),
  ...sourcesIn('src/disk').filter(path => !READ_ONLY.includes(path.slice('src/disk/'.length))),
  ...sourcesIn('src/state', 'cache.ts'),
  ...sourcesIn('src/model', 'file-name.ts'),
]

/** The files of a folder, or these of them. A demand on a file that is not there any more would be none. */
function sourcesIn(folder: string, ...names: readonly string[]): string[] {
  const there = readdirSync(folder).filter(name => name.endsWith('.ts'))
  const missing = names.filter(name => !there.includes(name))
  if (there.length === 0 || missing.length > 0)
    throw new Error(`the coverage that is demanded of ${folder} matches nothing: ${missing.join(', ')}`)
  return (names.length === 0 ? there : names).map(name => `${folder}/${name}`)
}

const EVERYTHING: Settings = { include: ['test/**/*.test.ts'] }

/** Everything for `npx vitest run test/plan`, and for knip in modes of its own; the others are those of `package.json`. */
const MODES: Readonly<Record<string, Settings>> = {
  test: EVERYTHING,
  development: EVERYTHING,
  production: EVERYTHING,
  rest: { include: REST },
  storage: {
    include: STORAGE,
    coverage: {
      enabled: true,
      provider: 'v8',
      include: STORAGE_CODE,
      reporter: [['text', { skipFull: true }], 'lcovonly'],
      thresholds: Object.fromEntries(STORAGE_CODE.map(path => [path, { branches: 100 }])),
    },
  },
  slow: {
    include: [...new Set([...LEVELLED, ...LONG])],
    env: { DREAM_TESTS: 'slow' },
    testTimeout: 1_800_000,
  },
  nodes: { include: NODES },
}

export default defineConfig(({ mode }) => {
  const own = MODES[mode]
  if (own === undefined) throw new Error(`no such mode of the tests: ${mode}`)
  return {
    test: {
      // The sources are loaded once for many files, so neither they nor a helper may keep anything from test to test.
      isolate: false,
      sequence: { sequencer: LargeLast },
      globalSetup: 'test/global-setup.ts',
      setupFiles: 'test/setup.ts',
      maxWorkers: Math.max(2, availableParallelism()),
      // The last guard against what hangs; how fast a machine is decides nothing.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 60_000 } },
      reporters: mode === 'test' ? ['default'] : ['default', new SkippedReporter()],
      ...own,
    },
  }
})
