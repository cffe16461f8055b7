/**
 * What the page asks the server, and what it is answered: the one shape that both sides are held to. Every text that comes
 * from a file has its secrets hidden and its control characters written out, but for `raw`, which is for an editor.
 */
export interface Calls {
  start: { in: Nothing; out: Start }
  inbox: { in: { readonly which: 'open' | 'answered' }; out: Inbox }
  item: { in: { readonly id: string }; out: ItemDetail }
  answer: {
    in: { readonly id: string; readonly answer: Answer; readonly choice?: string }
    out: Done
  }
  raw: { in: { readonly item: string } | { readonly note: string }; out: Raw }
  saveItem: { in: { readonly id: string; readonly text: string }; out: Done }
  memory: { in: Nothing; out: Memory }
  note: { in: { readonly note: string }; out: Note }
  checks: { in: { readonly note: string }; out: Checks }
  versions: { in: { readonly note: string }; out: Versions }
  difference: { in: { readonly note: string; readonly from: number; readonly to: number }; out: TextPair }
  save: { in: { readonly note: string; readonly text: string; readonly was: string }; out: Done }
  pin: { in: { readonly note: string; readonly pinned: boolean }; out: Done }
  archive: { in: { readonly note: string }; out: Done }
  restore: { in: { readonly note: string; readonly version?: number }; out: Done }
  remember: { in: { readonly text: string; readonly folder: string; readonly as?: string }; out: Done }
  history: { in: Nothing; out: History }
  vanished: { in: Nothing; out: Vanished }
  undo: { in: { readonly run?: string }; out: Done }
  search: { in: { readonly words: string }; out: Found }
  journals: { in: Nothing; out: Journals }
  review: { in: Nothing; out: Done & { readonly decisions: readonly JournalDecision[] } }
  run: { in: { readonly how: 'show' | 'do' }; out: RunResult }
}

export type CallName = keyof Calls
export type Language = 'en' | 'zh'

type Nothing = Readonly<Record<string, never>>
export type Answer = 'accept' | 'reject' | 'never' | 'reopen'

/** What was done, as a sentence; `undo` says that one key takes it back. */
export interface Done {
  readonly words: string
  readonly undo?: string
  readonly warnings: readonly string[]
}

/** What went wrong, as a sentence. `changed`: the page shows what is not so any more, and has to look again. */
export interface Failure {
  readonly error: string
  readonly kind: 'signed-out' | 'refused' | 'wrong' | 'changed' | 'broken'
}

export interface Start {
  readonly version: string
  readonly language: Language
  readonly project: string
  readonly folders: readonly FolderName[]
  readonly hasJournals: boolean
  /** What one key takes back now. */
  readonly undo?: string
}

export interface FolderName {
  readonly id: string
  readonly label: string
  readonly path: string
  readonly layout: 'index' | 'journal' | 'other'
}

export interface Inbox {
  readonly items: readonly Item[]
}

export interface Item {
  readonly id: string
  readonly folder: string
  readonly subject: string
  readonly words: string
  readonly because: string
  readonly evidence: readonly string[]
  readonly sureness: 'sure' | 'likely' | 'open'
  readonly accepting?: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly isEditable: boolean
  readonly event: { readonly key: string; readonly title: string; readonly meaning: string }
  readonly decision?: { readonly answer: string; readonly day: string }
}

export interface ItemDetail {
  readonly id: string
  readonly changes: readonly Change[]
  /** What the question is about, where the changes do not show it. */
  readonly texts: readonly { readonly file: string; readonly text: Text }[]
}

export interface Change extends TextPair {
  readonly file: string
  readonly kind: 'archive' | 'create' | 'write'
}

export interface TextPair {
  readonly before?: Text
  readonly after?: Text
}

/** `more`: so many characters are not shown. */
export interface Text {
  readonly text: string
  readonly more: number
}

export interface Raw {
  readonly file: string
  readonly text: string
  readonly hash: string
}

