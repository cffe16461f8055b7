import { stem } from '../../src/languages/index.ts'
import { ccbEngine } from '../../src/search/ccb-engine.ts'
import { collect, embeddedText, fieldsOf } from '../../src/search/collection.ts'
import type { Embedder } from '../../src/search/embeddings/embedder.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { likenessAt, quantise } from '../../src/search/vectors.ts'
import { openLance } from './lance.ts'

/** A store that answers with ids of documents, best first. */
export interface Asker {
  ask(query: string, limit: number): Promise<readonly string[]>
  close(): void
}

/** What a user could take. */
export interface System {
  readonly name: string
  open(documents: readonly RecallDocument[]): Promise<Asker>
}

export function systems(embedder: Embedder | undefined, wanted: { readonly lance: boolean }): System[] {
  const meaning = embedder === undefined ? undefined : (text: string) => embedder.embed(text)
  const all: System[] = [
    { name: 'Dream: words, meaning, neighbours', open: async documents => dream(documents, meaning) },
  ]
  all.push({ name: 'Dream without its model', open: async documents => dream(documents, undefined) })
  all.push({ name: 'stemmed BM25 alone', open: async documents => plainWords(documents) })
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

/** As any library does it: words of the segmenter, stemmed where they are English; k1 1.2, b 0.75. */
function plainWords(documents: readonly RecallDocument[]): Asker {
  const postings = new Map<string, [at: number, often: number][]>()
  const lengths = documents.map((document, at) => {
    const terms = plainTerms(wholeText(document))
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
      for (const term of new Set(plainTerms(query))) {
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

function plainTerms(text: string): string[] {
  const terms: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase()))
    if (isWordLike === true) terms.push(/^[a-z']+$/.test(segment) ? stem(segment, 'full') : segment)
  return terms
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
