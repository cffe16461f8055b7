/**
 * # Contradictions
 *
 * Finds two memories of one type of which one says to do what the other says not to do, about the same object: use X and
 * avoid X, always X and never X, enable X and disable X, prefer X and prefer Y for the same thing; in English and Chinese
 * (D15, D16). The newer is the one to keep.
 *
 * Under `seed` the two share from 0.4 to 0.6 of the smaller one's words; under `careful` 0.4 or more, and a subject, and
 * the newer one wins alone only where the order in time is known or it says itself that it replaces the other.
 *
 * Wrong to use where both hold in different places ("mocks in unit tests", "no mocks in integration tests"): where both
 * sides name a place and the places differ, the check is silent.
 *
 * Before: `style.md` (March) "Always use tabs."; `indent.md` (May) "Never use tabs."
 * After: `indent.md`.
 */
import type { ContradictionFinding } from '../model/index.ts'
import type { Check } from './check.ts'
import { relations } from './pairs/relations.ts'

export const contradictions: Check = {
  name: 'contradictions',
  find(snapshot, rules) {
    return relations(snapshot, rules).flatMap(relation => {
      if (relation.kind !== 'opposite') return []
      const { older, newer, overlap, object, order } = relation
      const [quote, byQuote] = relation.quotes
      const finding: ContradictionFinding = {
        kind: 'contradiction',
        file: older.file,
        by: newer.file,
        overlap,
        object,
        quote,
        byQuote,
        order,
      }
      return [{ source: 'observed' as const, ...finding }]
    })
  },
}
