import { type MagmaSettings, type Progress, storeContext, type Where } from '../app/index.ts'
import { LockHeld, sha256 } from '../disk/index.ts'
import {
  type Answer,
  asFileName,
  DreamError,
  type FileChange,
  type FolderOutcome,
  type Policy,
  questionStateOf,
} from '../model/index.ts'
import { decideOn, decisionsOf } from '../pipeline/index.ts'
import { failureOf, finishOpenRuns, type Lease, withLease } from '../store/index.ts'
import { agentPlans } from './agent-plans.ts'
import { conflicts } from './conflicts.ts'
import { extractedDrafts } from './drafts.ts'
import { type Offer, offerOf, type Producer, type ReviewItem, type ReviewText } from './item.ts'
import { knownIds } from './known-ids.ts'
import { proposals } from './proposals.ts'
import { forgottenAndSaidAgain } from './said-again.ts'

interface QueueRequest {
  readonly where: Where
  readonly policy: Policy
  /** Where MAGMA has its notes. */
  readonly settings: MagmaSettings
  readonly progress?: Progress
}

/** Whoever looks at what accepting would change says yes or no. */
type See = (changes: readonly FileChange[]) => Promise<'yes' | 'no'>

interface Accepted {
  readonly changes: readonly FileChange[]
  /** Absent where they said no. */
  readonly outcome?: FolderOutcome
}

/** Everything that waits for a person. An item is named by its id, or by the beginning of it. */
export interface ReviewQueue {
  list(which: 'open' | 'answered'): Promise<readonly ReviewItem[]>
  /** The same question as it stands now; nothing where it is settled. */
  now(item: ReviewItem): Promise<ReviewItem | undefined>
  /** What accepting it would do to which file. */
  changes(item: ReviewItem, choice?: string): Promise<readonly FileChange[]>
  accept(id: string, choice?: string, see?: See): Promise<Accepted>
  /** Takes a text of the item as the person left it in their editor. */
  edit(id: string, text: ReviewText): Promise<FolderOutcome>
  /** A "no" holds until a file that it is about changes, "never" whatever becomes of it. */
  answer(id: string, said: Answer): Promise<void>
}

export function openQueue({ where, policy, settings, progress }: QueueRequest): ReviewQueue {
  const context = storeContext(where)
  const producers: Record<ReviewItem['producer'], Producer> = {
    plan: proposals(where, policy, progress),
    agent: agentPlans(where, policy),
    extract: extractedDrafts(where, policy),
    magma: conflicts(where, settings),
    journal: forgottenAndSaidAgain(where),
  }
  const ids = knownIds(where)

  async function all(): Promise<ReviewItem[]> {
    const lists = []
    for (const producer of Object.values(producers)) lists.push(...(await producer.list()))
    ids.keep(lists)
    return lists
  }

  const stateOf = (item: ReviewItem) => questionStateOf(item, decisionsOf(where, item.root))

  /** Where it was listed before, its producer and folder are known: no other folder is planned. */
  async function find(id: string): Promise<ReviewItem> {
    const known = ids.find(id)
    const there = known === undefined ? [] : await producers[known.producer].list(known.root)
    const hit = there.find(each => each.id === known?.id)
    const found = hit ? [hit] : (await all()).filter(each => id !== '' && each.id.startsWith(id))
    if (found.length === 1) return found[0]!
    throw new DreamError(
      found.length > 1
        ? `${id} could be ${found.length} of those that wait: say more of it`
        : `nothing that waits is called ${id}; what it spoke of may have changed: \`dream queue\` lists what waits now`,
      2,
    )
  }

  /** Works while no run is at work in the folder, from the last look to the last write. */
  async function holding<Result>(id: string, work: (item: ReviewItem, lease: Lease) => Promise<Result>) {
    await finishOpenRuns(context)
    const { root, label } = await find(id)
    try {
      return await withLease(context, root, 'queue', async lease => work(await find(id), lease))
    } catch (error) {
      if (error instanceof LockHeld) return { outcome: failureOf(error, root, label) }
      throw error
    }
  }

  return {
    async list(which) {
      return (await all()).flatMap(({ decision: _, ...item }) => {
        const state = stateOf(item)
        if ((state.state === 'open') !== (which === 'open')) return []
        const decision = state.state === 'open' ? state.before : state.decision
        return [decision === undefined ? item : { ...item, decision }]
      })
    },

    async now({ producer, root, key }) {
      const items = await producers[producer].list(root)
      return items.find(each => each.root === root && each.key === key && stateOf(each).state === 'open')
    },

    async changes(item, choice) {
      return (await producers[item.producer].offer(item, choice)).changes
    },

    async accept(id, choice, see = async () => 'yes') {
      return holding(id, async (item, lease) => {
        const { changes, carryOut } = await producers[item.producer].offer(item, choice)
        return (await see(changes)) === 'no' ? { changes } : { changes, outcome: await carryOut(lease) }
      }).then(done => ({ changes: [], ...done }))
    },

    async edit(id, text) {
      const { outcome } = await holding(id, async (item, lease) => {
        const edit = producers[item.producer].edit ?? editedMemory
        return { outcome: await (await edit(item, text)).carryOut(lease) }
      })
      return outcome
    },

    async answer(id, said) {
      await finishOpenRuns(context)
      const { root, key, id: whole } = await find(id)
      await decideOn(where, root, { key, id: whole, answer: said, at: new Date().toISOString() })
    },
  }

  async function editedMemory(item: ReviewItem, { file, text }: ReviewText): Promise<Offer> {
    const shown = item.texts.find(each => each.file === file)
    const name = asFileName(file)
    if (shown === undefined || name === undefined)
      throw new DreamError(`${file} is not there any more, or is no text that can be edited here`, 1)
    const expect = sha256(shown.text)
    const write = { kind: 'write', file: name, expect, pieces: [{ text }], needs: [] } as const
    return offerOf(where, item, [{ ...write, reason: { why: 'reviewed' } }])
  }
}
