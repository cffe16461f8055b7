import type { FileName } from '../memory/file-name.ts'
import { firstHeadingOrSentence, type IndexedMemory } from '../memory/index-file.ts'
import type { Memory } from '../memory/memory.ts'
import type { Folder } from '../memory/snapshot.ts'

/** What the index is to list: the folder, who goes, and what the memories will say then. */
export interface Listing {
  readonly folder: Folder
  readonly going: ReadonlySet<FileName>
  /** All memories of the folder, those that stay as they will be. */
  readonly memories: readonly Memory[]
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
