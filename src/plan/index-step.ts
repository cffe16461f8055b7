import { disusedLine } from '../checks/index.ts'
import {
  INDEX_FILE,
  type IndexFile,
  type IndexLineChange,
  type IndexSummary,
  type Policy,
  type WriteAction,
} from '../model/index.ts'
import { entryChanges, lineChanges, linesOf, MAX_INDEX_BYTES, MAX_INDEX_LINES } from '../text/index.ts'
import type { Listing } from './index-draft.ts'
import { editIndex } from './index-edit.ts'
import { rebuildPieces } from './index-rebuild.ts'
import { joinPieces } from './pieces.ts'

/** The last action of a folder, where the index has to change, and what it does in numbers. */
export interface IndexStep {
  readonly action?: WriteAction
  readonly summary: IndexSummary
  readonly warnings: readonly string[]
}

export function indexStep(listing: Listing, policy: Policy): IndexStep {
  const { index, memories } = listing.folder
  const untouched = {
    summary: { step: 'none', removed: 0, added: 0, remaining: entryCount(index) },
    warnings: [],
  } as const
  const survivors = memories.filter(({ file }) => !listing.going.has(file))
  const isHopeless = index === undefined ? survivors.length === 0 : !index.editable
  if (isHopeless) return untouched
  const isRebuilt = policy.rules === 'seed' || policy.index === 'rebuild'
  // D36: one that says that nobody reads it is left as it is.
  if (!isRebuilt && index !== undefined && disusedLine(index.lines) !== undefined) return untouched
  const pieces = isRebuilt ? rebuildPieces(listing) : editIndex(listing)
  const text = joinPieces(pieces, listing.going)
  const warnings = overLimit(text, index, listing.folder.label)
  if (index !== undefined && text === textOf(index)) return { ...untouched, warnings }
  const step = index === undefined ? 'create' : isRebuilt ? 'rebuild' : 'edit'
  const [before, after] = [index?.lines ?? [], linesOf(text)]
  const lines = step === 'edit' ? lineChanges(before, after) : undefined
  return {
    action: {
      kind: 'write',
      file: INDEX_FILE,
      expect: index?.hash ?? 'absent',
      pieces,
      needs: [],
      reason: { why: 'index' },
    },
    summary: { step, ...entryChanges(before, after), ...(lines && { lines }) },
    warnings: [...warnings, ...unseenWarning(lines ?? [], listing.folder.label)],
  }
}

export const entryCount = (index: IndexFile | undefined): number =>
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

/** D43: a new line that no agent reads is never added in silence. */
function unseenWarning(lines: readonly IndexLineChange[], label: string): string[] {
  const unseen = lines.filter(({ change, unseen }) => change === 'added' && unseen === true)
  if (unseen.length === 0) return []
  const [first, last] = [unseen[0]!.line, unseen.at(-1)!.line]
  const where = first === last ? `the new line ${first} stands` : `new lines (${first} to ${last}) stand`
  return [
    `${label}/MEMORY.md: ${where} behind the ${MAX_INDEX_LINES} lines or ${MAX_INDEX_BYTES} bytes that agents read; move up what matters, or merge and shorten entries`,
  ]
}
