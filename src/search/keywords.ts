import { stem, wordSet } from '../languages/index.ts'
import { dateTerms } from './dates.ts'
import { eachRun } from './runs.ts'
import { cutRun, cutUnspaced, HAN_ALONE, termsOf } from './terms.ts'

/** What a document is searched by: its name, what it says it is about, and the rest. */
export interface Fields {
  readonly title: string
  readonly description: string
  readonly body: string
}

/** One document in numbers: which terms, how often in the body, how often in title and description. */
export interface Counted {
  readonly terms: Uint32Array
  readonly body: Uint8Array
  /** Title in the low four bits, description in the high ones. */
  readonly head: Uint8Array
  readonly lengths: readonly [title: number, description: number, body: number]
}

/** Runs whose terms are remembered, so that a word is cut and stemmed once. */
const MOST_RUNS = 300_000
const LONGEST_KEPT = 10

/** Numbers for terms, in the order in which they were met. A term is known by 53 bits: no string is kept or loaded. */
export class Terms {
  private readonly ids = new Map<number, number>()
  private readonly runs = new Map<string, readonly number[]>()

  constructor(keys: Iterable<number> = []) {
    for (const key of keys) this.ids.set(key, this.ids.size)
  }

  get size(): number {
    return this.ids.size
  }

  keys(): Float64Array {
    return Float64Array.from(this.ids.keys())
  }

  find(term: string): number | undefined {
    return this.ids.get(keyOf(term))
  }

  /** Calls for every term of a text; terms that are new get a number. */
  each(text: string, take: (id: number) => void): void {
    for (const term of dateTerms(text)) take(this.idOf(term))
    eachRun(text, (run, spaced) => {
      // Korean words come again and again; a Chinese clause between two commas does not.
      if (!spaced && run.length > LONGEST_KEPT) for (const term of cutUnspaced(run)) take(this.idOf(term))
      else for (const id of this.ofRun(run, spaced)) take(id)
    })
  }

  private ofRun(run: string, spaced: boolean): readonly number[] {
    const known = this.runs.get(run)
    if (known !== undefined) return known
    const ids = (spaced ? cutRun(run) : cutUnspaced(run)).map(term => this.idOf(term))
    if (this.runs.size >= MOST_RUNS) this.runs.clear()
    this.runs.set(run, ids)
    return ids
  }

  private idOf(term: string): number {
    const key = keyOf(term)
    const id = this.ids.get(key)
    if (id !== undefined) return id
    this.ids.set(key, this.ids.size)
    return this.ids.size - 1
  }
}

function keyOf(term: string): number {
  let [a, b] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x5bd1e995)
    b ^= b >>> 15
  }
  return (a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff)
}

const TITLE = 0
const DESCRIPTION = 1
const BODY = 2

export function countTerms(fields: Fields, terms: Terms): Counted {
  const places = new Map<number, number>()
  const counts: number[] = []
  const lengths: [number, number, number] = [0, 0, 0]
  const add = (text: string, field: 0 | 1 | 2) =>
    terms.each(text, id => {
      let place = places.get(id)
      if (place === undefined) {
        place = places.size
        places.set(id, place)
        counts.push(0, 0, 0)
      }
      counts[place * 3 + field]!++
      lengths[field]++
    })
  add(fields.title, TITLE)
  add(fields.description, DESCRIPTION)
  add(fields.body, BODY)
  const body = new Uint8Array(places.size)
  const head = new Uint8Array(places.size)
  for (let at = 0; at < places.size; at++) {
    body[at] = Math.min(counts[at * 3 + BODY]!, 255)
    head[at] = Math.min(counts[at * 3]!, 15) | (Math.min(counts[at * 3 + DESCRIPTION]!, 15) << 4)
  }
  return { terms: Uint32Array.from(places.keys()), body, head, lengths }
}

export interface Weights {
  readonly k1: number
  readonly title: number
  readonly description: number
  /** How much a long body counts against a word in it; title and description are short and count by half of it. */
  readonly b: number
}

export const WEIGHTS: Weights = { k1: 2, title: 4, description: 3, b: 0.8 }

/** The postings, turned round: for each term the documents that have it, and how much it counts there (0 to 255). */
export interface KeywordIndex {
  readonly size: number
  readonly starts: Uint32Array
  readonly documents: Uint32Array
  readonly impacts: Uint8Array
}

