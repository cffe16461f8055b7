import type { Memory } from '../../memory/memory.ts'
import { type Claim, IS_CHINESE, PREFER } from './claim.ts'
import { claimsOf } from './claims.ts'

/** What the claims of a memory speak of, to see at a glance that two memories have nothing to oppose. */
export interface Topics {
  readonly affirmed: ReadonlySet<string>
  readonly denied: ReadonlySet<string>
  readonly prefers: boolean
}

const known = new WeakMap<Memory, Topics>()

export function topicsOf(memory: Memory): Topics {
  let topics = known.get(memory)
  if (topics === undefined) {
    const claims = claimsOf(memory)
    const said = (polarity: Claim['polarity']) =>
      new Set(claims.filter(claim => claim.polarity === polarity).flatMap(wordsToMeet))
    const prefers = claims.some(claim => claim.polarity === 'do' && claim.verb === PREFER)
    topics = { affirmed: said('do'), denied: said('do-not'), prefers }
    known.set(memory, topics)
  }
  return topics
}

/** As found on another night, for a memory with the same text. */
export function takeTopics(memory: Memory, topics: Topics): void {
  known.set(memory, topics)
}

/** Two objects match only where they share one of these; the end stands for Chinese compounds. */
function wordsToMeet({ object }: Claim): string[] {
  if (object.length === 0) return ['']
  return object.flatMap(word => (IS_CHINESE.test(word) ? [word, [...word].slice(-2).join('')] : [word]))
}

export function mayOppose(a: Memory, b: Memory): boolean {
  const [mine, theirs] = [topicsOf(a), topicsOf(b)]
  if (mine.prefers && theirs.prefers) return true
  return meet(mine.affirmed, theirs.denied) || meet(mine.denied, theirs.affirmed)
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  for (const word of small) if (large.has(word)) return true
  return false
}
