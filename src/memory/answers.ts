import type { FileName } from './file-name.ts'
import type { Finding } from './finding.ts'
import type { RunRecord } from './history.ts'
import type { JournalStatus } from './journal-answers.ts'
import type { FolderOutcome, Outcome } from './outcome.ts'
import type { Proposal, Verdict } from './plan.ts'
import type { Layout } from './snapshot.ts'
import type { MemoryVersions, Version } from './version.ts'

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
  /** J13: for a journal workspace. */
  readonly journal?: JournalStatus
}

/** What Dream does by itself: how the last night went, and why the next has not begun yet. */
export interface AutoStatus {
  readonly last?: { readonly at: string; readonly result: 'done' | 'failed'; readonly words: string }
  /** A dream that is at work just now, in words. */
  readonly atWork?: string
  /** What the gates say: `closed: 3 of 5 sessions since Tuesday`. */
  readonly next: string
  /** When that may change, where it is known. */
  readonly opensAt?: string
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

/** Something that waits for a person, with all that they need to decide. */
export interface QueueItem {
  readonly label: string
  readonly root: string
  readonly proposal: Proposal
  /** Where nobody knows which of two should go: both. */
  readonly choices: readonly FileName[]
  /** What is spoken of, whole: first the one that would change or go. */
  readonly texts: readonly QueueText[]
  /** What accepting it would write. */
  readonly becomes: readonly QueueText[]
}

export interface QueueText {
  readonly file: FileName
  readonly text: string
}

/** Two versions of a memory, whole. */
export interface VersionDifference {
  readonly id: MemoryVersions['id']
  readonly from: Version
  readonly to: Version
  readonly before: string
  readonly after: string
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
  /** With a source: memories that came from it, and those that took something over from them. */
  readonly removed?: readonly { readonly file: FileName; readonly how: 'gone' | 'cut' }[]
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

/** Every setting with its value and where that came from. */
export interface ConfigAnswer {
  readonly settings: readonly {
    readonly path: string
    readonly value: unknown
    readonly origin: 'default' | 'user' | 'project' | 'environment' | 'variable' | 'flag'
    /** The file, block, variable or flag. */
    readonly from?: string
  }[]
  readonly environment?: string
  /** What a project's own file asks for and does not get before `dream trust`. */
  readonly waiting: readonly { readonly path: string; readonly value: unknown; readonly from: string }[]
  /** Who may ask a model, in words. */
  readonly roles: readonly { readonly role: string; readonly words: string }[]
  /** Variables called `DREAM_…` that are no settings. */
  readonly unknownVariables: readonly string[]
}

/** Which projects' own files the user vouches for. */
export interface TrustAnswer {
  readonly did: 'listed' | 'trusted' | 'already' | 'revoked' | 'was-not-trusted' | 'asked'
  readonly file?: string
  readonly trusted: readonly { readonly file: string; readonly sha256: string; readonly at: string }[]
}

/** What is wrong with an installation, and what to do about it. */
export interface DoctorReport {
  readonly looked: readonly string[]
  readonly problems: readonly {
    readonly what: string
    readonly where: string
    readonly fix: string
    readonly severity: 'wrong' | 'worth-knowing'
  }[]
}

/** The daemon and the units that call it. */
export interface DaemonAnswer {
  readonly did:
    | 'installed'
    | 'shown'
    | 'uninstalled'
    | 'was-not-installed'
    | 'not-installed'
    | 'in-place'
    | 'differs'
  readonly system: 'systemd' | 'launchd'
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly enable: readonly string[]
  readonly disable: readonly string[]
  readonly life: {
    readonly state: 'at-work' | 'ended' | 'never-seen'
    readonly pid?: number
    readonly lastSeen?: string
  }
  readonly log: string
}
