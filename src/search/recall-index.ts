import type { Counted, KeywordIndex, Terms } from './keywords.ts'
import type { VectorRows } from './vectors.ts'

/** What ranking needs to know of a document beside its numbers. */
export interface DocumentInfo {
  /** Documents of one folder, or of one file or day where the documents are parts: they speak for each other. */
  readonly neighbourhood: string
  /** Of parts of a file, those before and after go on about the same. */
  readonly order: 'as-written' | 'none'
  readonly weight: number
}

/** A store that can be asked: words, and meaning where there is a model. */
export interface RecallIndex {
  readonly documentInfo: readonly DocumentInfo[]
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
