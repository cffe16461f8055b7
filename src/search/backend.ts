import type { RecallDocument } from './engine.ts'

/** Where documents are kept so that they can be asked by meaning and by words. */
export interface SearchBackend {
  /** Opens what is there and compares it with what should be; writes nothing and never throws. */
  open(documents: readonly RecallDocument[]): Promise<BackendView>
  /** Brings it up to date: only what changed is embedded anew. Opened again, it gives the new answers. */
  sync(documents: readonly RecallDocument[]): Promise<Synced>
  /** Nearest in meaning first, each document once. */
  nearest(vector: Float32Array, limit: number): Promise<Found[]>
  /** Best by words first, each document once. */
  words(query: string, limit: number): Promise<Found[]>
  /** Throws away what it keeps, and nothing else. */
  drop(): Promise<void>
  close(): void
}

interface BackendView {
  /** Whether it can be asked, with whatever it has. */
  readonly answers: boolean
  /** Ids of documents that it does not hold as they are now. */
  readonly behind: ReadonlySet<string>
}

export interface Synced {
  readonly embedded: number
  readonly kept: number
  readonly removed: number
}

export interface Found {
  readonly id: string
  readonly score: number
  /** The words of the question that it has, where the backend knows them. */
  readonly words?: readonly string[]
}
