/** One thing that a journal says, with where it stands. */
export interface Entry {
  /** One line, without list markers, emphasis and time. */
  readonly text: string
  readonly source: Source
  /** The journal's day: `2026-02-27`. */
  readonly date: string
  /** `10:32`, where the entry or its heading says so. */
  readonly time?: string
  /** The headings and lead-ins above it, outermost first. */
  readonly headings: readonly string[]
  /** It hangs below an item that is a statement of its own. */
  readonly isDetail?: true
  readonly shape: 'item' | 'task' | 'paragraph' | 'row' | 'quote' | 'heading'
  readonly task?: 'open' | 'done'
  readonly speaker?: 'user' | 'assistant' | 'tool'
}

export interface Source {
  /** Relative to the workspace: `memory/2026-02-27.md`. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The lines of the item or paragraph it stands in, and whether it is all of that. */
  readonly block: { readonly start: number; readonly end: number; readonly share: 'whole' | 'part' }
}

/** `memory/2026-02-27.md:12` */
export function sourceWords({ file, line }: Source): string {
  return `${file}:${line}`
}
