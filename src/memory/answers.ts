import type { FileName } from './file-name.ts'
import type { Finding } from './finding.ts'
import type { RunRecord } from './history.ts'
import type { FolderOutcome, Outcome } from './outcome.ts'
import type { Verdict } from './plan.ts'
import type { Layout } from './snapshot.ts'

/** What the commands beside `run` answer, as data; `report/` has the words. */

export interface UndoReport {
  /** The run that was taken back. */
  readonly run: string
  /** When that run was. */
  readonly at: string
  /** The name of this undo: taking it back in turn is a redo. */
  readonly redo: string
  readonly results: readonly FolderOutcome[]
  /** Files that were changed since: they stay, and what they were then is kept beside them. */
  readonly keptBoth: readonly { readonly file: string; readonly kept: string }[]
}

export interface RecoverReport {
  readonly folders: readonly {
    readonly label: string
    readonly root: string
    readonly recovered: readonly { readonly run: string; readonly outcomes: readonly Outcome[] }[]
    readonly failure?: string
  }[]
}

export interface FolderHistory {
  readonly label: string
  readonly root: string
  readonly records: readonly RunRecord[]
  /** Lines of the history file that could not be read. */
  readonly damage: readonly string[]
}

export interface FolderStatus {
  readonly label: string
  readonly root: string
  readonly layout: Layout
  readonly memories: number
  readonly index?: { readonly lines: number; readonly bytes: number }
  readonly lastRun?: {
    readonly run: string
    readonly at: string
    readonly command: string
    readonly done: number
  }
  readonly unfinished: readonly string[]
  readonly holder?: {
    readonly pid: number
    readonly host: string
    readonly since: string
    readonly command: string
  }
  /** Memories written since the last run. */
  readonly changedSince: number
  readonly stored: { readonly objects: number; readonly bytes: number }
  readonly viaSymlink?: string
}

/** How Dream looks at one memory, and what would make it look otherwise. */
export interface Explanation {
  readonly label: string
  readonly file: FileName
  readonly verdict: Verdict
  readonly references: readonly {
    readonly text: string
    readonly line: number
    readonly strength: string
    readonly answer: string
  }[]
  readonly findings: readonly Finding[]
  readonly wouldChange: readonly string[]
  readonly protectedBy: readonly string[]
}

export interface Loaded {
  readonly text: string
  readonly parts: readonly { readonly title: string; readonly chars: number; readonly cut: boolean }[]
}

export interface PurgeReport {
  readonly label: string
  readonly erased: readonly {
    readonly hash: string
    readonly size: number
    readonly files: readonly string[]
  }[]
  readonly kept: readonly { readonly hash: string; readonly why: string }[]
  /** Runs that can no longer be undone whole. */
  readonly brokenRuns: readonly string[]
}

export interface FsckReport {
  readonly label: string
  readonly root: string
  readonly checked: { readonly objects: number; readonly records: number; readonly bytes: number }
  readonly problems: readonly {
    readonly what: string
    readonly where: string
    readonly now: string
    readonly severity: 'damage' | 'leftover'
  }[]
}
