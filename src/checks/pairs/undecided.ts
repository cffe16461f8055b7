import type { FileName, Rules, Snapshot } from '../../model/index.ts'
import { contained } from '../contained.ts'
import type { RelatedPair } from './candidates.ts'
import { relatedPairs } from './related.ts'
import { relations } from './relations.ts'

/** Pairs that share many words and of which no rule says anything: what a judge may be asked about, the likest first. */
export function undecidedPairs(snapshot: Snapshot, rules: Rules): RelatedPair[] {
  const spoken = spokenPairs(snapshot, rules)
  return relatedPairs(snapshot.folder.memories, rules)
    .filter(({ a, b }) => !spoken.has(pairKey(a.file, b.file)))
    .toSorted(
      (x, y) => y.overlap - x.overlap || (pairKey(x.a.file, x.b.file) < pairKey(y.a.file, y.b.file) ? -1 : 1),
    )
}

/** Pairs of which a rule says that they are the same or the opposite. */
export function spokenPairs(snapshot: Snapshot, rules: Rules): Set<string> {
  const holding = contained.find(snapshot, rules)
  return new Set([
    ...relations(snapshot, rules).map(({ older, newer }) => pairKey(older.file, newer.file)),
    ...holding.flatMap(finding => (finding.kind === 'duplicate' ? [pairKey(finding.file, finding.of)] : [])),
  ])
}

export const pairKey = (a: FileName, b: FileName): string => (a < b ? `${a}\0${b}` : `${b}\0${a}`)
