import type { FileName } from './file-name.ts'
import type { Action } from './plan.ts'
import type { MemoryVersions, Version } from './version.ts'

/** What the commands beside `run` answer, as data; `report/` has the words. */

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

/** Two versions of a memory, whole. */
export interface VersionDifference {
  readonly id: MemoryVersions['id']
  readonly from: Version
  readonly to: Version
  readonly before: string
  readonly after: string
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
