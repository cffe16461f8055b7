import { foldersOf, type Progress, type Where } from '../app/index.ts'
import { undecidedPairs } from '../checks/index.ts'
import type { Config } from '../config/index.ts'
import { say } from '../languages/index.ts'
import type { Policy, Snapshot, SpentRow } from '../model/index.ts'
import { type Model, makeTally, modelFor, type Tape } from '../models/index.ts'
import { keepModelOpinions, readAll } from '../pipeline/index.ts'
import { showText } from '../text/index.ts'

/** What asking the judges about memory folders came to. */
export interface ConsultAnswer {
  /** `not-set`: no model is set, so nobody was asked. */
  readonly did: 'asked' | 'nothing-to-ask' | 'not-set'
  readonly model: string
  readonly folders: readonly {
    readonly label: string
    readonly root: string
    /** Pairs that are near each other and that no rule speaks of, and how many of them were asked about. */
    readonly pairs: number
    readonly asked: number
    /** What now waits for a person. */
    readonly raised: readonly {
      readonly verdict: 'same' | 'opposite'
      readonly a: string
      readonly b: string
    }[]
    /** What was said and does not count. */
    readonly dropped: readonly { readonly a: string; readonly b: string; readonly why: string }[]
    /** Why there was no answer. */
    readonly unanswered: readonly { readonly outcome: string; readonly why: string }[]
  }[]
  readonly spent: readonly SpentRow[]
}

export interface ConsultRequest extends Tape {
  readonly where: Where
  readonly policy: Policy
  readonly llm: Config['llm']
  /** Pairs that are asked about in one folder. */
  readonly most?: number
  readonly progress?: Progress
  readonly signal?: AbortSignal
}

const MOST_PAIRS = 20

/**
 * Asks the judges about notes that are near each other and that no rule speaks of. What they say is kept as an opinion
 * beside the folder's other caches: the next plan makes a question of it, and no file of the folder changes.
 */
export async function consult(request: ConsultRequest): Promise<ConsultAnswer> {
  const { where, policy, llm, most = MOST_PAIRS, progress } = request
  const tally = makeTally()
  const { model, settings } = modelFor('agents', llm, where, { ...request, tally })
  if (settings.state !== 'ready' && request.replay === undefined)
    return { did: 'not-set', model: model.name, folders: [], spent: [] }
  const snapshots = readAll(foldersOf(where), where).filter(({ folder }) => folder.layout === 'index')
  const folders: ConsultAnswer['folders'][number][] = []
  for (const snapshot of snapshots) {
    progress?.({
      what: say().agents.asking(showText(snapshot.folder.label)),
      done: folders.length,
      of: snapshots.length,
    })
    folders.push(await consultFolder(request, model, snapshot, policy, most))
  }
  const did = folders.some(({ asked }) => asked > 0) ? 'asked' : 'nothing-to-ask'
  return { did, model: model.name, folders, spent: tally.rows() }
}

async function consultFolder(
  { where, signal }: ConsultRequest,
  model: Model,
  snapshot: Snapshot,
  { rules }: Policy,
  most: number,
): Promise<ConsultAnswer['folders'][number]> {
  const { root, label, memories } = snapshot.folder
  const { judgePairs } = await import('./judge-pairs.ts')
  const pairs = undecidedPairs(snapshot, rules)
  const { asked, opinions, dropped, unanswered } = await judgePairs(model, pairs.slice(0, most), signal)
  if (opinions.length > 0) keepModelOpinions(where, root, opinions, memories)
  return {
    label,
    root,
    pairs: pairs.length,
    asked,
    raised: opinions.map(({ verdict, a, b }) => ({ verdict, a: a.file, b: b.file })),
    dropped: dropped.map(({ pair: { a, b }, why }) => ({ a: a.file, b: b.file, why })),
    unanswered,
  }
}
