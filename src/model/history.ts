import type { FileName } from './file-name.ts'
import type { Reason, Rules } from './plan.ts'

/** One finished run on one memory folder, as history keeps it. Undo is made from this and the stored bytes alone. */
export interface RunRecord {
  /** The same for every folder that one command changed. */
  readonly run: string
  /** ISO time. */
  readonly at: string
  /** `run`, `apply`, `undo`, `recover`, `purge` … */
  readonly command: string
  readonly rules?: Rules
  /** Where the vault of a journal workspace lay, for runs that wrote to it. */
  readonly vault?: string
  /** Set for an undo: the run it took back. */
  readonly undoes?: string
  readonly changes: readonly Change[]
  /** Set for a purge: the objects whose bytes were erased on request. */
  readonly purged?: readonly string[]
  /** Bytes that others wrote in the very moment of a change and that found no place in the folder. */
  readonly salvaged?: readonly { readonly file: FileName; readonly kept: string }[]
}

/** What happened to one file. `null` is a file that is not there. */
export interface Change {
  readonly kind: 'archive' | 'write' | 'append'
  readonly file: FileName
  readonly from: FileState | null
  readonly to: FileState | null
  readonly reason: Reason
  readonly result: 'done' | 'changed-meanwhile' | 'not-started' | 'failed'
  readonly detail?: string
}

export interface FileState {
  /** SHA-256 of the bytes; they lie in the object store under this name. */
  readonly hash: string
  readonly size: number
  /** Microseconds since 1970. */
  readonly modified: number
  readonly mode: number
  /** Not in records of 0.1.0. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}
