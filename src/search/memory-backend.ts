import type { SearchBackend } from './backend.ts'
import { rowsOf } from './collection.ts'
import type { BatchEmbedder } from './embeddings/batch.ts'
import type { RecallDocument } from './engine.ts'
import { countTerms, invert, queryTerms, scoreByWords, Terms } from './keywords.ts'
import { likenessAt, nearestRows, quantise } from './vectors.ts'

interface Held {
  readonly document: RecallDocument
  readonly vector: Int8Array | undefined
}

/** Documents in memory. Without a model it knows words alone: what answers while there is no vector index, and for what it lacks. */
export function memoryBackend(embedder?: BatchEmbedder): SearchBackend {
  let held: ReadonlyMap<string, Held> = new Map()
  let byWords: ReturnType<typeof wordIndex> | undefined
  const hold = (documents: readonly Held[]) => {
    held = new Map(documents.map(each => [each.document.id, each]))
    byWords = undefined
  }
  const isHeld = (document: RecallDocument): boolean => {
    const known = held.get(document.id)?.document
    return known !== undefined && textOf(known) === textOf(document)
  }
  return {
    async open(documents) {
      const behind = documents.filter(document => !isHeld(document)).map(({ id }) => id)
      return { answers: held.size > 0 || documents.length === 0, behind: new Set(behind) }
    },
    async sync(documents) {
      const changed = documents.filter(document => !isHeld(document))
      const vectors = (await embedder?.embedAll(changed.map(textOf))) ?? []
      const fresh = new Map(
        changed.map((document, at) => [
          document.id,
          { document, vector: vectors[at] && quantise(vectors[at]) },
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

const textOf = ({ title, description, text }: RecallDocument): string => [title, description, text].join('\n')

function wordIndex(documents: readonly RecallDocument[]) {
  const terms = new Terms()
  const counted = documents.map(({ title, description, text }) =>
    countTerms({ title, description, body: text }, terms),
  )
  const index = invert(counted, terms.size)
  return (query: string, limit: number) => {
    const question = queryTerms(query, terms, index)
    const scores = scoreByWords(question, index)
    const ranked: { at: number; score: number }[] = []
    for (const [at, score] of scores.entries()) if (score > 0) ranked.push({ at, score })
    ranked.sort((a, b) => b.score - a.score || a.at - b.at)
    return ranked.slice(0, limit).map(({ at, score }) => {
      const own = new Set(counted[at]!.terms)
      const words = question.filter(({ id }) => own.has(id)).map(({ term }) => term)
      return { id: documents[at]!.id, score, words: words.slice(0, 5) }
    })
  }
}
