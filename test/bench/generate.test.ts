import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPairs } from '../../bench/all-pairs.ts'
import { type World, writeFolder, writeWorld } from '../../bench/generate.ts'
import { rankSampler, WORD_LAW, weightOf } from '../../bench/law.ts'
import { folderFiles, type MemoryFile } from '../../bench/memories.ts'
import { seededRandom } from '../../bench/random.ts'
import { aimsOf, type Results } from '../../bench/results.ts'
import { makeVocabulary } from '../../bench/vocabulary.ts'
import { candidatePairs } from '../../src/checks/pairs/candidates.ts'
import { bodyWords } from '../../src/checks/pairs/related.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Memory } from '../../src/model/memory.ts'
import { gitPast } from '../../src/project/git-history.ts'
import { gitFiles, gitHead } from '../../src/project/git-tree.ts'
import { parseIndex } from '../../src/text/index-file.ts'
import { parseMemory } from '../../src/text/memory-file.ts'

const NOW = Date.UTC(2026, 10, 1)
const FILES = 300
const COUNT = 2000

let place: string
let world: World
let files: MemoryFile[]
let memories: Memory[]

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'dream-bench-test-'))
  world = writeWorld({ seed: 'test', project: join(place, 'project'), files: FILES, now: NOW })
  files = [...folderFiles({ ...world, count: COUNT })]
  memories = files
    .slice(0, -1)
    .map(({ name, text, modified }) =>
      parseMemory({ file: fileName(name), hash: name, size: text.length, modified: modified * 1e6, text }),
    )
}, 60_000)

afterAll(() => rmSync(place, { recursive: true, force: true }))

const share = (holds: (memory: Memory) => boolean) => memories.filter(holds).length / memories.length

describe('generated memories', () => {
  it('are the same for the same seed and others for another', () => {
    const some = (seed: string) => [...folderFiles({ ...world, seed, count: 20 })]
    expect(some('one')).toEqual(some('one'))
    expect(some('one')).not.toEqual(some('two'))
  })

  it('have the sizes that were measured', () => {
    const sizes = files
      .slice(0, -1)
      .map(file => file.text.length)
      .sort((a, b) => a - b)
    expect(sizes[COUNT / 2]).toBeGreaterThan(1900)
    expect(sizes[COUNT / 2]).toBeLessThan(2600)
    expect(sizes[COUNT * 0.9]).toBeGreaterThan(4300)
    expect(sizes[COUNT * 0.9]).toBeLessThan(6200)
  })

  it('have the types and the frontmatter that were measured', () => {
    expect(share(memory => memory.type === 'project')).toBeCloseTo(0.58, 1)
    expect(share(memory => memory.type === 'feedback')).toBeCloseTo(0.3, 1)
    expect(share(memory => memory.type === 'user')).toBeGreaterThan(0)
    expect(share(memory => memory.frontmatter === 'none')).toBeCloseTo(0.012, 1)
    expect(share(memory => memory.frontmatter === 'unreadable')).toBe(0)
    expect(share(memory => memory.head.includes('metadata:'))).toBeCloseTo(0.58, 1)
  })

  it('name paths and symbols, link to each other, and hold a few copies', () => {
    expect(share(memory => memory.references.some(({ kind }) => kind === 'path'))).toBeGreaterThan(0.5)
    expect(share(memory => memory.references.some(({ kind }) => kind === 'symbol'))).toBeGreaterThan(0.5)
    expect(share(memory => memory.links.length > 0)).toBeCloseTo(0.4, 1)
    const bodies = new Set(memories.map(memory => memory.body))
    expect(COUNT - bodies.size).toBeGreaterThan(0)
    expect(COUNT - bodies.size).toBeLessThan(COUNT * 0.005)
  })

  it('overlap as real ones do: rarely, but not never', () => {
    const sets = memories.slice(0, 400).map(memory => bodyWords(memory, 'careful'))
    let near = 0
    allPairs(sets, () => near++)
    expect(near / (200 * 399)).toBeGreaterThan(0.002)
    expect(near / (200 * 399)).toBeLessThan(0.06)
  })

  it('stand in an index that has drifted', () => {
    const text = files.at(-1)?.text ?? ''
    const { lines } = parseIndex(text, '', text.length, true)
    const entries = lines.flatMap(line => line.entry ?? [])
    const names = new Set(files.map(file => file.name))
    const dangling = entries.filter(entry => !names.has(entry.target)).length
    expect(files.at(-1)?.name).toBe('MEMORY.md')
    expect(entries.length - dangling).toBeLessThan(COUNT)
    expect(dangling / entries.length).toBeCloseTo(0.08, 1)
  })

  it('are written with their old times', () => {
    const { folder, files: names } = writeFolder(world, join(place, 'folder'), 5, 'five')
    expect(readdirSync(folder).sort()).toEqual([...names].sort())
    for (const name of names) expect(statSync(join(folder, name)).mtimeMs).toBeLessThan(NOW)
  })
})

