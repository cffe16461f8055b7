import { readdirSync, readFileSync } from 'node:fs'

/** Which test files run together; `vitest.config.ts` has what is done with them. Paths below the checkout. */
const ALL = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.test.ts'))
  .map(path => `test/${path}`)
  .sort()

/** Those that try more at another level. */
export const LEVELLED = ALL.filter(path => /from '(?:\.\.\/)+level\.ts'/.test(readFileSync(path, 'utf8')))

/**
 * What takes long and repeats through whole processes, repositories or builds what a shorter test shows already. `npm test`
 * leaves it to `npm run test:slow`; `npm run test:all` and `.ci/run` have both.
 */
const LONG_NAMES: Readonly<Record<string, readonly string[]>> = {
  agents: ['box/escapes'],
  architecture: ['contributing', 'languages', 'new-check', 'new-source'],
  automation: ['year'],
  bench: ['generate'],
  cli: ['sessions'],
  commands: ['versions', 'builds'],
  docs: ['examples'],
  golden: ['agents', 'commands', 'hits', 'journals-data', 'plans-data'],
  hostile: ['fuzz', 'linear', 'escapes'],
  journal: ['quarter'],
  mcp: ['docs', 'hostile', 'inspector', 'lasting'],
  pipeline: ['growth', 'real-folders', 'search-check'],
  plan: ['uncertain'],
  plugin: ['bundle', 'claude'],
  project: ['word-stamp'],
  review: ['journal-loss', 'mcp-agents'],
  setup: ['real-agents'],
  store: ['commit'],
  team: ['server'],
  vault: ['two-processes'],
  web: ['page'],
}
export const LONG = Object.entries(LONG_NAMES).flatMap(([room, names]) =>
  names.map(name => `test/${room}/${name}.test.ts`),
)
const missing = LONG.filter(path => !ALL.includes(path))
if (missing.length > 0) throw new Error(`no such tests: ${missing.join(', ')}`)

/**
 * What shows that the code between a user's bytes and the disk is right, every branch of it, and needs no luck. What plays
 * whole commands is not among it: it reaches branches by the way.
 */
export const STORAGE = ALL.filter(
  path =>
    (/^test\/(?:disk|store)\/(?!again\.|commit\.)/.test(path) &&
      !LEVELLED.includes(path) &&
      !LONG.includes(path)) ||
    path === 'test/model/names.test.ts',
)

export const REST = ALL.filter(path => !STORAGE.includes(path) && !LONG.includes(path))

/** What may differ from one version of Node to the next: files, processes, the whole command line. */
const CORE = /^test\/(?:cli|config|disk|model|plan|project|report|sources|store|text)\//
export const NODES = ALL.filter(
  path =>
    (CORE.test(path) && !/\/(?:crowd|faults|harnesses|hostile|kill|variants|flips)\./.test(path)) ||
    /^test\/(?:automation\/(?:gates|tick)|commands\/library|journal\/one-transaction|pipeline\/first-run|vault\/adapter)\.test\.ts$/.test(
      path,
    ),
)

/**
 * What leaves a process large that has run it. To start a process costs more the larger the one is that starts it, and most
 * of the other tests start git again and again.
 */
export const LARGE = ALL.filter(path =>
  /^test\/(?:agents\/(?:box\/(?:agent|tools)|hostile-models)|architecture\/|automation\/year|bench\/|checks\/|commands\/telling|golden\/(?:hits|journals-data)|hostile\/(?:fuzz|linear)|journal\/|pipeline\/(?:growth|real-folders|search-check)|plan\/|search\/|sources\/(?:reading|real)|store\/(?!commit\.)|text\/)/.test(
    path,
  ),
)
