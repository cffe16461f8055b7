import {
  type Action,
  type FileName,
  type FileText,
  type Folder,
  isUntrusted,
  isWhole,
  type Memory,
  type Policy,
  type Proposal,
  type Reason,
  type Snapshot,
} from '../model/index.ts'
import { parseMemory } from '../text/index.ts'
import { after, archivedIn, changes, joinPieces, waitForFiles } from './changes.ts'
import { indexStep, type Listing } from './index-step.ts'
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
  const going = archivedIn(wanted)
  if (going.size === 0) return [...wanted]
  const finals = new Map(left.folder.memories.map(memory => [memory.file, memory]))
  const merged = drafted(wanted)
  const memories = [...snapshot.folder.memories, ...merged]
  const folder = { ...snapshot.folder, memories }
  const there = memories.map(memory => finals.get(memory.file) ?? memory)
  const newMemories = new Set(merged.map(({ file }) => file))
  const replacements = mergeReplacements(wanted, merged)
  const listing = { folder, going, memories: there, replacements, newMemories }
  return withIndex(wanted, listing, newMemories, policy)
}

/** The index last; in it the line of a new file waits for that file. */
function withIndex(
  actions: readonly Action[],
  listing: Listing,
  newFiles: ReadonlySet<FileName>,
  policy: Policy,
): Action[] {
  const { action } = indexStep(listing, policy)
  if (action === undefined) return [...actions]
  return [...actions, { ...action, pieces: waitForFiles(action.pieces, newFiles) }]
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
    return [asMemory({ file: action.file, text: joinPieces(action.pieces, new Set()) })]
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

/** New memories with their lines in the index: each line stands only if its file does. */
export function newMemoryActions(
  folder: Folder,
  newMemories: readonly FileText[],
  policy: Policy,
  reason: Reason = { why: 'remembered' },
): Action[] {
  if (newMemories.length === 0) return []
  const write = { kind: 'write', expect: 'absent', needs: [], reason } as const
  const writes = newMemories.map(({ file, text }): Action => ({ ...write, file, pieces: [{ text }] }))
  const memories = [...folder.memories, ...newMemories.map(asMemory)]
  const files = new Set(newMemories.map(({ file }) => file))
  // An index that drifted before waits for a run; one that is not there yet lists all.
  const own = folder.index === undefined ? {} : { newMemories: files }
  const listing = { folder: { ...folder, memories }, going: new Set<FileName>(), memories, ...own }
  return withIndex(writes, listing, files, policy)
}

function asMemory({ file, text }: FileText): Memory {
  return parseMemory({ file, hash: '', size: text.length, modified: 0, text })
}

/** The heading under which a memory holds what it took over from another: `## From a.md`, `## Title (from a.md)`. */
const TAKEN_OVER = /^## (?:From (\S{1,255}\.md)(?: \([^()]{1,60}\))?|.{1,400} \(from (\S{1,255}\.md)\))\s*$/

/** A body without what it took over from these, up to the next heading of that kind or level. */
export function withoutSections(body: string, sources: ReadonlySet<string>): string {
  let cutting = false
  return body
    .split(/(?<=\n)/)
    .filter(line => {
      const found = TAKEN_OVER.exec(line)
      if (found !== null) cutting = sources.has(found[1] ?? found[2] ?? '')
      else if (/^##? /.test(line)) cutting = false
      return !cutting
    })
    .join('')
}

/** These memories go, what others took over from them goes too, and the index follows. */
export function withoutSources(folder: Folder, sources: ReadonlySet<FileName>, policy: Policy): Action[] {
  const changes = folder.memories.flatMap(memory => changeOf(memory, sources) ?? [])
  const going = archivedIn(changes)
  const listing = { folder, going, memories: folder.memories, newMemories: new Set<FileName>() }
  return withIndex(changes, listing, listing.newMemories, policy)
}

/** One memory goes on somebody's word, and the index follows. */
export function archiveActions(folder: Folder, file: FileName, policy: Policy, reason: Reason): Action[] {
  const archived = folder.memories.flatMap(({ file: name, hash }): Action[] =>
    name === file ? [{ kind: 'archive', file, expect: hash, needs: [], reason }] : [],
  )
  const listing = {
    folder,
    going: new Set([file]),
    memories: folder.memories,
    newMemories: new Set<FileName>(),
  }
  return withIndex(archived, listing, listing.newMemories, policy)
}

function changeOf(memory: Memory, sources: ReadonlySet<FileName>): Action | undefined {
  const { file, hash, head, body } = memory
  const common = { file, expect: hash, needs: [], reason: { why: 'forgotten' } } as const
  if (sources.has(file)) return { kind: 'archive', ...common }
  const rest = withoutSections(body, sources)
  if (rest === body || !isWhole(memory)) return undefined
  return rest.trim() === ''
    ? { kind: 'archive', ...common }
    : { kind: 'write', ...common, pieces: [{ text: head + rest }] }
}
