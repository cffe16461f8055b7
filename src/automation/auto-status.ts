import { discoverFolders, type LastRun, readRunLog, storeContext, type Where } from '../app/index.ts'
import { isFolder, namesIn, readSmallText, stampOf, touchFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { autoHome, SOURCES, type Target, type TargetRequest, targetFor } from '../sources/index.ts'
import { AUTOMATIC } from '../state/index.ts'
import { type Closed, newTarget, type Open, parseState, readTarget, type TargetState } from './gates.ts'
import { look, stillAt } from './look.ts'
import { gateSettings, quickGate } from './request.ts'

/** What the commands beside `run` answer, as data; `report/` has the words. */

/** What Dream does by itself: how the last run went, and why the next has not begun yet. */
export interface AutoStatus {
  readonly last?: { readonly at: string; readonly result: 'done' | 'failed'; readonly words: string }
  /** A dream that is at work just now, in words. */
  readonly atWork?: string
  /** What the gates say: `closed: 3 of 5 sessions since Tuesday`. */
  readonly next: string
  /** When that may change, where it is known. */
  readonly opensAt?: string
}

/** How the last run went and why the next has not begun yet. Looks, and decides nothing. */
export async function autoStatus(where: Where, now: number, environment?: string): Promise<AutoStatus> {
  const target = targetFor(where)
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
    const settings = gateSettings(request, target)
    const closed = quickGate(settings, state, { now: request.now, pause: 'ignore' })
    return closed ?? look(request, target, settings, state).verdict
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    return { gate: 'config', words: say().automation.closed(error.sentence) }
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

/** The last automatic run, the first time that somebody asks; nothing where there was nothing for it to do. */
export function untoldRun(where: Where): LastRun | undefined {
  const target = targetFor(where)
  const run = readTarget(target)?.night
  if (run === undefined || (run.result === 'done' && run.changes === 0 && run.tokens === undefined))
    return undefined
  const marker = `${target.folder}/${AUTOMATIC.announced}`
  const until = run.until ?? run.at
  // What a file system keeps of a time may be a little less than what it was given.
  if (Math.round((stampOf(marker)?.modified ?? 0) / 1000) >= until) return undefined
  touchFile(marker, until)
  return run
}

/** Where to ask, and for which folders. */
export type Asked = Pick<TargetRequest, 'cwd' | 'paths'>

type Whose = Pick<TargetRequest, 'home' | 'env'>

/** Everything that somebody ever asked about, and every project with a memory that nobody did. */
export function allTargets({ home, env }: Whose): Asked[] {
  const states = knownTargets({ home, env })
  const known = states.map(({ cwd, paths }) => ({ cwd, paths }))
  const skip = states.filter(({ paths }) => paths.length === 0).map(({ target }) => target)
  const found = SOURCES.flatMap(source => source.projects?.(home, env, skip) ?? []).map(cwd => ({
    cwd,
    paths: [],
  }))
  const named = new Map([...known, ...found].map(asked => [[asked.cwd, ...asked.paths].join('\n'), asked]))
  return [...named.values()].filter(({ cwd, paths }) => isFolder(cwd) && paths.every(isFolder))
}

/** The state of every target that anybody ever asked about. */
export function knownTargets({ home, env }: Whose): TargetState[] {
  const folder = autoHome(env, home)
  return namesIn(folder).flatMap(
    name => parseState(readSmallText(`${folder}/${name}/${AUTOMATIC.target}`)) ?? [],
  )
}
