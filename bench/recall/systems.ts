import { stem } from '../../src/languages/index.ts'
import { ccbEngine } from '../../src/search/ccb-engine.ts'
import { collect, embeddedText, fieldsOf } from '../../src/search/collection.ts'
import type { Embedder } from '../../src/search/embeddings/embedder.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { likenessAt, quantise } from '../../src/search/vectors.ts'
import { openLance } from './lance.ts'
import { openUserPath } from './user-path.ts'

/** A store that answers with ids of documents, best first. */
export interface Asker {
  ask(query: string, limit: number): Promise<readonly string[]>
  close(): void | Promise<void>
}

type Documents = readonly RecallDocument[]

/** What a user could take. */
export interface System {
  readonly name: string
  open(documents: readonly RecallDocument[]): Promise<Asker>
}

export function systems(embedder: Embedder | undefined, wanted: { readonly lance: boolean }): System[] {
  const meaning = embedder === undefined ? undefined : (text: string) => embedder.embed(text)
  const all: System[] = [
    { name: 'Dream', open: documents => openUserPath(documents, 'files') },
    ...(wanted.lance
      ? [{ name: 'Dream with LanceDB', open: (some: Documents) => openUserPath(some, 'with-lance') }]
      : []),
    { name: 'engine: words, meaning, neighbours', open: async documents => dream(documents, meaning) },
    { name: 'engine without its model', open: async documents => dream(documents, undefined) },
    { name: 'BM25', open: async documents => plainWords(documents, plainTerms) },
    { name: 'BM25, pairs of characters', open: async documents => plainWords(documents, pairTerms) },
  ]
  if (embedder !== undefined) {
    all.push({ name: 'vectors alone', open: async documents => vectorsAlone(documents, embedder) })
    if (wanted.lance)
      all.push({ name: "LanceDB's own hybrid", open: documents => openLance(documents, embedder) })
  }
  return all
}

function dream(
  documents: readonly RecallDocument[],
  meaning: ((text: string) => Float32Array) | undefined,
): Asker {
  const engine = ccbEngine({
    index: collect(documents, meaning),
    documents,
    textOf: ({ text }) => ({ text, line: 1 }),
    meaning,
    today: documents.reduce((newest, { day }) => (day !== null && day > newest ? day : newest), '2000-01-01'),
  })
  const { signal } = new AbortController()
  return {
    ask: async (query, limit) => {
      const { hits } = await engine.search({ query, limit, walk: [] }, signal)
      return hits.map(({ document }) => document.id)
    },
    close: () => {},
  }
}

export const wholeText = ({ title, description, text }: RecallDocument): string =>
  `${title}\n${description}\n${text}`

/** All systems that need a vector have it of the same text. */
export const vectorText = (document: RecallDocument): string => embeddedText(fieldsOf(document))

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** As any library does it, with stop words and stems; k1 1.2, b 0.75. The text has its date, if it has one. */
function plainWords(documents: Documents, termsIn: (text: string) => string[]): Asker {
  const postings = new Map<string, [at: number, often: number][]>()
  const lengths = documents.map((document, at) => {
    const terms = termsIn(wholeText(document))
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, often] of counts) {
      const list = postings.get(term)
      if (list === undefined) postings.set(term, [[at, often]])
      else list.push([at, often])
    }
    return terms.length
  })
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  return {
    ask: async (query, limit) => {
      const scores = new Map<number, number>()
      for (const term of new Set(termsIn(query))) {
        const list = postings.get(term) ?? []
        const rarity = Math.log(1 + (documents.length - list.length + 0.5) / (list.length + 0.5))
        for (const [at, often] of list) {
          const norm = 1.2 * (0.25 + (0.75 * lengths[at]!) / mean)
          scores.set(at, (scores.get(at) ?? 0) + (rarity * often * 2.2) / (often + norm))
        }
      }
      return best([...scores], limit).map(at => documents[at]!.id)
    },
    close: () => {},
  }
}

const STOP = new Set(
  `a about after all also am an and any are as at be because been before being but by can could did do does doing for from
  had has have having he her here hers him his how i if in into is it its just me more most my no nor not of off on once
  only or other our out over own same she should so some such than that the their them then there these they this those
  through to too under until up very was we were what when where which while who whom why will with would you your
  的 了 是 在 我 你 他 她 它 我们 你们 他们 这 那 有 和 与 就 都 也 吗 呢 吧 什么 怎么 哪 哪个 为什么 谁 几 多少 一个 不 要 用`.split(
    /\s+/,
  ),
)

/** Words of the segmenter, English ones stemmed. */
function plainTerms(text: string): string[] {
  const terms: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase()))
    if (isWordLike === true && !STOP.has(segment))
      terms.push(/^[a-z']+$/.test(segment) ? stem(segment, 'full') : segment)
  return terms
}

/** The same, with pairs of characters instead of words in Chinese. */
function pairTerms(text: string): string[] {
  const pairs = Array.from(text.matchAll(/\p{Script=Han}{2,}/gu), ([run]) => {
    const characters = [...run]
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  })
  return [...plainTerms(text).filter(term => !/\p{Script=Han}/u.test(term)), ...pairs.flat()]
}

function vectorsAlone(documents: readonly RecallDocument[], embedder: Embedder): Asker {
  const { dimensions } = embedder
  const rows = new Int8Array(documents.length * dimensions)
  for (const [at, document] of documents.entries())
    rows.set(quantise(embedder.embed(vectorText(document))), at * dimensions)
  return {
    ask: async (query, limit) => {
      const asked = quantise(embedder.embed(query))
      const scores = documents.map((_, at): [number, number] => [
        at,
        likenessAt({ dimensions, rows }, at, asked),
      ])
      return best(scores, limit).map(at => documents[at]!.id)
    },
    close: () => {},
  }
}

function best(scores: [number, number][], limit: number): number[] {
  return scores
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, limit)
    .map(([at]) => at)
}
