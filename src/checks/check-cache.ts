import { Known, type Memory } from '../model/index.ts'
import { type Compared, lastCompared, takeCompared } from './pairs/related.ts'

/** What checking a folder found out, as plain data: a run with the same texts asks again and gets the same answers. */
export interface CheckCache {
  /** Hash and file of each memory. */
  readonly memories: readonly string[]
  /** For each step its answers, one a memory. */
  readonly answers: Readonly<Record<string, readonly unknown[]>>
  /** A word that changes when the documents of the project do. */
  readonly documents: string
  /** Pairs as two places in the list and two numbers, one after the other. */
  readonly pairs?: { readonly words: WordRule; readonly rows: Float64Array }
}

type WordRule = 'careful' | 'seed'
const WORD_RULES: readonly WordRule[] = ['careful', 'seed']

/** Steps whose answer follows from the text of one memory, and of the last of them from the documents too. */
const BESIDE_DOCUMENTS = 'promoted'
const STEPS = [
  ...WORD_RULES.flatMap(rule => [`words, ${rule}`, `subject, ${rule}`]),
  'topics',
  'finished',
  'secrets',
  BESIDE_DOCUMENTS,
]

/** As far as it is about memories as they were read: in later rounds one may have words that its file has not yet. */
export function checkCacheOf(known: Known, read: readonly Memory[], documents: string): CheckCache {
  const words = WORD_RULES.find(rule => lastCompared(rule, known)?.areAll)
  const compared = words && lastCompared(words, known)
  const asRead = new Set(read)
  const memories = compared?.memories.filter(memory => asRead.has(memory)) ?? read
  return {
    memories: memories.map(keyOf),
    answers: Object.fromEntries(STEPS.map(step => [step, memories.map(memory => known.get(step, memory))])),
    documents,
    ...(words && compared && { pairs: { words, rows: rowsOf(compared, memories) } }),
  }
}

const keyOf = ({ file, hash }: Memory): string => `${hash} ${file}`

function rowsOf({ pairs }: Compared, memories: readonly Memory[]): Float64Array {
  const places = new Map(memories.map((memory, at) => [memory, at]))
  return Float64Array.from(
    pairs.flatMap(({ a, b, overlap, overlapOfLarger }) => {
      const [first, second] = [places.get(a), places.get(b)]
      return first === undefined || second === undefined ? [] : [first, second, overlap, overlapOfLarger]
    }),
  )
}

/** What is known of the memories that are still as they were. */
export function knownBefore(
  cache: CheckCache | undefined,
  read: readonly Memory[],
  documents: string,
): Known {
  const known = new Known()
  if (cache === undefined) return known
  const byKey = new Map(read.map(memory => [keyOf(memory), memory]))
  const still = cache.memories.map(key => byKey.get(key))
  for (const [step, answers] of Object.entries(cache.answers)) {
    if (step === BESIDE_DOCUMENTS && cache.documents !== documents) continue
    still.forEach((memory, at) => {
      if (memory !== undefined && answers[at] !== undefined) known.take(step, memory, answers[at])
    })
  }
  const { pairs } = cache
  if (pairs !== undefined) {
    const memories = still.filter(memory => memory !== undefined)
    takeCompared({ memories, pairs: pairsOf(pairs.rows, still), areAll: true }, pairs.words, known)
  }
  return known
}

function pairsOf(rows: Float64Array, memories: readonly (Memory | undefined)[]): Compared['pairs'] {
  return Array.from({ length: rows.length / 4 }, (_, row) => {
    const [first, second, overlap, overlapOfLarger] = rows.subarray(4 * row, 4 * row + 4)
    return { a: memories[first!], b: memories[second!], overlap, overlapOfLarger }
  }).filter((pair): pair is Compared['pairs'][number] => pair.a !== undefined && pair.b !== undefined)
}
