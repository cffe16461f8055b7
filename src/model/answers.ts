import type { FileName } from './file-name.ts'
import type { Finding } from './finding.ts'
import type { RunRecord } from './history.ts'
import type { JournalStatus } from './journal-answers.ts'
import type { FolderOutcome, Outcome } from './outcome.ts'
import type { Action, Proposal, Verdict } from './plan.ts'
import type { Layout } from './snapshot.ts'
import type { MemoryVersions, Version } from './version.ts'

/** What the commands beside `run` answer, as data; `report/` has the words. */

export interface UndoReport {
  /** The run that was taken back. */
  readonly run: string
  /** When that run was. */
  readonly at: string
  /** This undo was begun by an earlier command that was cut off; now it is at its end. */
  readonly carriedOn?: true
  /** The name of this undo: taking it back in turn is a redo. */
  readonly redo: string
  readonly results: readonly FolderOutcome[]
  /** Files that were changed since: they stay, and what they were then is kept beside them. */
  readonly keptBoth: readonly { readonly file: string; readonly kept: string }[]
  /** Files that stay as they are, and why: changed since the run made them, or what they were was purged. */
  readonly stayed: readonly { readonly file: string; readonly why: string }[]
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
  /** `lines: null` where it is too large to be read. */
  readonly index?: { readonly lines: number | null; readonly bytes: number }
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
  /** How many memories are not as Dream last saw or wrote them: all of them where it never did. */
  readonly changedSince: number
  /** The same in parts. */
  readonly since?: { readonly edited: number; readonly added: number; readonly gone: number }
  readonly stored: { readonly objects: number; readonly bytes: number }
  /** P7: plans that wait for a person. */
  readonly plans?: readonly WaitingPlan[]
  readonly viaSymlink?: string
  /** J13: for a journal workspace. */
  readonly journal?: JournalStatus
}

/** What Dream does by itself: how the last run went, and why the next has not begun yet. */
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

/** P7: a plan that an agent left, and that nobody has decided on yet. */
export interface WaitingPlan {
  readonly label: string
  readonly root: string
  /** The file that `dream apply` takes. */
  readonly path: string
  /** ISO time; empty where the name of the file does not tell it. */
  readonly at: string
  /** What of it can still be done. */
  readonly files: readonly FileName[]
}

/** One change of a plan, beside the file as it is now. */
export interface PlanShown {
  readonly label: string
  readonly file: FileName
  readonly kind: Action['kind']
  readonly state: 'can-be-done' | 'changed-since'
  readonly was?: string
  readonly becomes?: string
}

/** What an action does to one file. Without `before` the file is new, without `after` it goes. */
export interface FileChange {
  readonly file: FileName
  readonly kind: Action['kind']
  readonly before?: string
  readonly after?: string
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

/** What `dream gc` removed, or would remove, from Dream's own state; sizes in bytes. */
export interface GcReport {
  readonly folders: readonly GcFolder[]
  /** Caches of folders that nobody looked at for months, and marks of old sessions. */
  readonly caches: GcPart
  readonly freed: number
}

export interface GcFolder {
  readonly label: string
  readonly root: string
  /** Stored bytes that no run, no look and no plan names. */
  readonly unneeded: GcPart
  /** Versions of Dream's own files that were stored whole and are kept as differences now. */
  readonly packed: GcPart
  /** Halves of lines that stand in history whole, and texts of looks that were cut off. */
  readonly leftovers: GcPart
  /** Files that waited for late edits. */
  readonly trash: GcPart
  readonly freed: number
  /** Why stored bytes that nothing seems to need stayed. */
  readonly held?: string
  readonly failure?: NonNullable<FolderOutcome['failure']>
}

export interface GcPart {
  readonly count: number
  /** How much room that freed. */
  readonly bytes: number
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
  /** What it was done to. */
  readonly files: readonly string[]
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