describe('the generated project', () => {
  it('is a git repository with files, removals and renames', () => {
    const { project } = world
    const listed = gitFiles(project)
    const past = gitPast(project, listed, gitHead(project), [])
    expect(listed.files).toHaveLength(FILES + 1)
    expect([...past.vanished.values()].filter(({ to }) => to !== undefined)).toHaveLength(3)
    expect([...past.vanished.values()].filter(({ to }) => to === undefined)).toHaveLength(9)
    expect(readFileSync(join(project, listed.files[5]!), 'utf8').length).toBeGreaterThan(100)
  })
})

describe('the law of words', () => {
  it('is what the sampler draws by', () => {
    const random = seededRandom('law')
    const draw = rankSampler(1000)
    const counts = new Map<number, number>()
    for (let at = 0; at < 100_000; at++) {
      const rank = draw(random)
      counts.set(rank, (counts.get(rank) ?? 0) + 1)
    }
    const ratio = (counts.get(0) ?? 0) / (counts.get(9) ?? 1)
    expect(ratio / (weightOf(1, WORD_LAW) / weightOf(10, WORD_LAW))).toBeCloseTo(1, 0)
    expect(Math.max(...counts.keys())).toBeLessThan(1000)
  })

  it('has a different word for each rank', () => {
    const { words } = makeVocabulary()
    expect(new Set(words).size).toBe(words.length)
  })
})

describe('the comparison of all pairs', () => {
  it('finds what the inverted index finds', () => {
    const sets = memories.slice(0, 300).map(memory => bodyWords(memory, 'careful'))
    const found = (compare: typeof allPairs) => {
      const pairs: string[] = []
      compare(sets, (a, b, shared) => pairs.push(`${a} ${b} ${shared}`))
      return pairs.sort()
    }
    expect(found(allPairs)).toEqual(found(candidatePairs))
    expect(found(allPairs).length).toBeGreaterThan(0)
  })
})

describe('the verdicts', () => {
  const pass = (kind: 'full' | 'second', ms: number) => ({
    kind,
    touched: 0,
    measured: { ms, cpuMs: ms, memory: 1, exit: 0 },
  })
  const results = (second: number, many: number): Results => ({
    machine: '',
    seed: '',
    projectFiles: 1,
    measurements: [
      { memories: 10_000, folders: 1, characters: 1, passes: [pass('full', 1000), pass('second', second)] },
      { memories: 100_000, folders: 100, characters: 1, passes: [pass('full', many)] },
    ],
    beside: { failed: 'not wanted' },
    starts: { node: 10, dream: 13, hook: 15 },
  })
  const verdicts = (of: Results) => aimsOf(of).map(aim => aim.verdict)

  it('say met, missed or not measured', () => {
    const asked = (of: Results) => verdicts(of).filter(verdict => verdict !== 'not measured')
    expect(asked(results(100, 12_000))).toEqual(['met', 'met', 'met', 'met'])
    expect(asked(results(101, 12_001))).toEqual(['missed', 'missed', 'met', 'met'])
    expect(verdicts(results(100, 12_000)).filter(verdict => verdict === 'not measured')).toHaveLength(4)
  })

  it('hold a whole run against the pass of ripgrep over the words of its memories', () => {
    const ripgrep = { words: 5, found: 4, ms: 400, cpuMs: 250 }
    const of = (ms: number): Results => ({
      ...results(100, 12_000),
      measurements: [{ memories: 1000, folders: 1, characters: 1, passes: [pass('full', ms)], ripgrep }],
    })
    expect(verdicts(of(1000)).slice(1, 3)).toEqual(['met', 'met'])
    expect(verdicts(of(1001)).slice(1, 3)).toEqual(['missed', 'missed'])
  })
})
