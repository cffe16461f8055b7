import type { Memory, ProjectDocument } from '../model/index.ts'
import { type Topics, takeTopics, topicsOf } from './claims/topics.ts'
import { nothingFoundBy, TEXT_CHECKS } from './nothing-found.ts'
import { type PairList, pairsOfThese } from './pairs/pair-list.ts'
import { comparedOf, learntPairs, takeAsCompared } from './pairs/related.ts'
import { bodyWords, type Grammar, numberAlike, subjectWords, takeWords, vocabulary } from './pairs/subject.ts'
import { notInFull } from './promoted.ts'

/**
 * What comparing the memories of a folder took long to find out, as plain data, so that the next night compares only what
 * is new. It follows from the memories' texts alone: whoever has the same texts has the same lore.
 */
export interface ComparisonCache {
  readonly grammar: Grammar
  /** File and hash of each memory. */
  readonly memories: readonly string[]
  readonly vocabulary: readonly string[]
  /** For each memory how many words its body has, how many its subject; then all of them, one after the other. */
  readonly counts: Uint32Array
  readonly words: Uint32Array
  readonly topics: readonly Topics[]
  readonly pairs: PairList
  /** What the documents of the project were, and for each memory 1 where it stands in none of them. */
  readonly shelf: string
  readonly unpromoted: Uint8Array
  /** For each memory the checks of its text that found nothing, a bit each. */
  readonly silent: Uint8Array
}

/** The project's own documents, with a word that changes when they do. */
export interface StampedDocuments {
  readonly stamp: string
  readonly documents: readonly ProjectDocument[]
}

/**
 * The lore of what was just compared, as far as these were: in later rounds a memory has words that its file has not yet.
 */
export function comparisonCacheOf(
  read: readonly Memory[],
  stamped: StampedDocuments,
): ComparisonCache | undefined {
  const asRead = new Set(read)
  const compared = comparedOf(asRead)
  if (compared === undefined) return undefined
  const { grammar } = compared
  const memories = compared.memories.filter(memory => asRead.has(memory))
  if (memories.length === 0) return undefined
  const sets = memories.flatMap(memory => [bodyWords(memory, grammar), subjectWords(memory, grammar)])
  const unpromoted = notInFull(stamped.documents)
  return {
    grammar,
    memories: memories.map(keyOf),
    ...ownNumbers(sets),
    topics: memories.map(topicsOf),
    pairs: pairsOfThese(memories, compared.memories, learntPairs(compared)),
    shelf: stamped.stamp,
    unpromoted: Uint8Array.from(memories, memory => (unpromoted.has(memory) ? 1 : 0)),
    silent: Uint8Array.from(memories, silentBits),
  }
}

const keyOf = ({ file, hash }: Memory): string => `${hash} ${file}`

const silentBits = (memory: Memory): number =>
  TEXT_CHECKS.reduce((bits, check, at) => bits | (nothingFoundBy(check).has(memory) ? 1 << at : 0), 0)

/** The words that these sets hold and no others, numbered from nought in the same order, so that sets stay sorted. */
function ownNumbers(sets: readonly Uint32Array[]): Pick<ComparisonCache, 'vocabulary' | 'counts' | 'words'> {
  const all = vocabulary()
  const isHeld = new Uint8Array(all.length)
  for (const set of sets) for (const word of set) isHeld[word] = 1
  const number = new Uint32Array(all.length)
  const own: string[] = []
  all.forEach((word, at) => {
    if (isHeld[at] === 1) number[at] = own.push(word) - 1
  })
  const words = new Uint32Array(sets.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const set of sets) for (const word of set) words[at++] = number[word]!
  return { vocabulary: own, counts: Uint32Array.from(sets, ({ length }) => length), words }
}

/** Takes what is known of the memories that are still as they were. */
export function useComparisonCache(
  memories: readonly Memory[],
  comparisons: ComparisonCache,
  stamped: StampedDocuments,
): void {
  const byKey = new Map(memories.map(memory => [keyOf(memory), memory]))
  const still = comparisons.memories.map(key => byKey.get(key))
  const numbers = numberAlike(comparisons.vocabulary)
  const areAlike = numbers.every((number, word) => number === word)
  let at = 0
  const next = (count: number): Uint32Array => {
    const words = comparisons.words.subarray(at, at + count)
    at += count
    return areAlike ? words : words.map(word => numbers[word]!).sort()
  }
  still.forEach((memory, place) => {
    const body = next(comparisons.counts[2 * place]!)
    const subject = next(comparisons.counts[2 * place + 1]!)
    if (memory === undefined) return
    takeWords(memory, comparisons.grammar, { body, subject })
    takeTopics(memory, comparisons.topics[place]!)
    TEXT_CHECKS.forEach((check, at) => {
      if (comparisons.silent[place]! & (1 << at)) nothingFoundBy(check).add(memory)
    })
  })
  takePairs(still, comparisons)
  if (comparisons.shelf !== stamped.stamp) return
  const unpromoted = notInFull(stamped.documents)
  still.forEach((memory, place) => {
    if (memory !== undefined && comparisons.unpromoted[place] === 1) unpromoted.add(memory)
  })
}

function takePairs(still: readonly (Memory | undefined)[], { grammar, pairs }: ComparisonCache): void {
  const memories = still.filter(memory => memory !== undefined)
  takeAsCompared(grammar, memories, pairsOfThese(memories, still, pairs))
}
