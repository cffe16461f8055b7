import type { SpentRow } from './spent.ts'

/** What the commands of a journal workspace answer, as data; `report/journal.ts` has the words. */

/** The code of a language: `en`, `zh`. */
type PageLanguage = string

interface ReviewDecision {
  readonly kind: 'updated' | 'added' | 'archived' | 're-emerged' | 'ignored'
  readonly text: string
  readonly reason: string
  readonly source: string
}

export interface ReviewReport {
  readonly root: string
  readonly language: PageLanguage
  /**
   * - `distilled`: journals were read and judged.
   * - `nothing-new`: no journal waited; only the time of the review was written.
   * - `deferred`: somebody is at work. `not-due`, `hibernating`: a tick with nothing to do.
   * - `refused`: too much would have left at once; nothing was written.
   * - `failed`: the files could not be written.
   */
  readonly did:
    | 'distilled'
    | 'nothing-new'
    | 'deferred'
    | 'not-due'
    | 'hibernating'
    | 'refused'
    | 'failed'
    | 'locked'
  readonly run?: string
  readonly why?: string
  readonly journals: readonly string[]
  readonly counts: Readonly<Record<ReviewDecision['kind'], number>>
  readonly size: {
    readonly before: number
    readonly after: number
    readonly target: number
    readonly hard: number
  }
  readonly ledger: number
  readonly decisions: readonly ReviewDecision[]
  readonly rejected: readonly { readonly operation: unknown; readonly why: string }[]
  readonly judge: 'rules' | 'model'
  /** What of a model's opinion counted, where one was asked. */
  readonly testimony?: { readonly raised: number; readonly kept: number; readonly dropped: readonly string[] }
  /** What asking it came to. */
  readonly spent?: readonly SpentRow[]
  /** What the user forgot and what was said again: each waits for a word. */
  readonly waiting: readonly string[]
  /** Where the limit could not be kept: the largest entries. */
  readonly over: readonly string[]
  readonly warnings: readonly string[]
}

export interface JournalStatus {
  readonly language: PageLanguage
  readonly now: string
  readonly chars: number | null
  /** The file changed since Dream counted it. */
  readonly changedSince: boolean
  readonly limits: { readonly target: number; readonly hard: number; readonly cut: number }
  readonly cutFrom: 'configured' | 'openclaw-default' | 'seed'
  readonly ledger: number
  /** So are the ledger and the Obsidian index since they were. */
  readonly ledgerChanged: boolean
  readonly indexChanged: boolean
  readonly lastReview: { readonly at: string; readonly hoursAgo: number } | null
  readonly state: 'active' | 'hibernating' | 'pending'
  readonly idleDays: number
  readonly pendingMinutes: number
  readonly indexed: number
  readonly waiting: number
  readonly vault: { readonly path: string; readonly state: 'there' | 'missing' | 'no-folder' | 'link-out' }
  /** Where OpenClaw dreams too. */
  readonly native: readonly string[]
  readonly notes: readonly string[]
}

export interface RememberReport {
  readonly language: PageLanguage
  readonly as: 'correction' | 'decision' | 'project' | 'note'
  /** The section of `MEMORY.md` that has the new line; null where the journal alone was written. */
  readonly section: 'current' | 'stable' | 'relations' | null
  /** The line of `MEMORY.md` that says the same already. */
  readonly known: string | null
  /** The line whose place the new one took; the ledger keeps it. */
  readonly replaced: string | null
  /** Lines of `MEMORY.md` that come near: they say something else, and stay. */
  readonly near: readonly string[]
  readonly journal: string
  readonly run?: string
  readonly size: { readonly before: number; readonly after: number }
  readonly warnings: readonly string[]
}

export interface ForgetReport {
  readonly language: PageLanguage
  readonly preview: boolean
  readonly run?: string
  readonly matches: readonly { readonly source: string; readonly text: string }[]
  /** Why nothing was removed although something matched. */
  readonly withheld?: string
  readonly warnings: readonly string[]
}

export interface IndexReport {
  readonly did: 'indexed' | 'exists'
  readonly id: string
  readonly title: string
  readonly source: string
  readonly topics: readonly string[]
  readonly summary: string
  readonly toJournal: boolean
  readonly run?: string
  readonly warnings: readonly string[]
}

export interface InitReport {
  readonly root: string
  readonly vault: string
  readonly made: readonly string[]
  readonly run?: string
  readonly warnings: readonly string[]
}

export interface WakeupReport {
  readonly language: PageLanguage
  readonly was: 'asleep' | 'awake'
  readonly idleDays: number
  readonly ledger: readonly {
    readonly id: string
    readonly time: string
    readonly category: string
    readonly summary: string
  }[]
  readonly snapshot: readonly { readonly section: string; readonly lines: readonly string[] }[]
}
