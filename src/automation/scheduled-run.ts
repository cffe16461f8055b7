import type { askAutomatically } from '../agents/index.ts'
import { type LastRun, oldestDream, readRunLog, storeContext, type Where } from '../app/index.ts'
import type { Config } from '../config/index.ts'
import { errorWords, type LockKind, sweepFolder, thisProcess } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { Policy, Report } from '../model/index.ts'
import { dream } from '../pipeline/index.ts'
import { sessionsFolder, type Target, targetFor } from '../sources/index.ts'
import { LOCKS } from '../state/index.ts'
import { maintainScheduled } from '../vault/index.ts'
import type { TargetState } from './gates.ts'
import { withTarget } from './look.ts'

export interface ScheduledRunRequest {
  readonly where: Where
  /** Asked for when the run has begun: what is wrong with it makes a failed run. */
  readonly settings: () => Promise<{ readonly policy: Policy; readonly config: Config }>
  /** What `auto` gave to the dream that it started. */
  readonly token: string
}

export type ScheduledRunReport =
  | { readonly result: 'dreamed'; readonly report: Report }
  | { readonly result: 'failed'; readonly why: string }
  /** Another dream was started in the place of this one. */
  | { readonly result: 'not-mine' }

/** Waits for whoever decides just now: it never takes long. */
const NOTING: LockKind = { name: LOCKS.deciding, leaseMs: 60_000, attempts: 100, pauseMs: 100 }

/** The dream that `auto` decided on: says who it is, dreams, and notes how it went, whatever happens. */
export async function runScheduled({
  where,
  settings,
  token,
}: ScheduledRunRequest): Promise<ScheduledRunReport> {
  const target = targetFor(where)
  const at = Date.now()
  if ((await beginScheduledRun(target, token, at)) === 'not-mine') return { result: 'not-mine' }
  try {
    const { policy, config } = await settings()
    // Loaded here alone: a hook that finds nothing to do has no need of it.
    const { mirrorScheduled } = await import('../team/index.ts')
    const report = await dream({ where, policy, mode: 'live' })
    const engines = [...(await maintainScheduled(where, policy)), ...(await mirrorScheduled(where))]
    const roots = report.results.map(result => result.root)
    const lastRun = lastRunOf(report, at)
    const asksModel = config.autoDream.model.enabled && lastRun?.result === 'done'
    // The rules have done all of theirs before a model is asked: it can only add to that.
    await endScheduledRun(where, target, lastRun, roots, asksModel ? 'model-next' : 'over')
    const help = asksModel
      ? await helpByModel({ where, policy, config, report, now: at }, target, lastRun, roots)
      : undefined
    const notes = [...report.notes, ...engines, ...(help?.words ?? [])]
    const spent = help === undefined ? {} : { spent: [...(report.spent ?? []), ...help.spent] }
    return { result: 'dreamed', report: { ...report, notes, ...spent, scheduled: true } }
  } catch (error) {
    const why = errorWords(error)
    await endScheduledRun(where, target, { at, result: 'failed', words: why }, [])
    return { result: 'failed', why }
  }
}

/** A9. Loaded only here: nobody else who runs on a schedule needs it. */
async function helpByModel(
  request: Parameters<typeof askAutomatically>[0],
  target: Target,
  lastRun: LastRun,
  roots: readonly string[],
): Promise<Awaited<ReturnType<typeof askAutomatically>>> {
  const agents = await import('../agents/automatic.ts')
  const help = await agents.askAutomatically(request)
  const tokens = help.spent.reduce((sum, row) => sum + row.inputTokens + row.outputTokens, 0)
  const spent = tokens === 0 ? [] : [say().agents.automatic.spent(tokens)]
  const words = [lastRun.words, ...help.words, ...spent].join('; ')
  await endScheduledRun(
    request.where,
    target,
    { ...lastRun, until: Date.now(), words, ...(tokens > 0 && { tokens }) },
    roots,
  )
  return help
}

/** Says who it is that dreams now; whoever has another token was started by mistake. */
export function beginScheduledRun(target: Target, token: string, now: number): Promise<'mine' | 'not-mine'> {
  return withTarget({ now }, target, NOTING, state =>
    state.started?.token === token
      ? {
          state: { ...state, started: { ...state.started, process: thisProcess() } },
          result: 'mine' as const,
        }
      : { state, result: 'not-mine' as const },
  )
}

/** Nothing where another run was at work in every folder: that one notes how it went. */
function lastRunOf({ results, plan }: Report, at: number): LastRun | undefined {
  if (results.length > 0 && results.every(({ failure }) => failure?.kind === 'locked')) return undefined
  const failures = results.flatMap(({ label, failure, outcomes }) => {
    if (failure?.kind === 'failed') return [`${label}: ${failure.sentence}`]
    const failed = outcomes.find(outcome => outcome.result === 'failed')
    return failed !== undefined && 'detail' in failed
      ? [`${label}/${failed.action.file}: ${failed.detail}`]
      : []
  })
  if (failures.length > 0) return { at, result: 'failed', words: failures.join('; ') }
  const done = results.flatMap(({ outcomes }) => outcomes).filter(({ result }) => result === 'done').length
  const waiting = plan.folders.reduce((sum, { proposals }) => sum + proposals.length, 0)
  const words = [
    done === 0 ? say().places.folders.nothingChanged : say().places.folders.changed(done),
    ...(waiting === 0 ? [] : [say().report.waiting(waiting)]),
  ]
  return { at, until: Date.now(), result: 'done', changes: done, words: words.join(', ') }
}

/** Notes how it went. `roots` are the folders that were dreamed over. */
export async function endScheduledRun(
  where: Where,
  target: Target,
  lastRun: LastRun | undefined,
  roots: readonly string[],
  next: 'model-next' | 'over' = 'over',
): Promise<void> {
  const { stateHome } = storeContext(where)
  await withTarget({ now: Date.now() }, target, NOTING, before => {
    const lastDream = oldestDream(roots.map(root => readRunLog(stateHome, root)))
    const state = afterScheduledRun(before, lastRun, lastDream)
    const { started } = before
    return { state: next === 'model-next' && started ? { ...state, started } : state, result: undefined }
  })
  if (lastRun?.result === 'done') sweepFolder(sessionsFolder(target), (_, time) => time <= lastRun.at)
}

function afterScheduledRun(
  { started: _, ...state }: TargetState,
  lastRun: LastRun | undefined,
  lastDream: number | undefined,
): TargetState {
  if (lastRun === undefined) return state
  const known = { ...state, night: lastRun, ...(lastDream !== undefined && { lastDream }) }
  const { failed, ...clean } = known
  if (lastRun.result === 'done') return clean
  return { ...known, failed: { at: lastRun.at, why: lastRun.words, times: (failed?.times ?? 0) + 1 } }
}
