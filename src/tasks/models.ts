import type { Model, ModelRole } from '../agents/model.ts'
import { openModel } from '../agents/open-model.ts'
import type { OpenOptions } from '../agents/open-options.ts'
import { makeTally } from '../agents/spent.ts'
import { undecidedPairs } from '../checks/pairs/undecided.ts'
import type { Config } from '../config/defaults.ts'
import { type LlmRole, llmRoles } from '../config/roles.ts'
import { cacheFile, cacheHome } from '../disk/cache-file.ts'
import { appendLine } from '../disk/small-file.ts'
import { readTextFile } from '../disk/text-file.ts'
import type { ConsultAnswer } from '../memory/consult-answer.ts'
import type { Policy } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import type { SpentRow } from '../memory/spent.ts'
import { showText } from '../memory/text.ts'
import type { ReviewRequest } from './distil/review.ts'
import { readAll } from './plan/plan-folders.ts'
import { keepTestimony } from './plan/testimony.ts'
import { foldersOf, type Progress, timerOf, type Where } from './where.ts'

export interface Tape {
  /** A file to which every call and its answer is added. */
  readonly record?: string
  /** A recording that answers instead of the service. */
  readonly replay?: string
}

/** The model of a role as it is configured, with its cache; and how the role stands. */
export function modelFor(
  role: ModelRole,
  llm: Config['llm'],
  where: Pick<Where, 'env' | 'home' | 'timer'>,
  options: Pick<OpenOptions, 'tally'> & Tape = {},
): { readonly model: Model; readonly settings: LlmRole } {
  const settings = llmRoles({ llm }, where.env).find(one => one.role === role)!
  const { record, replay, tally } = options
  const isTaped = record !== undefined || replay !== undefined
  const model = openModel(settings, where.env, {
    ...(tally !== undefined && { tally }),
    ...timerOf(where),
    ...(record !== undefined && {
      record: (text: string) => appendLine(record, text, Number.POSITIVE_INFINITY),
    }),
    ...(replay !== undefined && { replay: readTextFile(replay) }),
    // What is known already would be missing on the tape.
    ...(!isTaped && { cache: cacheFile(`${cacheHome(where.env, where.home)}/models/answers`, 'read-write') }),
  })
  return { model, settings }
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
 * Asks the judges about notes that are near each other and that no rule speaks of. What they say is kept as testimony
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
      what: `asking about ${showText(snapshot.folder.label)}`,
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
  const { judgePairs } = await import('../agents/judge-pairs.ts')
  const pairs = undecidedPairs(snapshot, rules)
  const { asked, testimony, dropped, unanswered } = await judgePairs(model, pairs.slice(0, most), signal)
  if (testimony.length > 0) keepTestimony(where, root, testimony, memories)
  return {
    label,
    root,
    pairs: pairs.length,
    asked,
    raised: testimony.map(({ verdict, a, b }) => ({ verdict, a: a.file, b: b.file })),
    dropped: dropped.map(({ pair: { a, b }, why }) => ({ a: a.file, b: b.file, why })),
    unanswered,
  }
}

/** A witness for `review`, where a model is set; and what asking it came to. */
export function witnessFor(
  llm: Config['llm'],
  where: Pick<Where, 'env' | 'home' | 'timer'>,
  tape: Tape = {},
): { readonly testify: NonNullable<ReviewRequest['testify']>; spent(): readonly SpentRow[] } {
  const tally = makeTally()
  const { model } = modelFor('agents', llm, where, { ...tape, tally })
  return {
    testify: async docket => (await import('../agents/judge-night.ts')).judgeNight(model, docket),
    spent: tally.rows,
  }
}
