import { newRunId, type Progress, storeContext, type Where } from '../app/index.ts'
import { filesOf } from '../checks/index.ts'
import { LockHeld } from '../disk/index.ts'
import {
  type Action,
  type Answer,
  DreamError,
  type FileChange,
  type FileName,
  type FolderOutcome,
  type FolderPlan,
  INDEX_FILE,
  isWhole,
  type Policy,
  type Proposal,
  type QueueItem,
  type QueueText,
  type Snapshot,
} from '../model/index.ts'
import { decideOn, type Planned, queuePlans } from '../pipeline/index.ts'
import { acceptedActions, choicesIn, fileChanges } from '../plan/index.ts'
import { commit, failureOf, finishOpenRuns, type Lease, withLease } from '../store/index.ts'

/** What waits for a person, with the texts it speaks of; `answered` gives what a person has answered instead. */
export function queue(where: Where, policy: Policy, which: 'open' | 'answered' = 'open'): QueueItem[] {
  return itemsOf(queuePlans(where, policy)(), which)
}

type See = (changes: readonly FileChange[]) => Promise<'yes' | 'no'>

interface Seen {
  readonly changes: readonly FileChange[]
  /** Absent where they said no. */
  readonly outcome?: FolderOutcome
}

/** What waits, answered one by one. An item is named by its id, or by the beginning of it. */
export interface OpenQueue {
  readonly items: readonly QueueItem[]
  /** The same question as it stands now; nothing where it is settled. */
  now(item: QueueItem): QueueItem | undefined
  /** What accepting it would do to which file: a person sees that before they answer. */
  changes(item: QueueItem): FileChange[]
  /** Does what a proposal offers, where whoever looks says yes. `goes` picks one of two that contradict each other. */
  accept(id: string, see: See, goes?: FileName): Promise<Seen>
  /** Writes a memory as the person left it in their editor. */
  edit(id: string, text: QueueText): Promise<FolderOutcome>
  /** Remembers an answer. A "no" holds until a file that it is about changes, "never" whatever becomes of it. */
  answer(id: string, said: Answer): Promise<void>
}

/** Every folder is planned once, and one that changed since is planned again before the next answer. */
export function openQueue(where: Where, policy: Policy, progress?: Progress): OpenQueue {
  const plans = queuePlans(where, policy, progress)
  return {
    items: itemsOf(plans(), 'open'),

    now: ({ root, proposal: { key } }) =>
      itemsOf(plans(), 'open').find(item => item.root === root && item.proposal.key === key),

    changes({ proposal: { id } }) {
      const { snapshot, proposal } = find(plans(), id)
      return changesBy(snapshot, acceptedActions(snapshot, proposal, policy))
    },

    async accept(id, see, goes) {
      await finishOpenRuns(storeContext(where))
      let changes: readonly FileChange[] = []
      const outcome = await holding(where, find(plans(), id).snapshot, async lease => {
        const { snapshot, proposal } = find(plans(), id)
        const actions = acceptedActions(snapshot, proposal, policy, goes)
        if (actions.length === 0)
          throw new DreamError('only you can write this fix: edit the memory instead', 2)
        changes = changesBy(snapshot, actions)
        if ((await see(changes)) === 'no') return undefined
        return commit(storeContext(where), orderFor(snapshot, actions, lease))
      })
      return { changes, ...(outcome !== undefined && { outcome }) }
    },

    async edit(id, { file, text }) {
      await finishOpenRuns(storeContext(where))
      return holding(where, find(plans(), id).snapshot, lease => {
        const { snapshot } = find(plans(), id)
        return commit(storeContext(where), orderFor(snapshot, [editOf(snapshot, file, text)], lease))
      })
    },

    async answer(id, said) {
      await finishOpenRuns(storeContext(where))
      const { snapshot, proposal } = find(plans(), id)
      const at = new Date().toISOString()
      await decideOn(where, snapshot.folder.root, { key: proposal.key, id: proposal.id, answer: said, at })
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
  see: See,
  goes?: FileName,
): Promise<Seen> {
  await finishOpenRuns(storeContext(where))
  return openQueue(where, policy).accept(id, see, goes)
}

export async function answer(where: Where, policy: Policy, id: string, said: Answer): Promise<void> {
  await finishOpenRuns(storeContext(where))
  return openQueue(where, policy).answer(id, said)
}

/** Works while no run is at work in the folder, from the last look to the last write. */
async function holding<Result>(
  where: Where,
  { folder: { root, label } }: Snapshot,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | FolderOutcome> {
  try {
    return await withLease(storeContext(where), root, 'queue', work)
  } catch (error) {
    if (error instanceof LockHeld) return failureOf(error, root, label)
    throw error
  }
}

function orderFor({ folder }: Snapshot, actions: readonly Action[], lease: Lease) {
  const { root, label } = folder
  return { root, label, actions, run: newRunId(Date.now()), command: 'queue', lease }
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

function editOf({ folder }: Snapshot, file: FileName, text: string): Action {
  const memory = folder.memories.find(each => each.file === file)
  if (memory === undefined || !isWhole(memory))
    throw new DreamError(`${file} is not there any more, or is no text that can be edited here`, 1)
  return {
    kind: 'write',
    file: memory.file,
    expect: memory.hash,
    pieces: [{ text }],
    reason: { why: 'reviewed' },
    needs: [],
  }
}

function find(planned: readonly Planned[], id: string): { snapshot: Snapshot; proposal: Proposal } {
  const all = planned.flatMap(({ snapshot, plan }) =>
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

function itemsOf(planned: readonly Planned[], which: 'open' | 'answered'): QueueItem[] {
  return planned.flatMap(({ snapshot, plan }) =>
    (which === 'open' ? plan.proposals : plan.answered).map(proposal => itemOf(snapshot, plan, proposal)),
  )
}

function itemOf(snapshot: Snapshot, { root, label }: FolderPlan, proposal: Proposal): QueueItem {
  const becomes = proposal.actions.flatMap(action =>
    action.kind === 'write'
      ? [{ file: action.file, text: action.pieces.map(piece => piece.text).join('') }]
      : [],
  )
  return { root, label, proposal, choices: choicesIn(proposal), texts: textsOf(snapshot, proposal), becomes }
}

function textsOf({ folder }: Snapshot, { finding }: Proposal): QueueText[] {
  if (!('file' in finding)) return []
  return filesOf(finding).flatMap(name => {
    const memory = folder.memories.find(each => each.file === name)
    return memory === undefined ? [] : [{ file: memory.file, text: memory.head + memory.body }]
  })
}
