import { type Claim, IS_ONE_WORD, PREFER, USE } from '../../languages/index.ts'
import type { Memory } from '../../model/index.ts'
import { hashOf } from '../../text/index.ts'
import { claimsOf } from './claims.ts'

/**
 * What the claims of a memory speak of, to see at a glance that two memories have nothing to oppose. Words as numbers, each
 * once and in order: two words that happen to be one number cost a closer look, no more.
 */
export interface Topics {
  readonly affirmed: Uint32Array
  readonly denied: Uint32Array
  readonly prefers: boolean
}

const known = new WeakMap<Memory, Topics>()

export function topicsOf(memory: Memory): Topics {
  let topics = known.get(memory)
  if (topics === undefined) {
    const claims = claimsOf(memory)
    const said = (polarity: Claim['polarity']) =>
      numbersOf(claims.filter(claim => claim.polarity === polarity).flatMap(wordsToMeet))
    const prefers = claims.some(claim => claim.polarity === 'do' && claim.verb === PREFER)
    topics = { affirmed: said('do'), denied: said('do-not'), prefers }
    known.set(memory, topics)
  }
  return topics
}

const numbersOf = (words: readonly string[]): Uint32Array =>
  Uint32Array.from(new Set(words.map(word => hashOf(word) >>> 0))).sort()

/** As found on another night, for a memory with the same text. */
export function takeTopics(memory: Memory, topics: Topics): void {
  known.set(memory, topics)
}

/**
 * Two claims match only where they share one of these: a word of the object with the verb, where to prefer is to use. The
 * end stands for Chinese compounds.
 */
function wordsToMeet({ verb, object }: Claim): string[] {
  const words = object.length === 0 ? [''] : object
  return words
    .flatMap(word => (IS_ONE_WORD.test(word) ? [word, [...word].slice(-2).join('')] : [word]))
    .map(word => `${verb === PREFER ? USE : verb} ${word}`)
}

export function mayOppose(a: Memory, b: Memory): boolean {
  const [mine, theirs] = [topicsOf(a), topicsOf(b)]
  if (mine.prefers && theirs.prefers) return true
  return meet(mine.affirmed, theirs.denied) || meet(mine.denied, theirs.affirmed)
}

function meet(a: Uint32Array, b: Uint32Array): boolean {
  let [mine, theirs] = [0, 0]
  while (mine < a.length && theirs < b.length) {
    const difference = a[mine]! - b[theirs]!
    if (difference === 0) return true
    if (difference < 0) mine++
    else theirs++
  }
  return false
}
