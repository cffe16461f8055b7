import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { candidatePairs } from '../src/checks/pairs/candidates.ts'
import { bodyWords } from '../src/checks/pairs/related.ts'
import { MEMORY_TYPES, type Memory } from '../src/model/memory.ts'
import { gitFiles } from '../src/project/git-tree.ts'
import { indexWords } from '../src/project/words.ts'
import { readFolder } from '../src/sources/folder.ts'
import { allPairs } from './all-pairs.ts'

/** What is measured inside a process of its own: each job answers with one line of JSON. */
export const JOBS = { 'collect-words': collectWords, symbols, pairs } as const
export type Job = keyof typeof JOBS

/** The identifiers that a folder's memories ask about, a line each, for Dream and ripgrep alike. */
function collectWords(folder: string, out: string): object {
  const words = new Set<string>()
  for (const memory of memoriesOf(folder))
    for (const reference of memory.references)
      if (reference.kind === 'symbol') for (const word of reference.words) words.add(word)
  writeFileSync(out, `${[...words].join('\n')}\n`)
  return { words: words.size }
}

export interface SymbolTimes {
  readonly listing: number
  readonly index: number
  readonly answer: number
  /** Of the three together. */
  readonly cpuMs: number
  readonly present: number
}

/** Dream's symbol pass: list the files, index them, answer. The cache is a file, and where it is absent the pass is cold. */
function symbols(project: string, wordsFile: string, cacheFile: string): SymbolTimes {
  const asked = new Set(readFileSync(wordsFile, 'utf8').split('\n').filter(Boolean))
  const cache = {
    load: () => (existsSync(cacheFile) ? readFileSync(cacheFile) : undefined),
    store: (bytes: Uint8Array) => writeFileSync(cacheFile, bytes),
  }
  const cpu = process.cpuUsage()
  const started = performance.now()
  const { files } = gitFiles(project)
  const listed = performance.now()
  const index = indexWords(project, files, cache)
  const indexed = performance.now()
  const answers = index.answer(asked)
  const answered = performance.now()
  const { user, system } = process.cpuUsage(cpu)
  return {
    listing: listed - started,
    index: indexed - listed,
    answer: answered - indexed,
    cpuMs: (user + system) / 1000,
    present: [...answers.values()].filter(answer => answer === 'present').length,
  }
}

export interface PairTimes {
  readonly memories: number
  readonly dream: number
  readonly bruteForce: number
  readonly found: number
  readonly foundByBruteForce: number
}

/** The same sets of words for both, type by type as Dream compares them; taking the words apart is no part of it. */
function pairs(folder: string): PairTimes {
  const memories = memoriesOf(folder)
  const sets = [undefined, ...MEMORY_TYPES].map(type =>
    memories.filter(memory => memory.type === type).map(memory => bodyWords(memory, 'careful')),
  )
  const count = (compare: typeof candidatePairs) => {
    let found = 0
    const started = performance.now()
    for (const group of sets) compare(group, () => found++)
    return { ms: performance.now() - started, found }
  }
  const dream = count(candidatePairs)
  const brute = count(allPairs)
  return {
    memories: memories.length,
    dream: dream.ms,
    bruteForce: brute.ms,
    found: dream.found,
    foundByBruteForce: brute.found,
  }
}

function memoriesOf(folder: string): readonly Memory[] {
  const found = { root: folder, label: folder, title: '', project: { absent: '' }, origin: 'given' } as const
  return readFolder(found, { layout: 'index' }).memories
}
