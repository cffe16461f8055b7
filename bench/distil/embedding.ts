import { cosine } from '../../src/journal/likeness.ts'
import type { Embedder } from '../../src/search/embeddings/embedder.ts'
import { overlap, significantWords } from '../../src/text/words.ts'
import { CHINESE_PAIRS, ENGLISH_PAIRS } from './paraphrases.ts'

type Pairs = readonly (readonly [string, string])[]
type Measure = (a: string, b: string) => number

/** How many firsts find their own second before any other. */
function hitAtOne(pairs: Pairs, measure: Measure): number {
  const hits = pairs.filter(([first, second]) =>
    pairs.every(([, other]) => other === second || measure(first, second) > measure(first, other)),
  )
  return hits.length / pairs.length
}

export interface EmbeddingRow {
  readonly measure: string
  readonly english: number
  readonly chinese: number
}

export function compareMeasures(embedder: Embedder | undefined): EmbeddingRow[] {
  const row = (measure: string, by: Measure): EmbeddingRow => {
    return { measure, english: hitAtOne(ENGLISH_PAIRS, by), chinese: hitAtOne(CHINESE_PAIRS, by) }
  }
  const lexical = [
    row('shared words', (a, b) => overlap(significantWords(a), significantWords(b))),
    row('shared trigrams', trigrams),
    row('shared characters', (a, b) => jaccard(new Set(a.toLowerCase()), new Set(b.toLowerCase()))),
  ]
  if (embedder === undefined) return lexical
  const cache = new Map<string, Float32Array>()
  const embed = (text: string) => {
    const known = cache.get(text) ?? embedder.embed(text)
    cache.set(text, known)
    return known
  }
  return [...lexical, row('static model', (a, b) => cosine(embed(a), embed(b)))]
}

function trigrams(a: string, b: string): number {
  return jaccard(gramsOf(a), gramsOf(b))
}

function gramsOf(text: string): Set<string> {
  const chars = [...text.toLowerCase()]
  return new Set(chars.map((_, at) => chars.slice(at, at + 3).join('')))
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter(each => b.has(each)).length
  return shared / (a.size + b.size - shared)
}
