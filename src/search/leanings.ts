import { pattern } from '../languages/index.ts'
import { dateTerms } from './dates.ts'
import type { RecallDocument } from './engine.ts'
import type { IntentKind } from './intent.ts'
import type { Mixture } from './rank.ts'

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
const REASON = /^\W{0,6}(?:why|reason|原因|理由)\W{0,4}[:：]/i

const statesCause = (sentence: string): boolean =>
  REASON.test(sentence) || CAUSE.test(sentence) || EFFECT.test(sentence)

/** A question asks for one statement, and what stands beside it belongs to it; a few bare words describe a whole note. */
const ASKED: Partial<Mixture> = { together: 0.8, around: 0.5 }

export const LEANINGS: Readonly<Record<IntentKind, Leaning>> = {
  'simple-fact': { mixture: { ...ASKED, together: 1 } },
  'preference-recall': { mixture: ASKED, suits: ({ type }) => type === 'user' || type === 'feedback' },
  'causal-reasoning': { mixture: ASKED, says: statesCause },
  'entity-relationship': { mixture: ASKED, weighs: 'names' },
  'temporal-analysis': { mixture: ASKED, says: sentence => dateTerms(sentence).length > 0 },
  hybrid: {},
}

export const SUITED = 0.1
export const SAID = 0.2
