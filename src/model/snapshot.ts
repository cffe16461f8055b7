import type { Decision } from './decision.ts'
import type { Clocks, Evidence } from './evidence.ts'
import type { FileName } from './file-name.ts'
import type { Memory } from './memory.ts'
import type { IndexFile } from './memory-index.ts'
import type { ModelOpinion } from './model-opinion.ts'

/** Everything that was read of one memory folder, plus what the project says about it. Checks see this and nothing else. */
export interface Snapshot {
  readonly folder: Folder
  readonly evidence: Evidence
  readonly clocks: ReadonlyMap<FileName, Clocks>
  /** The moment of the run, in microseconds since 1970. The only clock the pure middle knows. */
  readonly now: number
  /** What a person answered to proposals of earlier runs, oldest first. */
  readonly decisions?: readonly Decision[]
  /** Memories that the recall gate would miss, each with a question that it alone answers. */
  readonly unfindable?: ReadonlyMap<FileName, string>
  /** What models said when they were asked; it can raise a question and nothing else. */
  readonly modelOpinions?: readonly ModelOpinion[]
  /** M10: the project's last sign of life. Absent: not known, and that never counts as inactive. */
  readonly activity?: Activity
  /** After so many days without one its project memories expire. Absent: they do not. */
  readonly inactiveDays?: number
  /** What git and Dream's own history tell about the folder's files. Absent: nobody asked, and nothing is proven. */
  readonly past?: FolderPast
}

export interface FolderPast {
  /** Files that the index names, that were here and that left. */
  readonly left: ReadonlyMap<FileName, SeenBy>
  /** Memories that are here and whose line somebody took out of the index. */
  readonly takenOut: ReadonlyMap<FileName, SeenBy>
}

/** Who saw it. `dream`: Dream archived it. `look`: Dream saw it at an earlier look. */
export interface SeenBy {
  readonly by: 'dream' | 'git' | 'look'
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Of git, twelve hex digits. */
  readonly commit?: string
}

/** Where it is recent enough nobody looked for a newer one. */
export interface Activity {
  /** Microseconds since 1970. */
  readonly newest: number
  readonly what: 'commit' | 'session' | 'edit'
}

export interface Folder {
  /** Absolute, links resolved. */
  readonly root: string
  /** How the report names it: relative to the project where it lies inside, else with `~`. */
  readonly label: string
  /** The first word of a rebuilt index's heading: the folder's base name, or the project's where that is `memory`. */
  readonly title: string
  readonly layout: Layout
  readonly index: IndexFile | undefined
  readonly memories: readonly Memory[]
  /** Files that are there and could not be taken as memories; each is reported and none is touched. */
  readonly oddities: readonly Oddity[]
  /** Sub-folders: listed, never changed. */
  readonly subfolders: readonly string[]
  /** `failed` withholds every archive: what could not be listed may hold what we would miss. */
  readonly listing: { readonly state: 'whole' } | { readonly state: 'failed'; readonly why: string }
}

/**
 * - `index`: `MEMORY.md` lists the memory files beside it (Claude Code and its kin).
 * - `journal`: `memory/YYYY-MM-DD.md` beside a snapshot `MEMORY.md` (OpenClaw): nothing here is rebuilt.
 * - `unclear`: both readings fit; nothing is written until `--layout` says which.
 */
export type Layout = 'index' | 'journal' | 'unclear'

export interface Oddity {
  readonly name: string
  readonly kind: OddityKind
  /** One sentence for the report. */
  readonly detail: string
}

export type OddityKind =
  | 'unreadable'
  | 'not-utf8'
  | 'too-large'
  | 'symlink'
  | 'not-a-file'
  | 'dated-name'
  | 'odd-name'
  | 'name-twin'
