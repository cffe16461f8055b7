import {
  type Action,
  type FileName,
  isUntrusted,
  type Memory,
  type Policy,
  type Proposal,
  type Snapshot,
} from '../model/index.ts'
import { parseMemory } from '../text/index.ts'
import { after } from './after.ts'
import { changes } from './changes.ts'
import { indexStep } from './index-step.ts'
import { joinPieces, waitForFiles } from './pieces.ts'
import { isRemovalReason, type Removal, type RemovalReason, replacementOf } from './removal.ts'

/**
 * What accepting a proposal does, with the links that lead to what goes and the index brought along. Where two memories
 * contradict each other and nobody knows which is newer, `goes` says which of them leaves.
 */
export function acceptedActions(
  snapshot: Snapshot,
  { finding, actions }: Proposal,
  policy: Policy,
  goes?: FileName,
): Action[] {
  const removals = isRemovalReason(finding) ? removalsOf(turned(finding, goes), actions, goes) : []
  const left = after(snapshot, removals)
  const wanted = removals.length > 0 ? changes(snapshot, removals, left) : actions
  const going = new Set(wanted.filter(({ kind }) => kind === 'archive').map(({ file }) => file))
  if (going.size === 0) return [...wanted]
  const finals = new Map(left.folder.memories.map(memory => [memory.file, memory]))
  const merged = drafted(wanted)
  const memories = [...snapshot.folder.memories, ...merged]
  const folder = { ...snapshot.folder, memories }
  const there = memories.map(memory => finals.get(memory.file) ?? memory)
  const files = new Set(merged.map(({ file }) => file))
  const listing = {
    folder,
    going,
    memories: there,
    replacements: mergeReplacements(wanted, merged),
    newMemories: files,
  }
  const { action } = indexStep(listing, policy)
  if (action === undefined) return [...wanted]
  return [...wanted, { ...action, pieces: waitForFiles(action.pieces, files) }]
}

/** The lines of notes that become one lead there: what each line says stays. What nobody vouches for has no line. */
function mergeReplacements(actions: readonly Action[], merged: readonly Memory[]): Map<FileName, FileName> {
  const listed = new Set(merged.filter(({ origin }) => !isUntrusted(origin)).map(({ file }) => file))
  return new Map(
    actions.flatMap(({ file, reason }) =>
      reason.why === 'clustered' && listed.has(reason.into) ? [[file, reason.into]] : [],
    ),
  )
}

/** A memory that a merge writes gets its line in the index at once. */
function drafted(actions: readonly Action[]): Memory[] {
  return actions.flatMap(action => {
    if (action.kind !== 'write' || action.reason.why !== 'drafted') return []
    const text = joinPieces(action.pieces, new Set())
    return [parseMemory({ file: action.file, hash: '', size: text.length, modified: 0, text })]
  })
}

/** Where nobody chose and nobody knows, nothing goes. */
function removalsOf(
  reason: RemovalReason,
  actions: readonly Action[],
  goes: FileName | undefined,
): Removal[] {
  if (actions.length === 0 && goes === undefined) return []
  const replacement = replacementOf(reason)
  const carriedOverSentences = reason.kind === 'duplicate' ? reason.unique : []
  return [
    { file: reason.file, reason, carriedOverSentences, ...(replacement !== undefined && { replacement }) },
  ]
}

/** The same contradiction, seen so that the one that goes gives way to the other. */
function turned(reason: RemovalReason, goes: FileName | undefined): RemovalReason {
  if (reason.kind !== 'contradiction' || goes !== reason.by) return reason
  const { file, by, quote, byQuote } = reason
  return { ...reason, file: by, by: file, quote: byQuote, byQuote: quote }
}
