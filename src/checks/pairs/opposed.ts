import type { Rules } from '../../model/index.ts'
import { mayOppose } from '../claims/topics.ts'
import type { RelatedPair } from './candidates.ts'
import { type Opposition, opposition } from './opposition.ts'

/** What two related memories say against each other. Taken once: rounds and later nights meet the same pairs again. */
export function opposed(pair: RelatedPair, rules: Rules): Opposition | undefined {
  if (!mayOppose(pair.a, pair.b)) return undefined
  pair.opposition ??= opposition(pair.a, pair.b, rules) ?? 'none'
  return pair.opposition === 'none' ? undefined : pair.opposition
}
