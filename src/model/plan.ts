import type { FileName } from './file-name.ts'
import type { Decision, IndexLineChange, Layout, Question } from './folder.ts'
import type { Decay } from './memory.ts'

export const RULES = ['careful', 'seed', 'propose'] as const
export type Rules = (typeof RULES)[number]

/** What the person asked for; the pure middle sees it as data. */
export interface Policy {
  readonly rules: Rules
  /** `--rebuild-index`: D21's form on request. `seed` always rebuilds. */
  readonly index: 'edit' | 'rebuild'
  /** `--merge=append`: what only the pruned file says is appended to the kept one. */
  readonly merge: 'list' | 'append'
  /** `--allow-large` lifts the first limit, and that one alone. */
  readonly large: 'refuse' | 'allow'
  /** Memories touched within this many days are flagged instead of archived. */
  readonly recentDays: number
  readonly expiry: Expiry
}

/** M10: when memories expire, by their type. Those about the user never do. */
export interface Expiry {
  readonly project: { readonly enabled: boolean; readonly inactiveDays: number }
  /** Links are asked only where `checkLinks` says so: this reaches the network. */
  readonly reference: { readonly checkLinks: boolean; readonly timeoutMs: number }
  readonly feedback: Decay
}

/** Also the defaults of the settings `rules`, `policy` and `expiry`. */
export const DEFAULT_POLICY: Policy = {
  rules: 'careful',
  recentDays: 3,
  index: 'edit',
  merge: 'list',
  large: 'refuse',
  expiry: {
    project: { enabled: true, inactiveDays: 180 },
    reference: { checkLinks: false, timeoutMs: 5000 },
    feedback: { decay: 0.95, periodDays: 30 },
  },
}

/**
 * What would change, and what stays and why. Plain data: it can be printed, saved, read back and executed once.
 * The same snapshot and policy give the same plan, byte for byte.
 */
export interface Plan {
  readonly format: 'dream-plan'
  readonly version: 1
  readonly rules: Rules
  readonly folders: readonly FolderPlan[]
}

export interface FolderPlan {
  readonly root: string
  readonly label: string
  readonly layout: Layout
  /** In the order in which they are carried out; the index last. */
  readonly actions: readonly Action[]
  /** What waits for a person. */
  readonly proposals: readonly Proposal[]
  /** What would wait for a person who has answered it. */
  readonly answered: readonly Proposal[]
  /** What a limit held back, and how to lift it. */
  readonly withheld: readonly Withheld[]
  /** What could not be verified, a sentence each: "project folder is not there: staleness is not judged". */
  readonly suspended: readonly string[]
  /** Every memory exactly once. */
  readonly verdicts: readonly Verdict[]
  readonly findings: readonly Finding[]
  readonly warnings: readonly string[]
  readonly subfolders: readonly string[]
  readonly index: IndexSummary
  /** What the recall gate found; absent where nothing would change that can be searched for. */
  readonly recall?: RecallFigure
}

/** Questions made from the memories themselves, asked of the folder as it is and as it would be. */
export interface RecallFigure {
  readonly asked: number
  /** How many of them find their answer now, and how many would. */
  readonly before: number
  readonly after: number
  /** What was left to a person because nobody would find what it says any more. */
  readonly kept: readonly FileName[]
}

/** What the index step does, in D17's and D24's numbers. */
export interface IndexSummary {
  readonly step: 'none' | 'edit' | 'rebuild' | 'create'
  /** Entries that leave, each line of them. */
  readonly removed: number
  /** Entries that are new; plans of 0.1.0 do not say. */
  readonly added?: number
  readonly remaining: number
  /** D42: lines of text that stand in the index itself and are no entries. */
  readonly written?: number
  /** D36: every line that comes or goes; an edited line does both. Absent where the whole index is made anew. */
  readonly lines?: readonly IndexLineChange[]
}

/** D6. `unverified`: nothing could be checked (no project, unknown answers only). */
export type MemoryClass = 'fresh' | 'partially-stale' | 'fully-stale' | 'evergreen' | 'unverified'

