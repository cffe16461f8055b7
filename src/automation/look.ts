import { randomBytes } from 'node:crypto'
import { type FolderRuns, oldestDream, readRunLog } from '../app/index.ts'
import { isTrusted } from '../config/index.ts'
import {
  acquire,
  currentHolder,
  Dir,
  DREAM_LOCK,
  describeHolder,
  LockHeld,
  type LockKind,
  LockLost,
  leadText,
  lifeOf,
  makeFolder,
  realSys,
} from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  discover,
  newestChange,
  ownFolder,
  sessionsFolder,
  sessionsSince,
  type Target,
} from '../sources/index.ts'
import { DREAMING, LOCKS, refuseForeignState, stateHome } from '../state/index.ts'
import { findStore, nativeDreamer } from '../store/index.ts'
import { startAlone } from './alone.ts'
import {
  agoWords,
  believable,
  type Closed,
  decided,
  type GateSettings,
  newTarget,
  type Open,
  readTarget,
  type Started,
  sessionGate,
  type TargetState,
  writeTarget,
} from './gates.ts'
import { type Answer, type AutoRequest, quickGate, type StartOrder } from './request.ts'

/** Held while somebody decides whether to start a dream. Whoever finds it held leaves the decision to the holder. */
const DECIDING: LockKind = { name: LOCKS.deciding, leaseMs: 60_000, attempts: 1, pauseMs: 0 }

/** A dream that was started has so long to say who it is. */
const START_MS = 60_000

/** The dearer gates, one process at a time; where all are open, exactly one dream is started. */
export async function lookAndStart(
  request: AutoRequest,
  target: Target,
  settings: GateSettings,
): Promise<Answer> {
  const still = stillClosed(request, target, settings)
  if (still !== undefined) return { did: 'nothing', ...still }
  try {
    return await withTarget(request, target, DECIDING, (state, check) =>
      decide(request, target, settings, state, check),
    )
  } catch (error) {
    if (!(error instanceof LockHeld || error instanceof LockLost)) throw error
    const holder = error instanceof LockHeld ? error.holder : undefined
    return {
      did: 'nothing',
      gate: 'busy',
      words: say().automation.closed(say().automation.deciding(describeHolder(holder))),
    }
  }
}

/** The daemon asks all day long: where the answer is the one that was noted last, nothing is locked or written. */
function stillClosed(request: AutoRequest, target: Target, settings: GateSettings): Closed | undefined {
  const before = request.pause === 'ignore' ? readTarget(target) : undefined
  if (before === undefined) return undefined
  const { state, verdict } = look(request, target, settings, before)
  if (verdict.gate === 'open' || verdict.words !== before.decision?.words) return undefined
  const timeless = ({ scanned: _, ...rest }: TargetState) => JSON.stringify(rest)
  return timeless(state) === timeless(before) ? verdict : undefined
}

/** Reads and writes what is known of a target while nobody else does. */
export async function withTarget<Result>(
  { now }: Pick<AutoRequest, 'now'>,
  target: Target,
  kind: LockKind,
  work: (state: TargetState, check: () => void) => { readonly state: TargetState; readonly result: Result },
): Promise<Result> {
  makeFolder(target.folder, 'private')
  const dir = Dir.open(realSys, target.folder, 'follow')
  try {
    const lock = await acquire(dir, kind, 'auto')
    try {
      const { state, result } = work(readTarget(target) ?? newTarget(target, now), () => lock.check())
      lock.check()
      writeTarget(target, state)
      return result
    } finally {
      lock.release()
    }
  } finally {
    dir.close()
  }
}

function decide(
  request: AutoRequest,
  target: Target,
  settings: GateSettings,
  before: TargetState,
  check: () => void,
): { state: TargetState; result: Answer } {
  const { now } = request
  // Somebody else may have decided, or even dreamed, since we looked without the lock.
  const closed = quickGate(settings, before, request)
  if (closed !== undefined) return { state: before, result: { did: 'nothing', ...closed } }
  const { state, verdict } = look(request, target, settings, before)
  const known = { ...state, cwd: target.cwd, paths: target.paths, decision: decided(verdict, now) }
  if (verdict.gate !== 'open') return { state: known, result: { did: 'nothing', ...verdict } }
  const token = randomBytes(8).toString('hex')
  const started = { at: now, token }
  const next = {
    ...known,
    started,
    scanned: { at: now, words: say().automation.closed(stillAt(started, now) ?? '') },
  }
  check()
  // On disk before anything runs: a crash in between leaves a dream that never came, not two of them.
  writeTarget(target, next)
  const start = request.start ?? ((order: StartOrder) => startDetached(order, request))
  start({ target, token })
  return { state: next, result: { did: 'started', token, ...verdict } }
}

