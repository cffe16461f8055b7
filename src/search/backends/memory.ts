import { rowsOf } from '../collection.ts'
import type { BatchEmbedder } from '../embeddings/batch.ts'
import type { RecallDocument } from '../engine.ts'
import { countTerms, invert, queryTerms, scoreByWords, Terms } from '../keywords.ts'
import { likenessAt, nearestRows, quantise } from '../vectors.ts'
import { indexedHash, indexedText, MEANT, type SearchBackend } from './backend.ts'

interface Held {
  readonly document: RecallDocument
  readonly hash: string
  readonly vector: Int8Array | undefined
}

/** Documents in memory. Without a model it knows words alone. */
export function memoryBackend(embedder?: BatchEmbedder): SearchBackend {
  let held: ReadonlyMap<string, Held> = new Map()
  let byWords: ReturnType<typeof wordIndex> | undefined
  const hold = (documents: readonly Held[]) => {
    held = new Map(documents.map(each => [each.document.id, each]))
    byWords = undefined
  }
  const lacks = (document: RecallDocument) => held.get(document.id)?.hash !== indexedHash(document)
  return {
    async open(documents) {
      const behind = new Set(documents.filter(lacks).map(({ id }) => id))
      const state = behind.size === 0 ? 'ready' : held.size === 0 ? 'absent' : 'behind'
      const dimensions = [...held.values()][0]?.vector?.length ?? null
      const answers = held.size > 0 || documents.length === 0
      return {
        state,
        why: undefined,
        answers,
        behind,
        rows: held.size,
        model: embedder?.name ?? null,
        dimensions,
      }
    },
    async sync(documents) {
      const changed = documents.filter(lacks)
      const vectors = (await embedder?.embedAll(changed.map(one => indexedText(one).slice(0, MEANT)))) ?? []
      const fresh = new Map(
        changed.map((document, at): [string, Held] => [
          document.id,
          { document, hash: indexedHash(document), vector: vectors[at] && quantise(vectors[at]) },
        ]),
      )
      const wanted = new Set(documents.map(({ id }) => id))
      const removed = [...held.keys()].filter(id => !wanted.has(id)).length
      hold(documents.map(({ id }) => fresh.get(id) ?? held.get(id)!))
      return { embedded: changed.length, kept: documents.length - changed.length, removed }
    },
    async nearest(vector, limit) {
      const rows = [...held.values()].filter(({ vector: own }) => own !== undefined)
      const vectors = rowsOf(rows.map(({ vector: own }) => own!))
      const asked = quantise(vector)
      return nearestRows(vectors, asked, limit).map(row => ({
        id: rows[row]!.document.id,
        score: likenessAt(vectors, row, asked),
      }))
    },
    async words(query, limit) {
      byWords ??= wordIndex([...held.values()].map(({ document }) => document))
      return byWords(query, limit)
    },
    async drop() {
      hold([])
    },
    close() {},
  }
}

function wordIndex(documents: readonly RecallDocument[]) {
  const terms = new Terms()
  const counted = documents.map(({ title, description, text }) =>
    countTerms({ title, description, body: text }, terms),
  )
  const index = invert(counted, terms.size)
  return (query: string, limit: number) => {
    const scores = scoreByWords(queryTerms(query, terms, index), index)
    return Array.from(scores, (score, at) => ({ id: documents[at]!.id, score }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
  }
}
