import {
  type Closed,
  discoverFolders,
  type LastRun,
  newTarget,
  type Open,
  readRunLog,
  readTarget,
  storeContext,
  type Target,
  type TargetState,
  targetOf,
  type Where,
} from '../app/index.ts'
import { type AutoStatus, DreamError } from '../model/index.ts'
import { look, stillAt } from './look.ts'
import { gateSettings, quickGate } from './request.ts'

/** How the last run went and why the next has not begun yet. Looks, and decides nothing. */
export async function autoStatus(where: Where, now: number, environment?: string): Promise<AutoStatus> {
  const target = targetOf(where)
  const state = readTarget(target) ?? newTarget(target, now)
  const request = { ...where, now, ...(environment !== undefined && { environment }) }
  const verdict = await verdictOf(request, target, state)
  const lastRun = newestRun(where, target, state)
  const atWork = state.started && stillAt(state.started, now)
  return {
    ...(lastRun && { last: { at: iso(lastRun.at), result: lastRun.result, words: lastRun.words } }),
    ...(atWork !== undefined && { atWork }),
    next: verdict.words,
    ...('opensAt' in verdict && verdict.opensAt !== undefined && { opensAt: iso(verdict.opensAt) }),
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

async function verdictOf(
  request: Where & { readonly now: number },
  target: Target,
  state: TargetState,
): Promise<Closed | Open> {
  try {
    const settings = await gateSettings(request, target)
    const closed = quickGate(settings, state, { now: request.now, pause: 'ignore' })
    return closed ?? look(request, target, settings, state).verdict
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    return { gate: 'config', words: `closed: ${error.sentence}` }
  }
}

/** The newest thing that is known: what the target noted, or what one of its folders did. */
function newestRun(where: Where, target: Target, state: TargetState): LastRun | undefined {
  const { stateHome } = storeContext(where)
  const roots = discoverFolders({ ...where, cwd: target.cwd }).folders.map(folder => folder.root)
  const runs = roots.flatMap(root => {
    const { done, failed } = readRunLog(stateHome, root)
    return [done, failed].filter(lastRun => lastRun !== undefined)
  })
  return [...runs, ...(state.night === undefined ? [] : [state.night])]
    .sort((a, b) => a.at - b.at || (a.result === 'done' ? -1 : 1))
    .at(-1)
}