export function invert(counted: readonly Counted[], termCount: number, weights = WEIGHTS): KeywordIndex {
  const starts = new Uint32Array(termCount + 1)
  for (const { terms } of counted) for (const term of terms) starts[term + 1]!++
  for (let at = 0; at < termCount; at++) starts[at + 1]! += starts[at]!
  const next = starts.slice(0, termCount)
  const documents = new Uint32Array(starts[termCount]!)
  const impacts = new Uint8Array(documents.length)
  const mean = meanLengths(counted)
  for (const [document, one] of counted.entries()) {
    const norms = normsOf(one.lengths, mean, weights)
    for (let at = 0; at < one.terms.length; at++) {
      const place = next[one.terms[at]!]!++
      const head = one.head[at]!
      const often =
        one.body[at]! * norms[BODY] + (head & 15) * norms[TITLE] + (head >> 4) * norms[DESCRIPTION]
      documents[place] = document
      impacts[place] = Math.max(1, Math.round((255 * often) / (often + weights.k1)))
    }
  }
  return { size: counted.length, starts, documents, impacts }
}

type Three = [number, number, number]

function meanLengths(counted: readonly Counted[]): Three {
  const sum: Three = [0, 0, 0]
  const having: Three = [0, 0, 0]
  for (const { lengths } of counted) {
    for (const field of [TITLE, DESCRIPTION, BODY] as const) {
      sum[field] += lengths[field]
      if (lengths[field] > 0) having[field]++
    }
  }
  return sum.map((total, field) => total / Math.max(1, having[field]!)) as Three
}

function normsOf(lengths: Counted['lengths'], mean: Three, { title, description, b }: Weights): Three {
  const norm = (field: 0 | 1 | 2, weight: number, by: number) =>
    weight / (1 - by + (by * lengths[field]) / Math.max(1, mean[field]))
  return [norm(TITLE, title, b / 2), norm(DESCRIPTION, description, b / 2), norm(BODY, 1, b)]
}

/** A term of a question, how rare it is, and how much it counts. */
export interface QueryTerm {
  readonly id: number
  readonly term: string
  readonly weight: number
}

/** More terms than this do not make a question clearer: the rarest count. */
const MOST_TERMS = 128

export function queryTerms(query: string, terms: Terms, index: KeywordIndex): QueryTerm[] {
  const often = new Map<string, number>()
  for (const term of [...termsOf(query), ...dateTerms(query)]) often.set(term, (often.get(term) ?? 0) + 1)
  const found: QueryTerm[] = []
  for (const [term, times] of often) {
    const having = havingOf(term, terms, index)
    if (having > 0)
      found.push({ id: terms.find(term)!, term, weight: weightOf(term, times, index.size, having) })
  }
  return found.sort((a, b) => b.weight - a.weight || a.id - b.id).slice(0, MOST_TERMS)
}

/** What a document would score that had every word of the question. */
export function wholeWeight(query: string, terms: Terms, index: KeywordIndex): number {
  return allTerms(query, terms, index).reduce((sum, { weight }) => sum + weight, 0)
}

/** The terms of a question, those too that no document has: they tell that its words are not the store's. */
export function allTerms(
  query: string,
  terms: Terms,
  index: KeywordIndex,
): { readonly term: string; readonly weight: number }[] {
  return [...new Set(termsOf(query))]
    .slice(0, MOST_TERMS)
    .map(term => ({ term, weight: weightOf(term, 1, index.size, havingOf(term, terms, index)) }))
}

/** In a small store "how" and "we" may be as rare as names: words that say nothing of a subject count less in any. */
const SMALL = 0.3
const SMALL_WORDS = new Set(
  [...wordSet(({ words }) => words?.silent, 'en')]
    .filter(word => word !== 'user')
    .map(word => stem(word, 'full')),
)

const SMALL_CHINESE = new Set([
  ...wordSet(({ words }) => words?.silent, 'zh'),
  ...wordSet(({ words }) => words?.stop, 'zh'),
])
/** A character by itself beside the words that it stands in. */
const ALONE = 0.3

function weightOf(term: string, times: number, all: number, having: number): number {
  const share = (isSmall(term) ? SMALL : 1) * (HAN_ALONE.test(term) ? ALONE : 1)
  return rarity(all, having) * (1 + Math.log(times)) * share
}

/** A pair of two small characters is one that a question has by its form. */
const isSmall = (term: string): boolean =>
  SMALL_WORDS.has(term) ||
  SMALL_CHINESE.has(term) ||
  (term.length === 2 && SMALL_CHINESE.has(term[0]!) && SMALL_CHINESE.has(term[1]!))

/** How many documents have a term. */
export function havingOf(term: string, terms: Terms, { starts }: KeywordIndex): number {
  const id = terms.find(term)
  return id === undefined || id + 1 >= starts.length ? 0 : starts[id + 1]! - starts[id]!
}

export function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** What each document says to the question: BM25 over the three fields. */
export function scoreByWords(question: readonly QueryTerm[], index: KeywordIndex): Float32Array {
  const scores = new Float32Array(index.size)
  const { starts, documents, impacts } = index
  for (const { id, weight } of question) {
    const factor = weight / 255
    for (let at = starts[id]!, end = starts[id + 1]!; at < end; at++)
      scores[documents[at]!]! += impacts[at]! * factor
  }
  return scores
}
