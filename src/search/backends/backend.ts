import { sha256 } from '../../disk/index.ts'
import type { RecallDocument } from '../engine.ts'

/**
 * Where documents are kept so that they can be asked by meaning and by words. A backend is a copy: dropping it loses nothing, and
 * what it gives is ids, never texts. It never leads: the engine ranks by the words of the documents at hand.
 */
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

/**
 * - `behind`: usable, and not everything is in it yet.
 * - `damaged`: cannot be read, and is made anew.
 * - `unusable`: it is not installed or cannot be reached; what is there may be whole.
 */
export type BackendState = 'ready' | 'behind' | 'absent' | 'other-model' | 'damaged' | 'unusable' | 'off'

export interface BackendView {
  readonly state: BackendState
  /** Why it is not `ready`, for people. */
  readonly why: string | undefined
  /** Whether it can be asked, with whatever it has. */
  readonly answers: boolean
  /** Ids of documents that it does not hold as they are now. */
  readonly behind: ReadonlySet<string>
  readonly rows: number
  /** What the vectors in it were made with. */
  readonly model: string | null
  readonly dimensions: number | null
}

export interface Synced {
  readonly embedded: number
  readonly kept: number
  readonly removed: number
}

export interface Found {
  readonly id: string
  readonly score: number
}

/** The text that stands for a document in a backend: what is embedded, searched and compared. */
export function indexedText({ title, description, text }: RecallDocument): string {
  return [title, description, text].filter(part => part !== '').join('\n')
}

/** What tells whether a backend holds a document as it is now. */
export function indexedHash(document: RecallDocument): string {
  return sha256(indexedText(document)).slice(0, 32)
}

/** What is looked at for meaning: the beginning says what a text is about. */
export const MEANT = 2000
