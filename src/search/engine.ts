import type { IntentKind } from './intent.ts'

/** From the most fleeting to lasting reference knowledge. */
export const LAYERS = ['L1', 'L2', 'L3', 'L4', 'L5'] as const

export type Layer = (typeof LAYERS)[number]

/** The four kinds of edges between memories. */
export const RELATIONS = ['semantic', 'temporal', 'causal', 'entity'] as const

export type Relation = (typeof RELATIONS)[number]

/** The port between one question and the two engines. */
export interface Engine {
  readonly name: EngineName
  /**
   * Best first. `signal` is the deadline of the stage: an engine that can stop in the middle gives what it has, and one
   * that cannot is left behind by the caller.
   */
  search(question: EngineQuestion, signal: AbortSignal): Promise<EngineAnswer>
}

export type EngineName = 'ccb' | 'magma'

export interface EngineQuestion {
  readonly query: string
  readonly limit: number
  /** Relations of the graph that are walked from the first hits; empty for plain questions. */
  readonly walk: readonly Relation[]
  /** What kind of question it is; a plain one where nobody said. */
  readonly intent?: IntentKind
}

export interface EngineAnswer {
  readonly hits: readonly EngineHit[]
  /** Sentences for people: "the vector index is being rebuilt, keywords alone answered". */
  readonly notes: readonly string[]
}

export interface EngineHit {
  readonly document: RecallDocument
  /** Comparable within one answer only; fusion goes by rank. */
  readonly score: number
  /** Why it was found, each a short clause: "words: cache, redis", "near in meaning (0.71)", "same day as …". */
  readonly reasons: readonly string[]
  /** The line of the text that has most of the question, where the engine knows it. */
  readonly match?: string
}

/** One thing that can be found: a memory file, a record of MAGMA, an entry of a journal, of the ledger or of the snapshot. */
export interface RecallDocument {
  /** Stable over runs: `<root id>/<file>`, with `#<part>` for a part of a file. */
  readonly id: string
  readonly engine: EngineName
  readonly part: 'memory' | 'archive' | 'record' | 'journal' | 'snapshot' | 'ledger' | 'index'
  /** The folder's absolute path and the file in it. */
  readonly root: string
  readonly file: string
  /** As people read it: label of the folder and file, with a line where there is one. */
  readonly source: string
  readonly title: string
  readonly description: string
  readonly text: string
  readonly type: string | null
  readonly layer: Layer | null
  /** The day that it is of, else the one when it was last written, YYYY-MM-DD. Never used to push an old fact down. */
  readonly day: string | null
  /** What replaced it, where it says so or Dream knows; shown as a label. */
  readonly supersededBy: string | null
  /** 1, or less for feedback that was long not confirmed: breaks ties and nothing else. */
  readonly weight: number
}
