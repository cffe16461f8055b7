import type { FileName, Folder, FolderPast, Memory } from '../model/index.ts'
import { firstHeadingOrSentence, type IndexedMemory } from '../text/index.ts'

/** What the index is to list: the folder, who goes, and what the memories will say then. */
export interface Listing {
  readonly folder: Folder
  readonly going: ReadonlySet<FileName>
  /** All memories of the folder, those that stay as they will be. */
  readonly memories: readonly Memory[]
  /** The proof that a line without a file needs to go (D36). Absent: only lines of those that go now are touched. */
  readonly past?: FolderPast | undefined
  /** Who takes the place of one that goes in its own line, by who goes: what that line says stays. */
  readonly replacements?: ReadonlyMap<FileName, FileName>
  /** Who may get a line; everybody where absent. */
  readonly newMemories?: ReadonlySet<FileName>
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
