import type { Rules } from '../../memory/plan.ts'
import { mayOppose } from '../claims/topics.ts'
import type { RelatedPair } from './candidates.ts'
import { type Opposition, opposition } from './opposition.ts'

const known = new WeakMap<RelatedPair, Opposition | 'none'>()

/** What two related memories say against each other. Taken once: rounds and later nights meet the same pairs again. */
export function opposed(pair: RelatedPair, rules: Rules): Opposition | undefined {
  if (!mayOppose(pair.a, pair.b)) return undefined
  let found = known.get(pair)
  if (found === undefined) {
    found = opposition(pair.a, pair.b, rules) ?? 'none'
    known.set(pair, found)
  }
  return found === 'none' ? undefined : found
}

export const isKnownUnopposed = (pair: RelatedPair): boolean => known.get(pair) === 'none'

/** As found on another night, for two memories with the same texts. */
export function takeAsUnopposed(pair: RelatedPair): void {
  known.set(pair, 'none')
}
