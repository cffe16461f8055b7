import { applyActions } from '../apply/apply.ts'
import type { FileChange, QueueItem, QueueText } from '../memory/answers.ts'
import type { Answer } from '../memory/decision.ts'
import { DreamError } from '../memory/dream-error.ts'
import { asFileName, type FileName, INDEX_FILE } from '../memory/file-name.ts'
import type { FolderOutcome } from '../memory/outcome.ts'
import type { Action, FolderPlan, Policy, Proposal } from '../memory/plan.ts'
import { sketchesOf } from '../memory/sketch.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import { acceptedActions } from '../plan/accept.ts'
import { withCopiesElsewhere } from '../plan/across.ts'
import { isWhole } from '../plan/after.ts'
import { fileChanges } from '../plan/file-changes.ts'
import { finishOpenRuns } from './open-runs.ts'
import { decideOn } from './plan/decisions.ts'
import { planThroughGate } from './plan/gated-plan.ts'
import { readAll } from './plan/plan-folders.ts'
import { pastSearches } from './search/past-searches.ts'
import { deskOf, foldersOf, newRunId, type Where } from './where.ts'

/** What waits for a person, with the texts it speaks of; `answered` gives what a person has answered instead. */
export function queue(where: Where, policy: Policy, which: 'open' | 'answered' = 'open'): QueueItem[] {
  return planned(where, policy).flatMap(({ snapshot, plan }) =>
    (which === 'open' ? plan.proposals : plan.answered).map(proposal => itemOf(snapshot, plan, proposal)),
  )
}

/** What waits, and for each what accepting it would do to which file: a person sees that before they answer. */
export function openQueue(
  where: Where,
  policy: Policy,
): { readonly items: readonly QueueItem[]; changes(item: QueueItem): FileChange[] } {
  const found = planned(where, policy).flatMap(({ snapshot, plan }) =>
    plan.proposals.map(proposal => ({ snapshot, proposal, item: itemOf(snapshot, plan, proposal) })),
  )
  return {
    items: found.map(({ item }) => item),
    changes(item) {
      const own = found.find(one => one.item === item)
      return own === undefined
        ? []
        : changesBy(own.snapshot, acceptedActions(own.snapshot, own.proposal, policy))
    },
  }
}

/** Does what a proposal offers. `goes` picks one of two that contradict each other. */
export async function accept(
  where: Where,
  policy: Policy,
  id: string,
  goes?: FileName,
): Promise<FolderOutcome> {
  const { outcome } = await acceptSeen(where, policy, id, async () => 'yes', goes)
  return outcome!
}

/** The same, where somebody looks first: what they are shown is what is done. Without their yes nothing is. */
export async function acceptSeen(
  where: Where,
  policy: Policy,
  id: string,
  see: (changes: readonly FileChange[]) => Promise<'yes' | 'no'>,
  goes?: FileName,
): Promise<{ readonly changes: readonly FileChange[]; readonly outcome?: FolderOutcome }> {
  await finishOpenRuns(where)
  const { snapshot, proposal } = find(where, policy, id)
  const actions = acceptedActions(snapshot, proposal, policy, goes)
  if (actions.length === 0) throw new DreamError('only you can write this fix: edit the memory instead', 2)
  const changes = changesBy(snapshot, actions)
  if ((await see(changes)) === 'no') return { changes }
  return { changes, outcome: await apply(where, snapshot, actions) }
}

/** What goes is named, and its text is kept: the draft or the question shows what it said. */
function changesBy({ folder }: Snapshot, actions: readonly Action[]): FileChange[] {
  const texts = new Map(folder.memories.map(({ file, head, body }) => [file, head + body]))
  if (folder.index !== undefined) texts.set(INDEX_FILE, folder.index.lines.map(({ text }) => text).join(''))
  const changes = fileChanges(actions, file => texts.get(file))
  return changes.map(change => {
    const { before: _, ...gone } = change
    return change.kind === 'archive' ? gone : change
  })
}

