import { describe, expect, it } from 'vitest'
import { runChecks } from '../../src/checks/all.ts'
import { unlisted } from '../../src/checks/index-lines.ts'
import { fileName } from '../../src/memory/file-name.ts'
import { readFrontmatter } from '../../src/memory/frontmatter.ts'
import { setFrontmatterField } from '../../src/memory/frontmatter-edit.ts'
import { firstHeadingOrSentence, indexLine, parseIndex } from '../../src/memory/index-file.ts'
import { makeLinkResolver } from '../../src/memory/links.ts'
import { parseMemory } from '../../src/memory/parse.ts'
import { findReferences } from '../../src/memory/references.ts'
import { uniqueSentences } from '../../src/memory/sentences.ts'
import { cutAtWord, showText } from '../../src/memory/text.ts'
import { differingValues } from '../../src/memory/values.ts'
import { seedWords, significantWords } from '../../src/memory/words.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { policy } from '../../test/night/place.ts'
import { makeWorld } from '../../test/plan/world.ts'
import { BACKWARD, repeated, UNITS } from './inputs.ts'

/** Ten times the input may cost at most twenty times as much. */
const MOST = 20
const RUNS = 5

type Reader = (text: string) => unknown

/** Processor time, so that a busy machine does not count. */
function cost(read: Reader, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function median(costs: readonly number[]): number {
  return costs.toSorted((a, b) => a - b)[Math.floor(costs.length / 2)]!
}

/** What one of ten costs, so that the collector of garbage has its share on both sides; below a millisecond nobody waits. */
function smallCost(read: Reader, text: string): number {
  const all = cost(text => Array.from({ length: 10 }, () => read(text)), text)
  return Math.max(all / 10, 1000)
}

/** One look is enough where it says linear; else the median of five decides. */
function ratio(read: Reader, make: (length: number) => string, large: number): number {
  const [small, big] = [make(large / 10), make(large)]
  const once = cost(read, big) / smallCost(read, small)
  if (once <= MOST) return once
  const runs = Array.from({ length: RUNS }, () => [cost(read, big), smallCost(read, small)] as const)
  return median(runs.map(([big]) => big)) / median(runs.map(([, small]) => small))
}

/** Many small objects cost more to keep than few; whether that grows on shows when the input is doubled once more. */
function isSlow(read: Reader, make: (length: number) => string, large: number): boolean {
  if (ratio(read, make, large) <= MOST) return false
  const costs = (text: string) => median(Array.from({ length: 3 }, () => cost(read, text)))
  return costs(make(large * 2)) / costs(make(large)) > 3
}

const asMemory = (text: string) =>
  parseMemory({ file: fileName('a.md'), hash: '', size: 0, modified: 0, text })

const MEGABYTE = 1_000_000

const READERS: Readonly<Record<string, { read: Reader; large: number }>> = {
  'a memory': { read: asMemory, large: MEGABYTE },
  'a code span': { read: text => findReferences(undefined, `\`\`\`\`${text}\`\`\`\``), large: MEGABYTE },
  'fenced code': { read: text => findReferences(undefined, `~~~\n${text}\n~~~\n`), large: MEGABYTE },
  'a description': { read: text => findReferences(text, ''), large: MEGABYTE },
  'an index': { read: text => unlisted(parseIndex(text, '', 0, true).lines, []), large: MEGABYTE },
  'an entry of an index': {
    read: text => [parseIndex(`- [${text}`, '', 0, true), parseIndex(`- [a](${text}`, '', 0, true)],
    large: MEGABYTE,
  },
  'a line for an index': {
    read: text =>
      indexLine(
        { file: fileName('a.md'), name: text, description: text, fallback: firstHeadingOrSentence(text) },
        ' — ',
      ),
    large: 60_000,
  },
  words: { read: text => [significantWords(text), seedWords(text)], large: MEGABYTE },
  'text to show': { read: text => cutAtWord(showText(text), text.length), large: MEGABYTE },
  sentences: { read: text => uniqueSentences(text, `${text}z`), large: MEGABYTE / 4 },
  values: { read: text => differingValues(text, `${text} 42`), large: MEGABYTE / 10 },
  // A frontmatter longer than 64 KB is never read, and so no name or description is longer.
  frontmatter: {
    read: text => {
      const source = `---\nname: a\n${text}\n---\n`
      return [readFrontmatter(source), setFrontmatterField(source, ['metadata', 'modified'], 'now')]
    },
    large: 60_000,
  },
  'a name': { read: text => makeLinkResolver([{ file: fileName('a.md'), name: text }])(text), large: 60_000 },
}

describe.each(Object.entries(READERS))('ten times as much of %s', (_, { read, large }) => {
  it('costs at most twenty times as much', () => {
    const makers = [
      ...UNITS.map(unit => [[unit], (length: number) => repeated(unit, length)] as const),
      ...BACKWARD.map(
        parts => [parts, (length: number) => parts.map(part => repeated(part, length / 2)).join('')] as const,
      ),
    ]
    const slow = makers.filter(([, make]) => isSlow(read, make, large)).map(([parts]) => parts)
    expect(slow).toEqual([])
  })
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
  const slow = UNITS.filter(unit => isSlow(check, length => repeated(unit, length), 50_000))
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
  expect(isSlow(quadratic, length => repeated('(', length), 20_000)).toBe(true)
})

it.each(['[[', '](', '`', '- ', 'a/', '(', '中文', '\\', '\t', 'AbCd'])(
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
