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
import { say } from '../languages/index.ts'
import { knownOf } from '../model/index.ts'
import { quoted, showText } from '../text/index.ts'
import { check, type FindingOf, kind } from './check.ts'
import { opposition } from './pairs/opposition.ts'
import { bodyWords } from './pairs/related.ts'
import { relations } from './pairs/relations.ts'
import { orderWords } from './words.ts'

export const contradiction = kind({
  kind: 'contradiction',
  words: ({ checks }) => checks.contradiction,
  fields: ({ fileName, share, text, order }) => ({
    file: fileName,
    by: fileName,
    overlap: share,
    object: text,
    quote: text,
    byQuote: text,
    order,
  }),
  about: ['file', 'by'],
  level: 'warning',
  files: ({ file, by }) => [file, by],
  say: ({ by, object }) => say().checks.contradiction.say(showText(by), quoted(object)),
  evidence: ({ by, quote, byQuote, order }) => [
    say().checks.here(quoted(quote)),
    say().checks.at(showText(by), quoted(byQuote)),
    orderWords(order, by),
  ],
  removal: {
    needsReview({ file, by, order }, { memories, snapshot }) {
      const words = say().checks.contradiction
      if (order.known === 'no') return say().checks.order.unknown
      const [older, newer] = [memories.get(file)!, memories.get(by)!]
      const known = knownOf(snapshot)
      if (opposition(older, newer, 'careful', known)?.objects === 'narrower') return words.narrower
      const [size, other] = [older, newer].map(memory => bodyWords(memory, 'careful', known).length)
      return size! > 2 * other! ? words.saysMore(file) : undefined
    },
    because: ({ by, quote, byQuote, order }) =>
      say().checks.contradiction.because(by, quoted(quote), quoted(byQuote), orderWords(order, by)),
    reason: ({ by }) => ({ why: 'contradicted', by }),
    replacement: ({ by }) => by,
    nearness: ({ overlap }) => overlap,
    asked: 'each',
    // What the rule demands stays: the newer rule says it.
    heldBy: () => ['user', 'pinned', 'recent'],
    isUndecided: ({ order }) => order.known === 'no',
    turned: finding => {
      const { file, by, quote, byQuote } = finding
      return { ...finding, file: by, by: file, quote: byQuote, byQuote: quote }
    },
  },
  reasons: {
    contradicted: {
      say: ({ by = '' }) => say().checks.contradiction.reason(showText(by)),
      counted: 'contradictionsResolved',
      isOutdated: true,
    },
  },
})

export type ContradictionFinding = FindingOf<typeof contradiction>

export const contradictions = check({
  name: 'contradictions',
  kinds: [contradiction],
  find(snapshot, rules) {
    return relations(snapshot, rules).flatMap(relation => {
      if (relation.kind !== 'opposite') return []
      const { older, newer, overlap, object, order } = relation
      const [quote, byQuote] = relation.quotes
      const pair = { file: older.file, by: newer.file, overlap, object, quote, byQuote, order }
      return [{ kind: 'contradiction', ...pair }]
    })
  },
})
