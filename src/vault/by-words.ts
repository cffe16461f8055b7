import { countTerms, invert, queryTerms, type RecallDocument, scoreByWords, Terms } from '../search/index.ts'

export interface WordHit {
  readonly document: RecallDocument
  readonly score: number
  readonly words: readonly string[]
}

/** Search by words alone: what answers while there is no vector index, and for what it lacks. */
export function wordSearch(
  documents: readonly RecallDocument[],
): (query: string, limit: number) => readonly WordHit[] {
  const terms = new Terms()
  const counted = documents.map(({ title, description, text }) =>
    countTerms({ title, description, body: text }, terms),
  )
  const index = invert(counted, terms.size)
  return (query, limit) => {
    const question = queryTerms(query, terms, index)
    const scores = scoreByWords(question, index)
    const ranked: { at: number; score: number }[] = []
    for (const [at, score] of scores.entries()) if (score > 0) ranked.push({ at, score })
    ranked.sort((a, b) => b.score - a.score || a.at - b.at)
    return ranked.slice(0, limit).map(({ at, score }) => {
      const own = new Set(counted[at]!.terms)
      const words = question.filter(({ id }) => own.has(id)).map(({ term }) => term)
      return { document: documents[at]!, score, words: words.slice(0, 5) }
    })
  }
}
