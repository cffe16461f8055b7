import type { FileName } from '../memory/file-name.ts'
import { firstHeadingOrSentence, type IndexedMemory } from '../memory/index-file.ts'
import type { Memory } from '../memory/memory.ts'
import type { Piece } from '../memory/plan.ts'
import type { Folder } from '../memory/snapshot.ts'

/** What the index is to list: the folder, who goes, and what the memories will say then. */
export interface Listing {
  readonly folder: Folder
  readonly going: ReadonlySet<FileName>
  /** All memories of the folder, those that stay as they will be. */
  readonly memories: readonly Memory[]
}

/** A new text for `MEMORY.md` in pieces: lines of files that go wait for their archive. */
export interface IndexDraft {
  readonly pieces: readonly Piece[]
  readonly removed: number
  readonly remaining: number
}

export function asIndexed({ file, name, description, body }: Memory): IndexedMemory {
  return {
    file,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    // What it took over from others is not what it is about.
    fallback: firstHeadingOrSentence(body.split(/^## From \S/m, 1)[0]!),
  }
}
