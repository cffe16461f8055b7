import {
  type Counted,
  type KeywordIndex,
  queryTerms,
  scoreByWords,
  type Terms,
  wholeWeight,
} from './keywords.ts'
import { largest, likenessAt, nearestRows, quantise, type VectorRows } from './vectors.ts'

/** What ranking needs to know of a document beside its numbers. */
interface Shelved {
  /** Documents of one folder, or of one file or day where the documents are parts: they speak for each other. */
  readonly neighbourhood: string
  readonly weight: number
}

/** A store that can be asked: words, and meaning where there is a model. */
export interface RecallIndex {
  readonly shelved: readonly Shelved[]
  readonly terms: Terms
  readonly words: KeywordIndex
  readonly counted: readonly Counted[]
  readonly vectors: VectorRows | undefined
}

export interface Ranked {
  /** The document's number in the store. */
  readonly at: number
  readonly score: number
  /** BM25 alone. */
  readonly byWords: number
  /** The cosine; 0 where meaning was not asked. */
  readonly byMeaning: number
}

export interface RankingRequest {
  readonly query: string
  readonly most: number
  readonly meaning?: ((text: string) => Float32Array) | undefined
  /** Documents that get more for another reason, by their number: the day that was asked for. */
  readonly bonus?: ReadonlyMap<number, number>
}

interface Mixture {
  /** How much the nearest in meaning adds, where the best by words has 1. */
  readonly meaning: number
  /** How much more it adds for a text of a few words: the vector of a long one is of everything a little. */
  readonly short: number
  /** How much the best neighbourhood adds. */
  readonly neighbours: number
}

/** Measured on real memory folders: `docs/recall.md` has the table. */
const MIXTURE: Mixture = { meaning: 0.2, short: 0.6, neighbours: 0.2 }
/** In so many words meaning is told as well as in one; from here on it is blurred. */
const SHORT_WORDS = 60
/** A best hit with less than this share of the question is not sure of itself. */
const SURE = 0.7

const NO_BONUS: ReadonlyMap<number, number> = new Map()
/** Looked at more closely than by one number. */
const CANDIDATES = 200
/** Meaning reads no more of a question than this; nobody's question is longer. */
const READ_OF_QUESTION = 2000

/** The best documents for a question, best first. Words lead; meaning and neighbours add to them. */
export function rank(index: RecallIndex, request: RankingRequest, mixture = MIXTURE): Ranked[] {
  const bonus = request.bonus ?? NO_BONUS
  const query = vectorOf(index, request)
  const found = candidates(index, request, query)
  const mixed = query === undefined ? found : withMeaning(index, found, query, mixture)
  return withNeighbours(index, mixed, mixture.neighbours)
    .filter(one => one.byWords > 0 || one.byMeaning >= NEAR || bonus.has(one.at))
    .sort(
      (a, b) => b.score - a.score || index.shelved[b.at]!.weight - index.shelved[a.at]!.weight || a.at - b.at,
    )
    .slice(0, request.most)
}

/** The best by words, the nearest in meaning and those that get a bonus, scored by words alone. */
function candidates(index: RecallIndex, request: RankingRequest, query: Int8Array | undefined): Ranked[] {
  const { terms, words, vectors } = index
  const byWords = scoreByWords(queryTerms(request.query, terms, words), words)
  const most = Math.max(CANDIDATES, request.most)
  const bonus = request.bonus ?? NO_BONUS
  const near = query === undefined ? [] : nearestRows(vectors!, query, most / 2)
  const found = [...new Set([...largest(byWords, most), ...bonus.keys(), ...near])]
  const reached = found.reduce((max, at) => Math.max(max, byWords[at]!), 0)
  const best = Math.max(reached, SURE * wholeWeight(request.query, terms, words))
  return found.map(at => ({
    at,
    score: (best === 0 ? 0 : byWords[at]! / best) + (bonus.get(at) ?? 0),
    byWords: byWords[at]!,
    byMeaning: query === undefined ? 0 : likenessAt(vectors!, at, query),
  }))
}

function withMeaning(
  index: RecallIndex,
  found: readonly Ranked[],
  query: Int8Array,
  mixture: Mixture,
): Ranked[] {
  const nearest = found.reduce((max, one) => Math.max(max, one.byMeaning), 0)
  const usual = usualLikeness(index.vectors!, query)
  if (nearest <= usual) return [...found]
  return found.map(one => {
    const [title, description, body] = index.counted[one.at]!.lengths
    const shortness = Math.max(0, 1 - (title + description + body) / SHORT_WORDS)
    const near = Math.max(0, (one.byMeaning - usual) / (nearest - usual))
    return { ...one, score: one.score + (mixture.meaning + mixture.short * shortness) * near }
  })
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

/** Three good hits in one place make every hit there a little more likely: the question is about that place. */
const SPEAKERS = 3

function withNeighbours(index: RecallIndex, ranked: readonly Ranked[], weight: number): Ranked[] {
  const places = new Map<string, number[]>()
  for (const { at, score } of ranked) {
    const { neighbourhood } = index.shelved[at]!
    const scores = places.get(neighbourhood)
    if (scores === undefined) places.set(neighbourhood, [score])
    else scores.push(score)
  }
  if (places.size < 2) return [...ranked]
  const said = new Map<string, number>()
  for (const [place, scores] of places) {
    const best = scores.sort((a, b) => b - a).slice(0, SPEAKERS)
    said.set(place, best.reduce((sum, score) => sum + score, 0) / SPEAKERS)
  }
  const loudest = Math.max(...said.values())
  if (loudest === 0) return [...ranked]
  const share = (weight * ranked.reduce((max, one) => Math.max(max, one.score), 0)) / loudest
  return ranked.map(one => ({
    ...one,
    score: one.score + share * said.get(index.shelved[one.at]!.neighbourhood)!,
  }))
}
