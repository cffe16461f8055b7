/**
 * # Model opinions
 *
 * Finds what a model said about two memories when it was asked (`dream --consult`, see `docs/models.md`): that they say the
 * same, or the opposite. The model is asked only about pairs that share many words and that no rule speaks of.
 *
 * A model's word never acts: whatever it says, and however sure it is, the finding waits for a person. It counts only
 * where it is at least 0.7 sure, both files are as they were when they were read, and the sentence that it quotes from
 * each stands there word for word.
 *
 * Wrong to use as evidence for anything: a memory can be written to talk a model into a verdict.
 *
 * Before: `deploys.md` "Ship from main only."; `hotfixes.md` "Hotfixes are released from their own branch."
 * After: the same, and a question in `dream queue`.
 */
import {
  CONFIDENT,
  type FileName,
  isQuoteOf,
  knownOf,
  type Memory,
  type ModelOpinion,
  type Rules,
  type Snapshot,
} from '../model/index.ts'
import { differingValues, overlap, significantWords, textOf, uniqueSentences } from '../text/index.ts'
import { check, type Found } from './check.ts'
import { contained } from './contained.ts'
import { type ContradictionFinding, contradiction } from './contradictions.ts'
import { type DuplicateFinding, duplicate } from './duplicates.ts'
import { orderTies } from './pairs/order.ts'
import { type RelatedPair, relatedPairs } from './pairs/related.ts'
import { relations } from './pairs/relations.ts'

export const modelOpinion = check({
  name: 'model-opinion',
  kinds: [duplicate, contradiction],
  find(snapshot, rules) {
    const { modelOpinions: said = [] } = snapshot
    if (said.length === 0) return []
    const memories = new Map(snapshot.folder.memories.map(memory => [memory.file, memory]))
    const spoken = spokenPairs(snapshot, rules)
    return said.flatMap(one => {
      const [a, b] = [memories.get(one.a.file), memories.get(one.b.file)]
      if (a === undefined || b === undefined || a === b || !holds(one, a, b)) return []
      // Once a pair: what the rules say goes before, and of two opinions the first.
      const key = pairKey(a.file, b.file)
      if (spoken.has(key)) return []
      spoken.add(key)
      return [findingOf(one, { a, b }, snapshot, rules)]
    })
  },
})

function holds({ a, b, confidence }: ModelOpinion, first: Memory, second: Memory): boolean {
  if (!(confidence >= CONFIDENT && confidence <= 1)) return false
  if (a.hash !== first.hash || b.hash !== second.hash) return false
  return isQuoteOf(a.quote, first.body) && isQuoteOf(b.quote, second.body)
}

interface Pair {
  readonly a: Memory
  readonly b: Memory
}

function findingOf(
  said: ModelOpinion,
  pair: Pair,
  snapshot: Snapshot,
  rules: Rules,
): Found<DuplicateFinding | ContradictionFinding> {
  const { older, newer, order } = orderTies([pair], snapshot, rules)(pair)
  const [words, others] = [textOf(older).words, textOf(newer).words]
  const shared = { source: 'suggested', file: older.file, overlap: overlap(words, others), order } as const
  if (said.verdict === 'same') {
    const unique = uniqueSentences(textOf(older), textOf(newer))
    const differing = differingValues(textOf(older), textOf(newer))
    return { kind: 'duplicate', ...shared, of: newer.file, how: 'overlap', unique, differing }
  }
  const [mine, theirs] = older === pair.a ? [said.a.quote, said.b.quote] : [said.b.quote, said.a.quote]
  const [quote, byQuote] = [mine.trim(), theirs.trim()]
  const object =
    sharedWord(significantWords(quote), significantWords(byQuote)) ?? sharedWord(words, others) ?? ''
  return { kind: 'contradiction', ...shared, by: newer.file, object, quote, byQuote }
}

const sharedWord = (words: ReadonlySet<string>, others: ReadonlySet<string>): string | undefined =>
  [...words].find(word => others.has(word))

/** Pairs that share many words and of which no rule says anything: what a judge may be asked about, the likest first. */
export function undecidedPairs(snapshot: Snapshot, rules: Rules): RelatedPair[] {
  const spoken = spokenPairs(snapshot, rules)
  return relatedPairs(snapshot.folder.memories, rules, knownOf(snapshot))
    .filter(({ a, b }) => !spoken.has(pairKey(a.file, b.file)))
    .toSorted(
      (x, y) => y.overlap - x.overlap || (pairKey(x.a.file, x.b.file) < pairKey(y.a.file, y.b.file) ? -1 : 1),
    )
}

/** Pairs of which a rule says that they are the same or the opposite. */
function spokenPairs(snapshot: Snapshot, rules: Rules): Set<string> {
  const holding = contained.find(snapshot, rules)
  return new Set([
    ...relations(snapshot, rules).map(({ older, newer }) => pairKey(older.file, newer.file)),
    ...holding.flatMap(finding => (finding.kind === 'duplicate' ? [pairKey(finding.file, finding.of)] : [])),
  ])
}

const pairKey = (a: FileName, b: FileName): string => (a < b ? `${a}\0${b}` : `${b}\0${a}`)
