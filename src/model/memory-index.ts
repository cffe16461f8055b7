import type { FileName } from './file-name.ts'

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
export interface LineOfIndex {
  readonly line: number
  readonly text: string
}

export interface IndexLineChange extends LineOfIndex {
  readonly change: 'added' | 'removed'
  /** It stands behind what agents read. */
  readonly unseen?: true
}
