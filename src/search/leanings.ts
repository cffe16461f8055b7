import { alternatives, pattern } from '../languages/index.ts'
import { dateTerms } from './dates.ts'
import type { RecallDocument } from './engine.ts'
import type { IntentKind } from './intent.ts'

/** Measured on real memory folders and on long conversations: `docs/search.md` has the tables. The best by words has 1. */
export const MIXTURE = {
  /** How much the nearest in meaning adds. */
  meaning: 0.2,
  /** How much more it adds to a short text where no document has the words of the question: it is said in other words. */
  otherWords: 0.6,
  /** How much the best neighbourhood adds. */
  neighbours: 0.2,
  /** How much a part takes of what the better of the two beside it has. */
  beside: 0.35,
  /** How much it adds that all words of the question stand together: in a short text, in a sentence of a long one. */
  together: 0.6,
  /** How much of that the words of the sentences beside it count. */
  around: 0,
  /** How much it adds to be of the day that was asked for. */
  onTheDay: 0.6,
}
export type Mixture = { readonly [part in keyof typeof MIXTURE]: number }

/** M19: what a kind of question changes about the order of what its words find. */
export interface Leaning {
  /** Other weights than the usual. */
  readonly mixture?: Partial<Mixture>
  /** Sentences of this kind count `SAID` more, by how much of the question they have. */
  readonly says?: (sentence: string) => boolean
  /** A document of this kind gets `SUITED` more. */
  readonly suits?: (document: RecallDocument) => boolean
  /** Words of the question that weigh more, where they stand in it like names. */
  readonly weighs?: 'names'
}

const CAUSE = pattern(({ cues }) => cues?.cause?.cause)
const EFFECT = pattern(({ cues }) => cues?.cause?.effect)
const REASON = new RegExp(`^\\W{0,6}(?:${alternatives(({ cues }) => cues?.cause?.label)})\\W{0,4}[:：]`, 'i')

const statesCause = (sentence: string): boolean =>
  REASON.test(sentence) || CAUSE.test(sentence) || EFFECT.test(sentence)

/** A question asks for one statement, and what stands beside it belongs to it; a few bare words describe a whole note. */
const ASKED: Partial<Mixture> = { together: 1, around: 0.5 }

export const LEANINGS: Readonly<Record<IntentKind, Leaning>> = {
  'simple-fact': { mixture: ASKED },
  'preference-recall': { mixture: ASKED, suits: ({ type }) => type === 'user' || type === 'feedback' },
  'causal-reasoning': { mixture: ASKED, says: statesCause },
  'entity-relationship': { mixture: ASKED, weighs: 'names' },
  'temporal-analysis': { mixture: ASKED, says: sentence => dateTerms(sentence).length > 0 },
  hybrid: {},
}

export const SUITED = 0.1
export const SAID = 0.2
