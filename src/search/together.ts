import { type QueryTerm, queryTerms, wholeWeight } from './keywords.ts'
import { bestSentence } from './passage.ts'
import type { Ranked, RecallIndex } from './recall-index.ts'

/** A question in the terms of a store. */
export interface Question {
  readonly terms: readonly QueryTerm[]
  /** What a text weighs that has every word of it. */
  readonly whole: number
}

export function questionOf({ terms, words }: RecallIndex, query: string): Question {
  return { terms: queryTerms(query, terms, words), whole: wholeWeight(query, terms, words) }
}

/** Of so many of the best the text is read. */
const CLOSELY = 20
/** Up to so many words a text is as good as a sentence; twice as many are none any more. */
const SHORT_WORDS = 100

/** Words that stand in one sentence speak of one thing; scattered over a long text they may be there by chance. */
export function withTogether(
  index: RecallIndex,
  { terms, whole }: Question,
  bestFirst: readonly Ranked[],
  weight: number,
  textOf: (at: number) => string | undefined,
): Ranked[] {
  if (whole === 0) return [...bestFirst]
  return bestFirst.map((one, place) => {
    const short = shortness(index, one.at)
    const ofShort = short === 0 ? 0 : short * weightWithin(index, one.at, terms)
    const text = short === 1 || place >= CLOSELY ? undefined : textOf(one.at)
    const ofLong = text === undefined ? 0 : (1 - short) * bestSentence(text, terms, index.terms)
    return { ...one, score: one.score + (weight * (ofShort + ofLong)) / whole }
  })
}

/** 1 for a text of a few sentences, 0 for a long one. */
export function shortness({ counted }: RecallIndex, at: number): number {
  const [title, description, body] = counted[at]!.lengths
  return Math.max(0, Math.min(1, 2 - (title + description + body) / SHORT_WORDS))
}

/** How much of a question a document has, wherever in it. */
export function weightWithin({ counted }: RecallIndex, at: number, terms: readonly QueryTerm[]): number {
  const own = counted[at]!.terms
  return terms.reduce((sum, { id, weight }) => sum + (own.includes(id) ? weight : 0), 0)
}
