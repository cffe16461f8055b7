import { scoreByWords } from './keywords.ts'
import { type Leaning, MIXTURE, type Mixture, SUITED } from './leanings.ts'
import { withBeside, withNeighbours } from './neighbours.ts'
import type { Ranked, RecallIndex } from './recall-index.ts'
import { type Question, questionOf, shortness, weightWithin, withTogether } from './together.ts'
import { largest, likenessAt, nearestRows, quantise, type VectorRows } from './vectors.ts'
import { behind, meaningMayLead } from './words-lead.ts'

export interface RankingRequest {
  readonly query: string
  readonly most: number
  readonly meaning?: ((text: string) => Float32Array) | undefined
  /** Of the best, the text is looked at too, where it can be had. */
  readonly textOf?: (at: number) => string | undefined
  /** Documents of the day that was asked for, by their numbers. */
  readonly onTheDay?: ReadonlySet<number>
  /** What this kind of question changes. */
  readonly leaning?: Leaning
  /** Documents that suit this kind of question. */
  readonly suits?: (at: number) => boolean
  /** Other weights than the usual, for measuring what each part is worth. */
  readonly mixture?: Partial<Mixture> | undefined
}

/** A best hit with less than this share of the question is not sure of itself. */
const SURE = 0.7
/** Where no document has more than a part of the question, its words are not the store's; from this share on they are. */
const OWN_WORDS = 0.4

const NO_DAY: ReadonlySet<number> = new Set()
/** Looked at more closely than by one number. */
const CANDIDATES = 200
/** Meaning reads no more of a question than this; nobody's question is longer. */
const READ_OF_QUESTION = 2000

/** The best documents for a question, best first. Words lead, as `words-lead.ts` says. */
export function rank(index: RecallIndex, request: RankingRequest): Ranked[] {
  if (request.meaning === undefined || meaningMayLead(request.query)) return mixed(index, request)
  const byWords = mixed(index, { ...request, meaning: undefined })
  if (byWords.length >= request.most) return byWords
  return behind(byWords, mixed(index, request), ({ at }) => at).slice(0, request.most)
}

/** Meaning, neighbours and nearness of the words add to what the words give. */
function mixed(index: RecallIndex, request: RankingRequest): Ranked[] {
  const { onTheDay = NO_DAY, textOf = () => undefined, most, leaning = {} } = request
  const mixture: Mixture = { ...MIXTURE, ...leaning.mixture, ...request.mixture }
  const question = questionOf(index, request.query, leaning.weighs)
  const query = vectorOf(index, request)
  const found = candidates(index, question, request, query, mixture)
  const scored = query === undefined ? found : withMeaning(index, question, found, query, mixture)
  const placed = withNeighbours(index, withBeside(index, scored, mixture.beside), mixture.neighbours)
  const answers = placed.filter(one => one.byWords > 0 || one.byMeaning >= NEAR || onTheDay.has(one.at))
  const closer = withTogether(index, question, bestFirst(index, answers), mixture, leaning.says, textOf)
  return bestFirst(index, closer).slice(0, most)
}

function bestFirst({ documentInfo }: RecallIndex, ranked: readonly Ranked[]): Ranked[] {
  return ranked.toSorted(
    (a, b) => b.score - a.score || documentInfo[b.at]!.weight - documentInfo[a.at]!.weight || a.at - b.at,
  )
}

/** The best by words, the nearest in meaning and those that get a bonus, scored by words alone. */
function candidates(
  { words, vectors }: RecallIndex,
  { terms, whole }: Question,
  request: RankingRequest,
  query: Int8Array | undefined,
  mixture: Mixture,
): Ranked[] {
  const byWords = scoreByWords(terms, words)
  const most = Math.max(CANDIDATES, request.most)
  const { onTheDay = NO_DAY, suits } = request
  const near = query === undefined ? [] : nearestRows(vectors!, query, most / 2)
  const found = [...new Set([...largest(byWords, most), ...onTheDay, ...near])]
  const reached = found.reduce((max, at) => Math.max(max, byWords[at]!), 0)
  const best = Math.max(reached, SURE * whole)
  return found.map(at => ({
    at,
    score:
      (best === 0 ? 0 : byWords[at]! / best) +
      (onTheDay.has(at) ? mixture.onTheDay : 0) +
      (suits?.(at) === true ? SUITED : 0),
    byWords: byWords[at]!,
    byMeaning: query === undefined ? 0 : likenessAt(vectors!, at, query),
  }))
}

function withMeaning(
  index: RecallIndex,
  question: Question,
  found: readonly Ranked[],
  query: Int8Array,
  { meaning, otherWords }: Mixture,
): Ranked[] {
  const nearest = found.reduce((max, one) => Math.max(max, one.byMeaning), 0)
  const usual = usualLikeness(index.vectors!, query)
  if (nearest <= usual) return [...found]
  const foreign = otherWords * foreignness(index, question, found)
  return found.map(one => {
    const near = Math.max(0, (one.byMeaning - usual) / (nearest - usual))
    // The vector of a long text is of everything a little: it is not trusted alone.
    const weight = foreign === 0 ? meaning : meaning + foreign * shortness(index, one.at)
    return { ...one, score: one.score + weight * near }
  })
}

/** 1 where no document has a word of the question, 0 where one has enough of them. */
function foreignness(index: RecallIndex, { terms, whole }: Question, found: readonly Ranked[]): number {
  if (whole === 0) return 1
  let most = 0
  for (const { at, byWords } of found) {
    if (byWords > 0) most = Math.max(most, weightWithin(index, at, terms) / (OWN_WORDS * whole))
    if (most >= 1) return 0
  }
  return 1 - most
}

function vectorOf(index: RecallIndex, { query, meaning }: RankingRequest): Int8Array | undefined {
  if (meaning === undefined || index.vectors === undefined || index.vectors.rows.length === 0)
    return undefined
  const vector = quantise(meaning(query.slice(0, READ_OF_QUESTION)))
  return vector.length === index.vectors.dimensions && vector.some(value => value !== 0) ? vector : undefined
}

const SAMPLE = 255
const FEW = 16
/** The usual cosine of texts that have nothing to do with each other. */
const UNRELATED = 0.25
/** What shares no word with the question has to be this near in meaning. */
export const NEAR = 0.3

/** How near any document is to a question, as a sample tells: what is no nearer says nothing. */
function usualLikeness(vectors: VectorRows, query: Int8Array): number {
  const count = vectors.rows.length / vectors.dimensions
  const step = Math.max(1, Math.floor(count / SAMPLE))
  const sample: number[] = []
  for (let row = 0; row < count; row += step) sample.push(likenessAt(vectors, row, query))
  sample.sort((a, b) => a - b)
  const middle = Math.max(0, sample[(sample.length - 1) >> 1] ?? 0)
  // A few documents are no sample.
  return sample.length < FEW ? Math.min(middle, UNRELATED) : middle
}
