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
import { isRemoval, type Removal, type RemovalFinding, removalBy, rulesOf } from './removal.ts'

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
  const removals = isRemoval(finding) ? removalsOf(finding, actions, goes) : []
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
    actions.flatMap(({ file, reason: { into } }) =>
      into !== undefined && listed.has(into) ? [[file, into]] : [],
    ),
  )
}

/** A memory that a merge writes gets its line in the index at once. */
function drafted(actions: readonly Action[]): Memory[] {
  return actions.flatMap(action => {
    if (action.kind !== 'write' || action.expect !== 'absent') return []
    const text = joinPieces(action.pieces, new Set())
    return [parseMemory({ file: action.file, hash: '', size: text.length, modified: 0, text })]
  })
}

/** The two memories of which a person picks the one that goes, where nobody knows which should. */
export function choicesIn({ finding }: Proposal): FileName[] {
  if (!isRemoval(finding)) return []
  const { isUndecided, turned } = rulesOf(finding)
  return isUndecided?.(finding) && turned !== undefined ? [finding.file, turned(finding).file] : []
}

/** Where nobody chose and nobody knows, nothing goes. Whoever chose the other one means the finding the other way round. */
function removalsOf(
  finding: RemovalFinding,
  actions: readonly Action[],
  goes: FileName | undefined,
): Removal[] {
  if (actions.length === 0 && goes === undefined) return []
  const turned = rulesOf(finding).turned?.(finding)
  return [removalBy(turned !== undefined && turned.file === goes ? turned : finding, 'append')]
}
