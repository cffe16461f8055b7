import { describe, expect, it } from 'vitest'
import { unlisted } from '../../src/checks/index-drift.ts'
import { runChecks } from '../../src/checks/registry.ts'
import { sha256 } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { planSchema } from '../../src/plan/schema.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import { openStore, rootId, type Store } from '../../src/store/store.ts'
import { analyse, uniqueSentences } from '../../src/text/analysed.ts'
import { firstHeadingOrSentence, indexLine, parseIndex } from '../../src/text/index-file.ts'
import { makeLinkResolver } from '../../src/text/links.ts'
import { parseMemory, readFrontmatter, setFrontmatterField } from '../../src/text/memory-file.ts'
import { findReferences } from '../../src/text/references.ts'
import { findSecrets } from '../../src/text/secrets.ts'
import { cutAtWord, showText } from '../../src/text/text.ts'
import { differingValues } from '../../src/text/values.ts'
import { significantWords } from '../../src/text/words.ts'
import { SimDisk } from '../../torture/sim-disk.ts'
import { atLevel } from '../level.ts'
import { policy } from '../pipeline/place.ts'
import { makeWorld } from '../plan/snapshot-of.ts'
import { seed } from '../seed.ts'
import { change, record } from '../store/stores.ts'
import { BACKWARD, repeated, SECRET_UNITS, UNITS } from './inputs.ts'

/** Ten times the input may cost at most twenty times as much, by the median of five. */
const MOST = 20
const RUNS = 5
/** Microseconds: what ten times as much may cost twenty times of, and nobody waits for either. */
const NOTHING = 3000

type Reader = (text: string) => unknown

