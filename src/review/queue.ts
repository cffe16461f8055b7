import { type Progress, storeContext, type Where } from '../app/index.ts'
import type { MagmaSettings } from '../config/index.ts'
import { LockHeld, sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Answer,
  asFileName,
  type Decision,
  DreamError,
  type FolderOutcome,
  type Policy,
} from '../model/index.ts'
import { decideOn, decisionsOf } from '../pipeline/index.ts'
import { type FileChange, questionStateOf } from '../plan/index.ts'
import { keptBy } from '../state/index.ts'
import { failureOf, finishOpenRuns, type Lease, withLease } from '../store/index.ts'
import type { TeamSettings } from '../team/index.ts'
import { assistantSuggestions } from './contract/suggestions.ts'
import { type Offer, offerOf, type Producer, type ReviewItem, type ReviewText } from './item.ts'
import { agentPlans, extractedDrafts } from './kept.ts'
import { conflicts, forgottenAndSaidAgain, proposals } from './producers.ts'
import { sharedWithTeam } from './shared.ts'

interface QueueRequest {
  readonly where: Where
  readonly policy: Policy
  /** Where MAGMA has its notes. */
  readonly settings: MagmaSettings & TeamSettings
  readonly progress?: Progress
}

/** Whoever looks at what accepting would change says yes or no. */
type See = (changes: readonly FileChange[]) => Promise<'yes' | 'no'>

/** Everything that waits for a person. An item is named by its id, or by the beginning of it. */
export class ReviewQueue {
  private readonly where: Where
  private readonly producers: Record<ReviewItem['producer'], Producer>

  constructor({ where, policy, settings, progress }: QueueRequest) {
    this.where = where
    this.producers = {
      plan: proposals(where, policy, progress),
      agent: agentPlans(where, policy),
      extract: extractedDrafts(where, policy),
      magma: conflicts(where, settings),
      journal: forgottenAndSaidAgain(where),
      assistant: assistantSuggestions(where, policy),
      team: sharedWithTeam(where, settings),
    }
  }

  async list(which: 'open' | 'answered'): Promise<readonly ReviewItem[]> {
    const decisionsIn = this.decisions()
    return (await this.all()).flatMap(({ decision: _, ...item }) => {
      const state = questionStateOf(item, decisionsIn(item.root))
      if ((state.state === 'open') !== (which === 'open')) return []
      const decision = state.state === 'open' ? state.before : state.decision
      return [decision === undefined ? item : { ...item, decision }]
    })
  }

  /** What waits besides the proposals of the checks, for whoever has planned already. */
  async listOthers(): Promise<readonly ReviewItem[]> {
    const decisionsIn = this.decisions()
    const { plan: _, ...others } = this.producers
    const items: ReviewItem[] = []
    for (const producer of Object.values(others)) items.push(...(await producer.list()))
    return items.filter(item => questionStateOf(item, decisionsIn(item.root)).state === 'open')
  }

  /** The same question as it stands now; nothing where it is settled. */
  async now({ producer, root, key }: ReviewItem): Promise<ReviewItem | undefined> {
    const items = await this.producers[producer].list(root)
    const found = items.find(each => each.root === root && each.key === key)
    const isOpen = found && questionStateOf(found, decisionsOf(this.where, root)).state === 'open'
    return isOpen ? found : undefined
  }

  /** What accepting it would do to which file. */
  async changes(item: ReviewItem, choice?: string): Promise<readonly FileChange[]> {
    return (await this.producers[item.producer].offer(item, choice)).changes
  }

  /** Without an outcome: whoever looked at the changes said no. */
  async accept(
    id: string,
    choice?: string,
    see: See = async () => 'yes',
  ): Promise<{ readonly changes: readonly FileChange[]; readonly outcome?: FolderOutcome }> {
    const done = await this.holding(id, async (item, lease) => {
      const { changes, carryOut } = await this.producers[item.producer].offer(item, choice)
      return (await see(changes)) === 'no' ? { changes } : { changes, outcome: await carryOut(lease) }
    })
    return { changes: [], ...done }
  }

