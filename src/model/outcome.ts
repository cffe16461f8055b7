import type { FileName } from './file-name.ts'
import type { Action, IndexSummary, Plan } from './plan.ts'
import type { SpentRow } from './spent.ts'

/** What became of an action. */
export type Outcome =
  | { readonly action: Action; readonly result: 'done' }
  /** Someone else wrote the file since the plan was made: their bytes stay. */
  | { readonly action: Action; readonly result: 'changed-meanwhile'; readonly detail: string }
  /** An action that this one needs was not done. */
  | { readonly action: Action; readonly result: 'not-started'; readonly detail: string }
  | { readonly action: Action; readonly result: 'failed'; readonly detail: string }

export interface FolderOutcome {
  readonly root: string
  readonly label: string
  /** Absent where there was nothing to do, so nothing was recorded. */
  readonly run?: string
  readonly outcomes: readonly Outcome[]
  /** Edits that others made to a file in the moment it was replaced: kept, and where. */
  readonly salvaged: readonly { readonly file: FileName; readonly kept: string }[]
  readonly warnings: readonly string[]
  /** What became of the index, counted in the file before and after. */
  readonly index?: IndexSummary
  /** Memories of the plan that are not there any more, and not by this run's doing. */
  readonly vanished?: readonly FileName[]
  /**
   * Set where the folder could not be written at all: lock held, state directory unwritable, recovery refused. With
   * `unfinished` the run was cut off: what it is about to do is on disk, and recovery carries it to its end.
   */
  readonly failure?: { readonly kind: 'locked' | 'failed' | 'unfinished'; readonly sentence: string }
}

/**
 * - `live`: planned and carried out.
 * - `dry-run`, `check`, `plan`: planned only; nothing was written, not even a cache.
 * - `declined`: planned, shown, and the person said not now.
 */
export type Mode = 'live' | 'dry-run' | 'check' | 'plan' | 'declined'

/** What became of a folder's memories since the last run, edits of others and new ones alike (A5). */
export interface Since {
  readonly root: string
  /** As they were: known by size and time, or by hash. */
  readonly skipped: number
  readonly updated: number
  readonly added: number
  readonly removed: number
}

/** One run, from plan to result: what every rendering is made from. */
export interface Report {
  readonly mode: Mode
  readonly plan: Plan
  /** Empty unless the mode is `live`. */
  readonly results: readonly FolderOutcome[]
  /** For each folder that was read; absent where nobody compared. */
  readonly since?: readonly Since[]
  /** Given paths that are not there. */
  readonly missing: readonly string[]
  /** Folders where an earlier run was cut off and waits for `dream recover`. */
  readonly unfinished: readonly { readonly label: string; readonly run: string }[]
  /** What discovery wants to be known: a symlinked root, a setting that was not followed. */
  readonly notes: readonly string[]
  readonly seconds: number
  /** Started by a clock: a lock that another run holds is then no failure. */
  readonly scheduled?: boolean
  /** P4: what asking models came to; absent where none was asked. */
  readonly spent?: readonly SpentRow[]
}
