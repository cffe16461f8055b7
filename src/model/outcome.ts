import type { FileName } from './file-name.ts'
import type { Action, IndexSummary, Plan, Reason, Rules } from './plan.ts'

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
  /** Folders where an earlier run was cut off and waits for `dream doctor --fix`. */
  readonly unfinished: readonly { readonly label: string; readonly run: string }[]
  /** What discovery wants to be known: a symlinked root, a setting that was not followed. */
  readonly notes: readonly string[]
  readonly seconds: number
  /** Started by a clock: a lock that another run holds is then no failure. */
  readonly scheduled?: boolean
  /** P4: what asking models came to; absent where none was asked. */
  readonly spent?: readonly SpentRow[]
}

export type ExitCode = 0 | 1 | 2 | 3 | 4

/**
 * D26, the most telling number first: 2 a given path is not there, 4 another run holds the lock (nothing to worry about
 * on a schedule), 1 something failed or was held back, 3 `--check` found work, 0 otherwise.
 */
export function exitCode(report: Report): ExitCode {
  if (report.missing.length > 0) return 2
  if (report.results.some(isLocked) && report.scheduled !== true) return 4
  if (report.results.some(wentWrong) || wasHeldBack(report) || waitsForRecovery(report)) return 1
  if (report.mode === 'check' && hasWork(report)) return 3
  return 0
}

/** The same for commands that only carry something out: undo, recover. */
export function outcomeExitCode(results: readonly FolderOutcome[]): ExitCode {
  if (results.some(isLocked)) return 4
  return results.some(wentWrong) ? 1 : 0
}

const isLocked = (result: FolderOutcome): boolean => result.failure?.kind === 'locked'

function wentWrong(result: FolderOutcome): boolean {
  if ((result.failure !== undefined && !isLocked(result)) || result.salvaged.length > 0) return true
  return result.outcomes.some(outcome => outcome.result !== 'done')
}

const wasHeldBack = (report: Report): boolean =>
  report.plan.folders.some(folder => folder.withheld.length > 0)

const ONLY_LOOKS: readonly Mode[] = ['dry-run', 'check', 'plan']

const waitsForRecovery = (report: Report): boolean =>
  report.unfinished.length > 0 && ONLY_LOOKS.includes(report.mode)

function hasWork(report: Report): boolean {
  const folders = report.plan.folders
  if (folders.some(folder => folder.actions.length > 0)) return true
  return report.plan.rules === 'propose' && folders.some(folder => folder.proposals.length > 0)
}

/** P4: what asking a model came to, by role and purpose. */
export interface SpentRow {
  readonly role: string
  readonly purpose: string
  /** The model and where it was asked. */
  readonly model: string
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In US dollars; null where no price is known. */
  readonly cost: number | null
}

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