  /** Takes a text of the item as the person left it in their editor. */
  async edit(id: string, text: ReviewText): Promise<FolderOutcome> {
    const { outcome } = await this.holding(id, async (item, lease) => {
      const { edit } = this.producers[item.producer]
      const offer = edit === undefined ? editedMemory(this.where, item, text) : await edit(item, text)
      return { outcome: await offer.carryOut(lease) }
    })
    return outcome
  }

  /** A "no" holds until a file that it is about changes, "never" whatever becomes of it. */
  async answer(id: string, said: Answer): Promise<void> {
    await finishOpenRuns(storeContext(this.where))
    const { root, key, id: whole } = await this.find(id)
    await decideOn(this.where, root, { key, id: whole, answer: said, at: new Date().toISOString() })
  }

  private async all(): Promise<ReviewItem[]> {
    const items: ReviewItem[] = []
    for (const producer of Object.values(this.producers)) items.push(...(await producer.list()))
    knownIds(this.where).keep(items)
    return items
  }

  /** Read once for each folder. */
  private decisions(): (root: string) => readonly Decision[] {
    const known = new Map<string, readonly Decision[]>()
    return root => {
      const decisions = known.get(root) ?? decisionsOf(this.where, root)
      known.set(root, decisions)
      return decisions
    }
  }

  /** Where it was listed before, its producer and folder are known: no other folder is planned. */
  private async find(id: string): Promise<ReviewItem> {
    const known = knownIds(this.where).find(id)
    const there = known === undefined ? [] : await this.producers[known.producer].list(known.root)
    const hit = there.find(each => each.id === known?.id)
    const found = hit ? [hit] : (await this.all()).filter(each => id !== '' && each.id.startsWith(id))
    if (found.length === 1) return found[0]!
    throw new DreamError(
      found.length > 1 ? say().items.ambiguous(id, found.length) : say().items.unknown(id),
      2,
    )
  }

  /** Works while no run is at work in the folder, from the last look to the last write. */
  private async holding<Result>(id: string, work: (item: ReviewItem, lease: Lease) => Promise<Result>) {
    const context = storeContext(this.where)
    await finishOpenRuns(context)
    const { root, label } = await this.find(id)
    try {
      return await withLease(context, root, 'queue', async lease => work(await this.find(id), lease))
    } catch (error) {
      if (error instanceof LockHeld) return { outcome: failureOf(error, root, label) }
      throw error
    }
  }
}

export const openQueue = (request: QueueRequest): ReviewQueue => new ReviewQueue(request)

function editedMemory(where: Where, item: ReviewItem, { file, text }: ReviewText): Offer {
  const shown = item.texts.find(each => each.file === file)
  const name = asFileName(file)
  if (shown === undefined || name === undefined) throw new DreamError(say().items.notEditable(file), 1)
  const write = { kind: 'write', file: name, needs: [], reason: { why: 'reviewed' } } as const
  return offerOf(where, item, [{ ...write, expect: sha256(shown.text), pieces: [{ text }] }])
}

type Known = Pick<ReviewItem, 'id' | 'key' | 'root' | 'producer'>

/** Items that were listed, so that an answer needs no other folder to be looked at. A cache: without it all are listed again. */
function knownIds(where: Where) {
  const cache = keptBy<Known[]>('reviewIds', where, 'read-write')
  return {
    keep(items: readonly ReviewItem[]): void {
      cache.store(items.map(({ id, key, root, producer }) => ({ id, key, root, producer })))
    },

    /** Nothing where none or several begin so. */
    find(id: string): Known | undefined {
      const found = (cache.load() ?? []).filter(each => id !== '' && each.id.startsWith(id))
      return found.length === 1 ? found[0] : undefined
    },
  }
}