/** What becomes of one memory. */
export interface Verdict {
  readonly file: FileName
  readonly class: MemoryClass
  readonly fate: 'stays' | 'goes'
  /** A sentence: why it stays, or why it goes. */
  readonly because: string
  /** M10: of feedback that was not written or confirmed for a while; absent: 1. */
  readonly weight?: number
}

/** A change to one file. Everything that Dream changes is made of these three. */
export type Action = ArchiveAction | WriteAction | AppendAction

interface ActionBase {
  readonly file: FileName
  readonly reason: Reason
  /** The id of the finding that it follows from. */
  readonly finding?: string
  /** Files whose own action in this plan has to be done first; failing that, this one is not started. */
  readonly needs: readonly FileName[]
}

export interface ArchiveAction extends ActionBase {
  readonly kind: 'archive'
  /** SHA-256 of the bytes the plan was made from. */
  readonly expect: string
}

export interface WriteAction extends ActionBase {
  readonly kind: 'write'
  readonly expect: string | 'absent'
  readonly pieces: readonly Piece[]
  /** The time that the file gets, in microseconds since 1970, where it is as old as what it says; not in plan files. */
  readonly modified?: number
}

interface AppendAction extends ActionBase {
  readonly kind: 'append'
  readonly expect: string
  readonly expectLength: number
  readonly text: string
}

/**
 * A part of the text to write. A condition names a file of the same plan: `unlessDone` leaves the piece out once that
 * file's own action is done, `onlyIfDone` puts it in only then. So `MEMORY.md` lists exactly the files that are there, and a
 * repaired link points to what is there, whatever happened to the others. The joined text equal to what the file
 * already holds is no change at all.
 */
export interface Piece {
  readonly text: string
  readonly unlessDone?: FileName
  readonly onlyIfDone?: FileName
}

/**
 * Why a file is changed, as history keeps it. The checks give reasons of their own; `merge`, `index`, `links-repaired`,
 * `undo`, `agent`, `remembered`, `forgotten`, `restored`, `reviewed` and `updated` are everybody's. What it names depends
 * on `why`.
 */
export interface Reason {
  readonly why: string
  /** The memory that says the same. */
  readonly of?: FileName
  /** The memory that holds instead. */
  readonly by?: FileName
  /** The document where it stands now. */
  readonly to?: string
  /** The memory that it became a part of, and those that became parts of it. */
  readonly into?: FileName
  readonly from?: FileName | readonly FileName[]
  /** What it names and is gone. */
  readonly missing?: readonly string[]
  /** The memories that links lead to now. */
  readonly targets?: readonly FileName[]
  /** Where the same memory stands. */
  readonly folder?: string
  readonly other?: FileName
  /** The run that is taken back. */
  readonly run?: string
}

/** Something a person may want, shown with its evidence and never done alone. */
export interface Proposal extends Question {
  readonly finding: Finding
  /** What accepting it would do; empty where only a person can write the fix. */
  readonly actions: readonly Action[]
  /** Why it was not done alone. */
  readonly because: string
  /** How likely a person is to agree that the memory should go; absent where nothing would go. */
  readonly confidence?: Confidence
  /** The answer that holds, or the one that held until a file changed. */
  readonly decision?: Decision
}

export type Confidence = 'sure' | 'likely'

export type Limit =
  | 'large'
  | 'last-memory'
  | 'halved-file'
  | 'failed-listing'
  | 'wrong-root'
  | 'unclear-layout'
  | 'unfindable'

export interface Withheld {
  readonly breaker: Limit
  readonly files: readonly FileName[]
  /** What, where and what now. */
  readonly sentence: string
}

/** What is wrong, and how we know. The check that finds it declares what else it holds; it decides nothing. */
export interface Finding {
  /** Its kind and what it is about: an action names its finding by it. Plans of 0.1.0 have none. */
  readonly id?: string
  readonly kind: string
  /** `observed` rests on what anyone can look up; `suggested` on a model's word, which never acts without a person. */
  readonly source: 'observed' | 'suggested'
  /** True, but seldom worth a person's time: counted in the report, shown by `--verbose` and in JSON. */
  readonly mention?: true
  /** Who leads to the memory that would go: it stays for their sake. */
  readonly citedBy?: string
}
