import { type FileName, INDEX_FILE } from '../memory/file-name.ts'
import {
  firstHeadingOrSentence,
  type IndexedMemory,
  type IndexFile,
  MAX_INDEX_BYTES,
  MAX_INDEX_LINES,
} from '../memory/index-file.ts'
import type { Memory } from '../memory/memory.ts'
import type { IndexSummary, Piece, Policy, WriteAction } from '../memory/plan.ts'
import type { Folder } from '../memory/snapshot.ts'
import { editIndex } from './index-edit.ts'
import { rebuildPieces } from './index-rebuild.ts'
import { joinPieces } from './pieces.ts'

/** The last action of a folder, where the index has to change, and what it does in numbers. */
export interface IndexStep {
  readonly action?: WriteAction
  readonly summary: IndexSummary
  readonly warnings: readonly string[]
}

/** A new text for `MEMORY.md` in pieces: lines of files that go wait for their archive. */
export interface IndexDraft {
  readonly pieces: readonly Piece[]
  readonly removed: number
  readonly remaining: number
}

/** What the index is to list: the folder, who goes, and what the memories will say then. */
export interface Listing {
  readonly folder: Folder
  readonly going: ReadonlySet<FileName>
  /** All memories of the folder, those that stay as they will be. */
  readonly memories: readonly Memory[]
}

export function indexStep(listing: Listing, policy: Policy): IndexStep {
  const { index, memories } = listing.folder
  const untouched = { summary: { step: 'none', removed: 0, remaining: entries(index) }, warnings: [] } as const
  const survivors = memories.filter(({ file }) => !listing.going.has(file))
  const isHopeless = index === undefined ? survivors.length === 0 : !index.editable
  if (isHopeless) return untouched
  const isRebuilt = policy.rules === 'seed' || policy.index === 'rebuild'
  const { pieces, removed, remaining } = isRebuilt ? rebuildPieces(listing) : editIndex(listing)
  const text = joinPieces(pieces, listing.going)
  const warnings = overLimit(text, index, listing.folder.label)
  if (index !== undefined && text === textOf(index)) return { ...untouched, warnings }
  const step = index === undefined ? 'create' : isRebuilt ? 'rebuild' : 'edit'
  return {
    action: {
      kind: 'write',
      file: INDEX_FILE,
      expect: index?.hash ?? 'absent',
      pieces,
      needs: [],
      reason: { why: 'index' },
    },
    summary: { step, removed, remaining },
    warnings,
  }
}

export function asIndexed({ file, name, description, body }: Memory): IndexedMemory {
  return {
    file,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    fallback: firstHeadingOrSentence(body),
  }
}

const entries = (index: IndexFile | undefined): number =>
  index?.lines.filter(({ entry }) => entry !== undefined).length ?? 0

const textOf = ({ lines }: IndexFile): string => lines.map(({ text }) => text).join('')

/** Only where the index grows over a limit now; one that is already over it is a finding. */
function overLimit(text: string, index: IndexFile | undefined, label: string): string[] {
  const lines = text.split('\n').length - 1
  const bytes = new TextEncoder().encode(text).length
  const isOver = (count: number, size: number) => count > MAX_INDEX_LINES || size > MAX_INDEX_BYTES
  if (!isOver(lines, bytes) || (index !== undefined && isOver(index.lines.length, index.size))) return []
  return [
    `${label}/MEMORY.md will have ${lines} lines and ${bytes} bytes: agents read ${MAX_INDEX_LINES} lines or ${MAX_INDEX_BYTES} bytes and cut the end in silence; merge or shorten memories so that the newest are not there alone`,
  ]
}
