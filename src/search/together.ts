import { type QueryTerm, queryTerms, wholeWeight } from './keywords.ts'
import { type Leaning, type Mixture, SAID } from './leanings.ts'
import { bestSaid, bestSentence } from './passage.ts'
import type { Ranked, RecallIndex } from './recall-index.ts'
import { eachRun } from './runs.ts'
import { cutRun } from './terms.ts'

/** A question in the terms of a store. */
export interface Question {
  readonly terms: readonly QueryTerm[]
  /** What a text weighs that has every word of it. */
  readonly whole: number
}

export function questionOf(
  { terms, words }: RecallIndex,
  query: string,
  weighs?: Leaning['weighs'],
): Question {
  const asked = queryTerms(query, terms, words)
  const whole = wholeWeight(query, terms, words)
  if (weighs === undefined) return { terms: asked, whole }
  const names = namesIn(query)
  const heavier = asked.map(one => (names.has(one.term) ? { ...one, weight: one.weight * NAMED } : one))
  const added = heavier.reduce((sum, { weight }, at) => sum + weight - asked[at]!.weight, 0)
  return { terms: heavier, whole: whole + added }
}

/** In a question about who or what belongs together the names count so much more. */
const NAMED = 1.5

/** The terms of words that are written like names: with a capital inside a sentence, a digit, a dot. */
function namesIn(query: string): ReadonlySet<string> {
  const names = new Set<string>()
  let isFirst = true
  eachRun(query.slice(0, 1000), (run, spaced) => {
    const isName = spaced && (/.[\p{Lu}\p{N}_./]/u.test(run) || (!isFirst && /^\p{Lu}/u.test(run)))
    if (isName) for (const term of cutRun(run)) names.add(term)
    isFirst = false
  })
  return names
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
  { together, around }: Pick<Mixture, 'together' | 'around'>,
  says: Leaning['says'],
  textOf: (at: number) => string | undefined,
): Ranked[] {
  if (whole === 0) return [...bestFirst]
  return bestFirst.map((one, place) => {
    const short = shortness(index, one.at)
    const ofShort = short === 0 ? 0 : short * weightWithin(index, one.at, terms)
    const isRead = place < CLOSELY && (short < 1 || says !== undefined)
    const text = isRead ? textOf(one.at) : undefined
    if (text === undefined) return { ...one, score: one.score + (together * ofShort) / whole }
    const ofLong = short === 1 ? 0 : (1 - short) * bestSentence(text, terms, index.terms, around)
    const said = says === undefined ? 0 : bestSaid(text, terms, index.terms, says)
    return { ...one, score: one.score + (together * (ofShort + ofLong) + SAID * said) / whole }
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
