import { ROOMS } from './architecture/rooms.ts'
import {
  exportsOf,
  functionsOf,
  isCatalogue,
  readSources,
  type Source,
  shapesOf,
} from './architecture/sources.ts'
import { filesEntered } from './architecture/traced-run.ts'

// Measures the shape of src against docs/design.md, prints every figure, and fails where one is missed.

const MOST_LINES = 44_000
const MOST_OF_BUDGET = 1.2
const MOST_ENTERED = 110
const MOST_EXPORTS = 45

/** The classes of the first design, which stay part of the API beside what counts. */
const SEED_CLASSES =
  /^(?:CCB(?:Reader|Consolidator|ToMAGMARefiner)|Magma(?:Adapter)|MAGMAConsolidator|CrossSystem(?:Interop|Retriever)|ConsistencyChecker|ConflictArbiter|MemoryVersioning|ExpirationHandler|ExtractorAgent|RefinerAgent|ConsolidationLock|IntelligentRouter|IntentClassifier|MemoryFusion)$/

const missed: string[] = []

function figure(name: string, value: number | string, limit?: number): void {
  const isMissed = limit !== undefined && Number(value) > limit
  if (isMissed) missed.push(`${name}: ${value}, at most ${limit}`)
  console.log(
    `${isMissed ? '✗' : '✓'} ${name.padEnd(46)} ${value}${limit === undefined ? '' : ` (at most ${limit})`}`,
  )
}

function list(name: string, found: readonly string[]): void {
  figure(name, found.length, 0)
  for (const each of found.slice(0, 12)) console.log(`    ${each}`)
}

const sources = readSources()
const counted = sources.filter(source => !isCatalogue(source))
const sum = (some: readonly Source[]): number => some.reduce((lines, each) => lines + each.lines, 0)

function rooms(): void {
  const known = new Set(Object.values(ROOMS).flatMap(({ parts }) => parts))
  list(
    'files outside of every room',
    sources.filter(({ room }) => !known.has(room)).map(({ path }) => path),
  )
  for (const [name, { parts, budget, when }] of Object.entries(ROOMS)) {
    const own = counted.filter(({ room }) => parts.includes(room))
    const words = `${name}: lines in ${own.length} files, budget ${budget}`
    if (when === 'now') figure(words, sum(own), Math.round(budget * MOST_OF_BUDGET))
    else figure(`${words}, later`, sum(own))
  }
  figure('lines of src', sum(counted), MOST_LINES)
}

function sizes(): void {
  const lines = counted.map(each => each.lines).sort((a, b) => a - b)
  const at = (share: number): number => lines[Math.floor(lines.length * share)]!
  figure('files', lines.length)
  figure('median file', at(0.5), 130)
  figure('p90 file', at(0.9), 280)
  list(
    'files over 500 lines',
    counted.filter(each => each.lines > 500).map(({ path, lines: n }) => `${path} ${n}`),
  )
  const long = sources.flatMap(functionsOf).filter(each => each.lines > 80)
  list(
    'functions over 80 lines',
    long.map(({ name, lines: n }) => `${name} ${n}`),
  )
}

function concepts(): void {
  const indexes = sources.filter(({ path }) => /^[^/]+\/index\.ts$/.test(path))
  const byName = new Map<string, string[]>()
  for (const index of indexes)
    for (const { name, isType } of exportsOf(index, sources))
      if (!isType) byName.set(name, [...(byName.get(name) ?? []), index.room])
  const twice = [...byName].filter(([, own]) => own.length > 1)
  list(
    'functions of one name exported by two rooms',
    twice.map(([name, own]) => `${name}: ${own.join(', ')}`),
  )
  const byShape = new Map<string, string[]>()
  for (const { name, shape } of sources.flatMap(shapesOf))
    byShape.set(shape, [...(byShape.get(shape) ?? []), name])
  list(
    'exported types with the same fields',
    [...byShape.values()].filter(own => own.length > 1).map(own => own.join(' = ')),
  )
  const store = indexes.find(({ room }) => room === 'store')!
  const writers = exportsOf(store, sources).filter(({ name }) =>
    /^(?:applyActions|applyAndRepair|transact|takeLease)/.test(name),
  )
  list(
    'ways to write besides store.commit',
    writers.map(({ name }) => name),
  )
  const chinese = sources.filter(
    ({ path, text }) => !path.startsWith('languages/zh') && /\p{Script=Han}/u.test(text),
  )
  list(
    'files with Chinese outside of languages/zh',
    chinese.map(({ path }) => path),
  )
}

function api(): void {
  const index = sources.find(({ path }) => path === 'index.ts')!
  const values = exportsOf(index, sources).filter(({ name, isType }) => !isType && !SEED_CLASSES.test(name))
  figure('exports besides the classes of the first design', values.length, MOST_EXPORTS)
}

rooms()
sizes()
concepts()
api()
figure('files entered by a run over five notes', (await filesEntered()).length, MOST_ENTERED)
if (missed.length > 0) {
  console.log(`\n${missed.length} missed:\n${missed.map(each => `  ${each}`).join('\n')}`)
  process.exitCode = 1
}