/** Processor time in microseconds, so that a busy machine counts for less. */
function cost(read: Reader, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function median(costs: readonly number[]): number {
  return costs.toSorted((a, b) => a - b)[Math.floor(costs.length / 2)]!
}

/** What one of ten costs, so that the collector of garbage has its share on both sides. */
function smallCost(read: Reader, text: string): number {
  const all = cost(text => Array.from({ length: 10 }, () => read(text)), text)
  return Math.max(all / 10, NOTHING)
}

function ratio(read: Reader, small: string, big: string): number {
  const runs = Array.from({ length: RUNS }, () => [cost(read, big), smallCost(read, small)] as const)
  return median(runs.map(([big]) => big)) / median(runs.map(([, small]) => small))
}

/** One look is enough where it says linear; else the median decides, three times where the machine is busy. */
function isSlow(read: Reader, make: (length: number) => string, large: number): boolean {
  const [small, big] = [make(large / 10), make(large)]
  const once = cost(read, big)
  if (once <= MOST * NOTHING || once / smallCost(read, small) <= MOST) return false
  return [1, 2, 3].every(() => ratio(read, small, big) > MOST)
}

const asMemory = (text: string) =>
  parseMemory({ file: fileName('a.md'), hash: '', size: 0, modified: 0, text })

const MEGABYTE = 1_000_000

/** Read as the whole of a file of Dream's own state. */
function asState(name: string, look: (store: Store) => unknown): Reader {
  return text => {
    const disk = new SimDisk({ now: () => 0 })
    disk.plantDir('/state')
    const store = openStore(disk.connect(), '/state', '/notes')
    disk.plant(`/state/${rootId('/notes')}/${name}`, text)
    return look(store)
  }
}

interface Reading {
  readonly read: Reader
  readonly large: number
}

const READERS: Readonly<Record<string, Reading>> = {
  'a memory': { read: asMemory, large: MEGABYTE },
  'a code span': { read: text => findReferences(undefined, `\`\`\`\`${text}\`\`\`\``), large: MEGABYTE / 4 },
  'fenced code': { read: text => findReferences(undefined, `~~~\n${text}\n~~~\n`), large: MEGABYTE / 4 },
  'a description': { read: text => findReferences(text, ''), large: MEGABYTE / 4 },
  'an index': { read: text => unlisted(parseIndex(text, '', 0, true).lines, []), large: MEGABYTE },
  'an entry of an index': {
    read: text => [parseIndex(`- [${text}`, '', 0, true), parseIndex(`- [a](${text}`, '', 0, true)],
    large: MEGABYTE / 4,
  },
  'a line for an index': {
    read: text =>
      indexLine(
        { file: fileName('a.md'), name: text, description: text, fallback: firstHeadingOrSentence(text) },
        ' — ',
      ),
    large: 60_000,
  },
  words: { read: text => [significantWords(text), significantWords(text, 'seed')], large: MEGABYTE / 4 },
  'text to show': { read: text => cutAtWord(showText(text), text.length), large: MEGABYTE / 4 },
  sentences: { read: text => uniqueSentences(analyse(text), analyse(`${text}z`)), large: MEGABYTE / 10 },
  values: { read: text => differingValues(analyse(text), analyse(`${text} 42`)), large: MEGABYTE / 20 },
  // A frontmatter longer than 64 KB is never read, and so no name or description is longer.
  frontmatter: {
    read: text => {
      const source = `---\nname: a\n${text}\n---\n`
      return [readFrontmatter(source), setFrontmatterField(source, ['metadata', 'modified'], 'now')]
    },
    large: 60_000,
  },
  'a name': { read: text => makeLinkResolver([{ file: fileName('a.md'), name: text }])(text), large: 60_000 },
  'a history': { read: asState('history.jsonl', fsckStore), large: MEGABYTE },
  'an intent': { read: asState('journal/r1.intent.json', store => store.writeLog.open()), large: MEGABYTE },
  'a plan': {
    read: text => planSchema.safeParse({ format: 'dream-plan', version: 1, rules: text, folders: [text] }),
    large: MEGABYTE,
  },
}

/** Some of the inputs, others each run. */
const EVERY = atLevel({ quick: 16, slow: 1 })
const slice = <Input>(inputs: readonly Input[]): readonly Input[] =>
  inputs.filter((_, at) => at % EVERY === seed % EVERY)

describe.each(Object.entries(READERS))('ten times as much of %s', (_, { read, large }) => {
  it(`costs at most twenty times as much (DREAM_SEED=${seed})`, () => {
    const makers = [
      ...UNITS.map(unit => [[unit], (length: number) => repeated(unit, length)] as const),
      ...BACKWARD.map(
        parts => [parts, (length: number) => parts.map(part => repeated(part, length / 2)).join('')] as const,
      ),
    ]
    const slow = slice(makers)
      .filter(([, make]) => isSlow(read, make, large))
      .map(([parts]) => parts)
    expect(slow).toEqual([])
  })
})

it('ten times as many runs in history, none of whose bytes are there, cost at most twenty times as much', () => {
  const disk = new SimDisk({ now: () => 0 })
  disk.plantDir('/state')
  const written = openStore(disk.connect(), '/state', '/notes')
  for (let run = 0; run < 300; run += 1) {
    written.log.append(record(`r${run}`, { changes: [change('a.md', sha256(`${run}`))] }))
  }
  const file = disk.look(`/state/${rootId('/notes')}/history.jsonl`)
  if (file?.kind !== 'file') throw new Error('there is no history')
  const text = file.now.bytes.toString()
  expect(isSlow(asState('history.jsonl', fsckStore), length => text.slice(0, length), text.length)).toBe(
    false,
  )
})

it('ten times as many folders in a plan cost at most twenty times as much', () => {
  const folder = JSON.stringify({ root: '/a', label: 'a', layout: 'index', actions: [], proposals: [] })
  const read: Reader = text => planSchema.safeParse(JSON.parse(text))
  const make = (length: number) =>
    `{"format":"dream-plan","version":1,"rules":"careful","folders":[${repeated(`${folder},`, length).replace(/\}[^}]*$/, '}')}]}`
  expect(isSlow(read, make, MEGABYTE)).toBe(false)
})

it('ten times as much in a folder costs its checks and its plan at most twenty times as much', () => {
  const check: Reader = text => {
    const body = (end: string) => `${text}\n${end}\n`
    const about = { name: 'the same subject', description: 'here', type: 'project' }
    const snapshot = makeWorld({
      notes: {
        'a.md': { ...about, body: body('one'), day: 1 },
        'b.md': { ...about, body: body('two'), day: 2 },
        'c.md': { text: `---\nname: ${text.slice(0, 1000)}\n---\n${text}`, body: '' },
      },
      index: `- [a](a.md) — ${text}\n${text}`,
    })
    return [runChecks(snapshot, 'seed'), planFolder(snapshot, policy())]
  }
  const slow = slice(UNITS).filter(unit => isSlow(check, length => repeated(unit, length), 50_000))
  expect(slow).toEqual([])
})

it('D33 ten times as much of what begins like a secret costs at most twenty times as much', () => {
  const parts = slice([...SECRET_UNITS, ...UNITS])
  const slow = parts.filter(unit => isSlow(findSecrets, length => repeated(unit, length), MEGABYTE / 4))
  expect(slow).toEqual([])
})

it('a quadratic reader is caught', () => {
  const quadratic: Reader = text => {
    let found = 0
    for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
      if (text.lastIndexOf(')', at) !== -1) found++
    }
    return found
  }
  expect(ratio(quadratic, repeated('(', 8000), repeated('(', 80_000))).toBeGreaterThan(MOST)
})

it.each(slice(['[[', '](', '`', '- ', 'a/', '(', '中文', '\\', '\t', 'AbCd']))(
  'one line of 10 MB of %j is read',
  unit => {
    const text = repeated(unit, 10_000_000)
    const memory = asMemory(text)
    expect(memory.head.length + memory.body.length).toBe(text.length)
    expect(memory.references.length).toBeLessThanOrEqual(500)
    const index = parseIndex(text, '', 0, true)
    expect(index.lines.map(line => line.text).join('').length).toBe(text.length)
  },
)