/** What the folders, the sessions and the locks say. Changes nothing. */
export function look(
  request: Omit<AutoRequest, 'start' | 'pause'>,
  target: Target,
  settings: GateSettings,
  before: TargetState,
): { state: TargetState; verdict: Closed | Open } {
  const { now } = request
  const home = stateHome(request.env, request.home)
  refuseForeignState(home)
  const roots = discover({
    ...request,
    paths: target.paths,
    allProjects: false,
    cwd: target.cwd,
    trusts: lead => isTrusted(home, lead.file, leadText(lead)),
  }).folders.map(folder => folder.root)
  const runs = roots.map(root => ({ root, ...readRunLog(home, root) }))
  const state = settled(before, oldestDream(runs), now)
  const found = (verdict: Closed | Open) => ({
    state: { ...state, scanned: { at: now, words: verdict.words } },
    verdict,
  })
  if (roots.length === 0)
    return found({ gate: 'folders', words: say().automation.closed(say().automation.noFolder) })
  // Neither of these is kept as a look: as soon as the time has come the sessions are to be counted.
  const early = quickGate(settings, state, { now, pause: 'ignore' })
  if (early !== undefined) return { state, verdict: early }
  const busy = state.started === undefined ? busyWords(home, roots) : stillAt(state.started, now)
  if (busy !== undefined) return { state, verdict: { gate: 'busy', words: say().automation.closed(busy) } }
  return found(sessionGate(settings, factsOf(request, target, settings, state, runs), now))
}

function factsOf(
  request: Omit<AutoRequest, 'start' | 'pause'>,
  target: Target,
  settings: GateSettings,
  { lastDream, firstSeen }: TargetState,
  runs: readonly (FolderRuns & { readonly root: string })[],
) {
  const { now, home, env, session } = request
  const believed = believable(lastDream, settings, now)
  const since = believed ?? 0
  const sessions = sessionsSince({
    project: target.path,
    spellings: target.spellings,
    roots: runs.map(lastRun => lastRun.root),
    home,
    env,
    since,
    now,
    ...(session !== undefined && { current: session }),
    noted: sessionsFolder(target),
    own: ownFolder(env, home),
  })
  // What the dream itself wrote before it ended is not new.
  const isNew = ({ root, done }: (typeof runs)[number]) => newestChange(root) > (done?.until ?? since)
  const anythingNew = sessions.count > 0 || runs.some(isNew)
  return { sessions: sessions.count, anythingNew, lastDream: believed, firstSeen }
}

/** What became of the dream that was started last: still at work, done, or gone without a word. */
function settled(before: TargetState, lastDream: number | undefined, now: number): TargetState {
  const { lastDream: _, started, ...rest } = before
  const state: TargetState = lastDream === undefined ? rest : { ...rest, lastDream }
  if (started === undefined) return state
  if (stillAt(started, now) !== undefined) return { ...state, started }
  if (lastDream !== undefined && lastDream >= started.at) return state
  const words = say().automation.cutOff(agoWords(started.at, now))
  const failed = { at: started.at, why: words, times: (state.failed?.times ?? 0) + 1 }
  return { ...state, failed, night: { at: started.at, result: 'failed', words } }
}

/** Words where it may still be at work. */
export function stillAt({ at, process }: Started, now: number): string | undefined {
  const since = agoWords(at, now)
  if (process === undefined)
    return Math.abs(now - at) < START_MS ? say().automation.started(since) : undefined
  const life = lifeOf(process)
  if (life === 'gone') return undefined
  if (life === 'cannot-tell' && Math.abs(now - at) > DREAM_LOCK.leaseMs) return undefined
  return say().automation.running(since, process.pid)
}

function busyWords(home: string, roots: readonly string[]): string | undefined {
  for (const path of roots) {
    const root = Dir.open(realSys, path)
    try {
      const native = nativeDreamer(root, { now: () => Date.now(), sleep: async () => {} })
      if (native !== undefined) return native
    } finally {
      root.close()
    }
    const store = findStore(realSys, home, path)
    try {
      const holder = store && currentHolder(store.locks, DREAM_LOCK)
      if (holder !== undefined) return say().automation.otherRun(describeHolder(holder))
    } finally {
      store?.close()
    }
  }
  return undefined
}

/** It is marked, so that it never counts as a session. */
function startDetached({ target, token }: StartOrder, { env, environment }: AutoRequest): void {
  const folders = target.paths.flatMap(path => ['--folder', path])
  const block = environment === undefined ? [] : ['--env', environment]
  const marked = { ...env, [DREAMING]: token }
  startAlone(['auto', '--foreground', ...folders, ...block], { cwd: target.cwd, env: marked })
}