/** Writes a memory as the person left it in their editor. */
export async function edit(
  where: Where,
  policy: Policy,
  id: string,
  { file, text }: QueueText,
): Promise<FolderOutcome> {
  await finishOpenRuns(where)
  const { snapshot } = find(where, policy, id)
  const memory = snapshot.folder.memories.find(each => each.file === file)
  if (memory === undefined || !isWhole(memory))
    throw new DreamError(`${file} is not there any more, or is no text that can be edited here`, 1)
  const action: Action = {
    kind: 'write',
    file: memory.file,
    expect: memory.hash,
    pieces: [{ text }],
    reason: { why: 'reviewed' },
    needs: [],
  }
  return apply(where, snapshot, [action])
}

/** Remembers an answer. A "no" holds until a file that it is about changes, "never" whatever becomes of it. */
export async function answer(where: Where, policy: Policy, id: string, said: Answer): Promise<void> {
  await finishOpenRuns(where)
  const { snapshot, proposal } = find(where, policy, id)
  const at = new Date().toISOString()
  await decideOn(where, snapshot.folder.root, { key: proposal.key, id: proposal.id, answer: said, at })
}

interface Planned {
  readonly snapshot: Snapshot
  readonly plan: FolderPlan
}

function planned(where: Where, policy: Policy): Planned[] {
  const snapshots = readAll(foldersOf(where), where, policy.expiry)
  const plans = withCopiesElsewhere(
    snapshots.map(snapshot => ({
      plan: planThroughGate(snapshot, policy, pastSearches(where)),
      sketches: snapshots.length > 1 ? sketchesOf(snapshot.folder.memories) : [],
      decisions: snapshot.decisions ?? [],
    })),
  )
  return snapshots.map((snapshot, at) => ({ snapshot, plan: plans[at]! }))
}

/** Looked up anew for every answer: the folder may have changed while the person was thinking. */
function find(where: Where, policy: Policy, id: string): { snapshot: Snapshot; proposal: Proposal } {
  const all = planned(where, policy).flatMap(({ snapshot, plan }) =>
    [...plan.proposals, ...plan.answered].map(proposal => ({ snapshot, proposal })),
  )
  const found = all.filter(({ proposal }) => proposal.id.startsWith(id) && id !== '')
  if (found.length === 1) return found[0]!
  if (found.length > 1)
    throw new DreamError(`${id} could be ${found.length} of those that wait: say more of it`, 2)
  throw new DreamError(
    `nothing that waits is called ${id}; what it spoke of may have changed: \`dream queue\` lists what waits now`,
    2,
  )
}

function itemOf(snapshot: Snapshot, { root, label }: FolderPlan, proposal: Proposal): QueueItem {
  const becomes = proposal.actions.flatMap(action =>
    action.kind === 'write'
      ? [{ file: action.file, text: action.pieces.map(piece => piece.text).join('') }]
      : [],
  )
  return { root, label, proposal, choices: choicesOf(proposal), texts: textsOf(snapshot, proposal), becomes }
}

/** Both sides of a contradiction whose order nobody knows. */
function choicesOf({ finding, actions }: Proposal): FileName[] {
  return finding.kind === 'contradiction' && actions.length === 0 ? [finding.file, finding.by] : []
}

function textsOf({ folder }: Snapshot, { finding }: Proposal): QueueText[] {
  const said = finding as unknown as Readonly<Record<string, unknown>>
  const names = ['file', 'of', 'by'].map(field => said[field]).filter(name => typeof name === 'string')
  return names.flatMap(name => {
    const memory = folder.memories.find(each => each.file === asFileName(name))
    return memory === undefined ? [] : [{ file: memory.file, text: memory.head + memory.body }]
  })
}

function apply(where: Where, { folder }: Snapshot, actions: readonly Action[]): Promise<FolderOutcome> {
  const { root, label } = folder
  return applyActions(deskOf(where), { root, label, actions, run: newRunId(Date.now()), command: 'queue' })
}
