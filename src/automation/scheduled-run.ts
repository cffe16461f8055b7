import {
  deskOf,
  type Night,
  oldestDream,
  readNights,
  sessionsFolder,
  type Target,
  type TargetState,
  targetOf,
  type Where,
} from '../app/index.ts'
import { type LockKind, sweepFolder, thisProcess } from '../disk/index.ts'
import type { Policy, Report } from '../model/index.ts'
import { dream } from '../pipeline/index.ts'
import { plainError } from '../store/index.ts'
import { tendAtNight } from '../vault/index.ts'
import { withTarget } from './look.ts'

export interface NightRequest {
  readonly where: Where
  /** Asked for when the night has begun: what is wrong with it is a reason for a failed night. */
  readonly policy: () => Promise<Policy>
  /** What `auto` gave to the dream that it started. */
  readonly token: string
}

export type NightReport =
  | { readonly result: 'dreamed'; readonly report: Report }
  | { readonly result: 'failed'; readonly why: string }
  /** Another dream was started in the place of this one. */
  | { readonly result: 'not-mine' }

/** Waits for whoever decides just now: it never takes long. */
const NOTING: LockKind = { name: 'deciding', leaseMs: 60_000, attempts: 100, pauseMs: 100 }

/** The dream that `auto` decided on: says who it is, dreams, and notes how it went, whatever happens. */
export async function runNight({ where, policy, token }: NightRequest): Promise<NightReport> {
  const target = targetOf(where)
  const at = Date.now()
  if ((await beginNight(target, token, at)) === 'not-mine') return { result: 'not-mine' }
  try {
    const rules = await policy()
    const report = await dream({ where, policy: rules, mode: 'live' })
    const notes = [...report.notes, ...(await tendAtNight(where, rules))]
    const roots = report.results.map(result => result.root)
    await endNight(where, target, nightOf(report, at), roots)
    return { result: 'dreamed', report: { ...report, notes, scheduled: true } }
  } catch (error) {
    const why = plainError(error)
    await endNight(where, target, { at, result: 'failed', words: why }, [])
    return { result: 'failed', why }
  }
}

/** Says who it is that dreams now; whoever has another token was started by mistake. */
export function beginNight(target: Target, token: string, now: number): Promise<'mine' | 'not-mine'> {
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
function nightOf({ results }: Report, at: number): Night | undefined {
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
  return {
    at,
    until: Date.now(),
    result: 'done',
    words: done === 0 ? 'nothing had to change' : changes(done),
  }
}

const changes = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`

/** Notes how it went. `roots` are the folders that were dreamed over. */
export async function endNight(
  where: Where,
  target: Target,
  night: Night | undefined,
  roots: readonly string[],
): Promise<void> {
  const { stateHome } = deskOf(where)
  await withTarget({ now: Date.now() }, target, NOTING, before => {
    const lastDream = oldestDream(roots.map(root => readNights(stateHome, root)))
    return { state: afterNight(before, night, lastDream), result: undefined }
  })
  if (night?.result === 'done') sweepFolder(sessionsFolder(target), (_, time) => time <= night.at)
}

/** What is known when a night is over. */
function afterNight(
  { started: _, ...state }: TargetState,
  night: Night | undefined,
  lastDream: number | undefined,
): TargetState {
  if (night === undefined) return state
  const known = { ...state, night, ...(lastDream !== undefined && { lastDream }) }
  const { failed, ...clean } = known
  if (night.result === 'done') return clean
  return { ...known, failed: { at: night.at, why: night.words, times: (failed?.times ?? 0) + 1 } }
}
