import type { FileName } from './file-name.ts'
import type { MemoryType } from './memory.ts'
import type { NearNote } from './near-note.ts'
import type { Origin } from './origin.ts'
import type { FolderOutcome } from './outcome.ts'
import type { SpentRow } from './spent.ts'

/** What `dream extract` found in conversations, and what became of it. */
export interface ExtractReport {
  readonly root: string
  readonly label: string
  /**
   * - `written`: the drafts that were approved are memories now.
   * - `waiting`: there are drafts, and nobody said that they may be written.
   * - `declined`: shown, and the person said not now.
   * - `nothing`: there was nothing to write.
   */
  readonly did: 'written' | 'waiting' | 'declined' | 'dry-run' | 'nothing'
  readonly transcripts: readonly TranscriptAnswer[]
  /** Sessions that were left for another time: too many at once. */
  readonly left: number
  readonly drafts: readonly DraftAnswer[]
  readonly dropped: readonly DroppedAnswer[]
  /** What the model had to say for itself; nothing where none is set. */
  readonly model?: { readonly name: string; readonly unanswered: readonly string[] }
  readonly spent: readonly SpentRow[]
  readonly warnings: readonly string[]
  readonly outcome?: FolderOutcome
}

export interface TranscriptAnswer {
  readonly path: string
  /** `own`: a session of Dream's own. */
  readonly did: 'read' | 'nothing-new' | 'own' | 'unreadable'
  readonly turns: number
  /** Lines that were skipped: longer than anything that is read, or no record of a format we know. */
  readonly tooLong: number
  readonly odd: number
}

export interface DraftAnswer {
  readonly file: FileName
  readonly type: MemoryType
  readonly origin: Origin
  readonly name: string
  readonly description: string
  /** The whole file. */
  readonly text: string
  readonly quote: string
  readonly transcript: string
  readonly line: number
  readonly at?: string
  readonly by: 'rules' | 'model'
  /** Memories, and drafts before it, that come near it: they say something else, and stay. */
  readonly near: readonly NearNote[]
}

export interface DroppedAnswer {
  readonly quote: string
  readonly why: string
  readonly by: 'rules' | 'model'
  readonly transcript: string
  readonly line?: number
}