export interface Memory {
  readonly folders: readonly MemoryFolder[]
}

export interface MemoryFolder extends FolderName {
  readonly isReadOnly: boolean
  /** What agents load of `MEMORY.md` at the start, against what they load at most. */
  readonly loaded?: {
    readonly lines: number
    readonly bytes: number
    readonly mostLines: number
    readonly mostBytes: number
  }
  /** Lines of the index behind that limit. */
  readonly beyond: readonly { readonly line: number; readonly text: string }[]
  readonly notes: readonly NoteLine[]
  readonly archived: readonly GoneNote[]
}

export interface NoteLine {
  readonly id: string
  readonly file: string
  readonly name: string
  readonly description: string
  readonly type: string
  readonly isPinned: boolean
  readonly bytes: number
  readonly day: string
  readonly seen: 'listed' | 'not-listed' | 'beyond' | 'no-index'
}

export interface GoneNote {
  readonly id: string
  readonly file: string
  readonly day: string
  readonly why: string
}

export interface Note extends NoteLine {
  readonly folder: string
  readonly path: string
  readonly text: Text
  readonly isEditable: boolean
}

/** What the checks say of a note. */
export interface Checks {
  readonly verdict: string
  readonly findings: readonly {
    readonly title: string
    readonly words: string
    readonly evidence: readonly string[]
  }[]
  readonly references: readonly { readonly text: string; readonly line: number; readonly answer: string }[]
  readonly protectedBy: readonly string[]
  readonly wouldChange: readonly string[]
}

export interface Versions {
  readonly versions: readonly {
    readonly version?: number
    readonly at: string
    readonly words: string
    readonly run?: string
  }[]
  readonly newest: number
}

export interface History {
  readonly runs: readonly Run[]
  readonly more: number
}

export interface Run {
  readonly run: string
  readonly at: string
  readonly what: string
  readonly folder: string
  readonly changes: readonly {
    readonly file: string
    readonly words: string
    readonly result: 'done' | 'not-done'
    readonly note?: string
  }[]
  /** Of an undo it is a redo. */
  readonly undo: 'can-be-undone' | 'can-be-redone' | 'undone' | 'nothing-to-undo'
}

export interface Vanished {
  readonly notes: readonly (GoneNote & {
    readonly folder: string
    readonly state: 'kept' | 'not-kept'
    readonly commit?: string
  })[]
  readonly folders: readonly { readonly path: string; readonly notes: number; readonly command: string }[]
}

export interface Found {
  readonly hits: readonly Hit[]
  readonly notes: readonly string[]
  readonly ms: number
}

export interface Hit {
  readonly id: string
  readonly note?: string
  readonly title: string
  readonly source: string
  readonly part: string
  readonly text: string
  readonly reasons: readonly string[]
  /** The words of the question that stand in the text. */
  readonly marked: readonly string[]
  readonly replacedBy?: string
}

export interface Journals {
  readonly workspace?: {
    readonly path: string
    readonly chars: number
    readonly target: number
    readonly hard: number
    readonly cut: number
    readonly waiting: number
    readonly lastReview?: string
    readonly summary: readonly {
      readonly section: string
      readonly lines: readonly { readonly text: string; readonly source?: string }[]
    }[]
    readonly ledger: readonly {
      readonly id: string
      readonly at: string
      readonly category: string
      readonly text: string
      readonly source: string
    }[]
    readonly ledgerCount: number
    readonly decisions: readonly JournalDecision[]
  }
}

export interface JournalDecision {
  readonly kind: string
  readonly text: string
  readonly reason: string
  readonly source: string
}

export interface RunResult extends Done {
  readonly planned: readonly { readonly folder: string; readonly file: string; readonly words: string }[]
  readonly waiting: number
}

/** What the server tells without being asked. */
export type Event =
  | { readonly type: 'changed' }
  | { readonly type: 'progress'; readonly what: string; readonly done?: number; readonly of?: number }
  | { readonly type: 'idle' }
