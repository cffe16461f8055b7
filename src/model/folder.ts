import type { Clocks, Evidence, ModelOpinion } from './evidence.ts'
import type { FileName } from './file-name.ts'
import type { Memory } from './memory.ts'

/** Everything that was read of one memory folder, plus what the project says about it. Checks see this and nothing else. */
export interface Snapshot {
  readonly folder: Folder
  readonly evidence: Evidence
  readonly clocks: ReadonlyMap<FileName, Clocks>
  /** The moment of the run, in microseconds since 1970. The only clock the pure middle knows. */
  readonly now: number
  /** What a person answered to proposals of earlier runs, oldest first. */
  readonly decisions?: readonly Decision[]
  /** What a person corrected, oldest first. */
  readonly superseded?: readonly Superseded[]
  /** Memories that the recall gate would miss, each with a question that it alone answers. */
  readonly unfindable?: ReadonlyMap<FileName, string>
  /** What models said when they were asked; it can raise a question and nothing else. */
  readonly modelOpinions?: readonly ModelOpinion[]
  /** M10: the project's last sign of life. Absent: not known, and that never counts as inactive. */
  readonly activity?: Activity
  /** After so many days without one its project memories expire. Absent: they do not. */
  readonly inactiveDays?: number
  /** What was found out about it already. */
  readonly known?: Known
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
  /** Its agent makes it anew from its sessions: nothing is planned there. */
  readonly isReadOnly?: true
  readonly index: IndexFile | undefined
  readonly memories: readonly Memory[]
  /** Files that are there and could not be taken as memories; each is reported and none is touched. */
  readonly oddities: readonly Oddity[]
  /** Sub-folders: listed, never changed. */
  readonly subfolders: readonly string[]
  /** Lists of notes in sub-folders, and how many notes lie beside each. */
  readonly lists?: readonly { readonly path: string; readonly notes: number }[]
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

/** `MEMORY.md`, line by line. Joining every `text` gives the file back, byte for byte. */
export interface IndexFile {
  readonly hash: string
  readonly size: number
  /** False where the bytes are not valid UTF-8: such an index is reported and never edited. */
  readonly editable: boolean
  readonly lines: readonly IndexLine[]
}

export interface IndexLine {
  /** With its own line end. */
  readonly text: string
  /** Set where the line is an entry: `- [Title](file.md) — hook`. */
  readonly entry?: IndexEntry
}

export interface IndexEntry {
  readonly title: string
  /** As written: decoded from `%20`, no leading `./`. May lead into a sub-folder (`team/x.md`) or away. */
  readonly target: string
  /** Set where the target is a file name directly in this folder. */
  readonly file?: FileName
  /** ` — `, ` -- `, ` - `, `: ` … as it stands in the line. */
  readonly separator: string
  readonly hook: string
}

/** A line by its number from 1, without its end. */
export interface NumberedLine {
  readonly line: number
  readonly text: string
}

export interface IndexLineChange extends NumberedLine {
  readonly change: 'added' | 'removed'
  /** It stands behind what agents read. */
  readonly unseen?: true
}

/** What a person said about a proposal. `reopened` takes an earlier answer back. */
export const ANSWERS = ['rejected', 'never', 'reopened'] as const
export type Answer = (typeof ANSWERS)[number]

export interface Decision {
  /** The question, whatever the files hold: kind, file, and what it is held against. */
  readonly key: string
  /** The question about exactly these bytes. */
  readonly id: string
  readonly answer: Answer
  readonly at: string
}

/** A question as a decision names it. */
export type Question = Pick<Decision, 'key' | 'id'>

/** What the steps of a run found out: about a text, a pair, a list. Later rounds ask again and get the same answer. */
export class Known {
  private readonly steps = new Map<string, WeakMap<object, unknown>>()

  of<Answer>(step: string, about: object, find: () => Answer): Answer {
    const answers = this.answersOf(step)
    const known = answers.get(about) as Answer | undefined
    if (known !== undefined) return known
    const found = find()
    answers.set(about, found)
    return found
  }

  /** The answer where somebody asked. */
  get(step: string, about: object): unknown {
    return this.answersOf(step).get(about)
  }

  /** Takes over what an earlier run found out. */
  take(step: string, about: object, answer: unknown): void {
    this.answersOf(step).set(about, answer)
  }

  private answersOf(step: string): WeakMap<object, unknown> {
    const known = this.steps.get(step)
    if (known !== undefined) return known
    const answers = new WeakMap<object, unknown>()
    this.steps.set(step, answers)
    return answers
  }
}

/** Of a run that has none, what is found out is found out for one question alone. */
export const knownOf = ({ known = new Known() }: { readonly known?: Known }): Known => known

/**
 * A person corrected what a memory says. Its file stays as it is; searches and what is loaded put it behind the newer one.
 * It no longer counts when the older file is written anew, or when the newer one is gone.
 */
export interface Superseded {
  /** ISO time. */
  readonly at: string
  readonly file: string
  /** Of the bytes that were corrected. */
  readonly hash: string
  readonly by: string
  /** What differs, as each has it. */
  readonly older: string
  readonly newer: string
}
