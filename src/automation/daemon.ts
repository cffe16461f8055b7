import type { Where } from '../app/index.ts'
import { type Config, DEFAULTS, settingsOf } from '../config/index.ts'
import {
  acquire,
  type Clock,
  Dir,
  describeHolder,
  errorWords,
  type HeldLock,
  type Holder,
  LockHeld,
  type LockKind,
  LockLost,
  makeFolder,
  realSys,
} from '../disk/index.ts'
import { isReviewDue, journalWorkspaces, RETRY_MINUTES } from '../journal/index.ts'
import { momentIn, momentWords, say } from '../languages/index.ts'
import { LOCKS } from '../state/index.ts'
import { auto } from './auto.ts'
import { type Asked, allTargets } from './auto-status.ts'
import { type DaemonLog, daemonFolder, daemonLog, noteAlive } from './log.ts'
import { leftOutBy, type StartOrder } from './request.ts'

/** What the daemon needs from outside, so that a year of it can be played in a minute. */
export interface DaemonContext {
  readonly where: Where
  readonly clock: Clock
  /** Runs one of Dream's own commands to its end; answers with its exit code. */
  readonly run: (order: DaemonOrder) => Promise<number>
  readonly isStopped: () => boolean
  readonly environment?: string
}

export interface DaemonOrder {
  readonly args: readonly string[]
  readonly cwd: string
  /** For a dream: what it is known by. */
  readonly token?: string
}

/** An hour without a sign of life and another daemon may take over. */
const DAEMON: LockKind = { name: LOCKS.daemon, leaseMs: 3_600_000, attempts: 1, pauseMs: 0 }

export type DaemonEnd = { readonly end: 'stopped' } | { readonly end: 'another'; readonly words: string }

/** A8: look at the clock, do what is due, sleep. Everything it has to know again after a crash lies on disk. */
export async function runDaemon(context: DaemonContext, times: 'once' | 'forever'): Promise<DaemonEnd> {
  const { where, clock } = context
  makeFolder(daemonFolder(where), 'private')
  const dir = Dir.open(realSys, daemonFolder(where), 'follow')
  try {
    const lock = await acquire(dir, DAEMON, 'daemon', clock)
    try {
      await loop(context, times, lock)
      return { end: 'stopped' }
    } finally {
      lock.release()
    }
  } catch (error) {
    if (error instanceof LockLost) return { end: 'another', words: error.message }
    if (!(error instanceof LockHeld)) throw error
    return { end: 'another', words: anotherWords(error.holder) }
  } finally {
    dir.close()
  }
}

const anotherWords = (holder: Holder | undefined): string =>
  say().automation.otherDaemon(describeHolder(holder))

async function loop(context: DaemonContext, times: 'once' | 'forever', lock: HeldLock): Promise<void> {
  const { where, clock } = context
  const log = daemonLog(where, clock)
  let state: DaemonState = {}
  let settings = await readSettings(context, undefined, log)
  log.note('started', { pid: process.pid })
  while (!context.isStopped()) {
    lock.check()
    const step = daemonStep(state, clock.now(), settings)
    state = step.state
    if (step.chores.length > 0) {
      noteAlive(where, clock.now())
      // Read anew whenever there is something to do: a change needs no restart.
      settings = await readSettings(context, settings, log)
      const targets = allTargets(where)
      const exclude = settings.exclude ?? []
      for (const chore of step.chores) await doChore(chore, context, targets, log, exclude)
    }
    if (times === 'once') break
    await clock.sleep(step.sleepMs)
  }
  log.note('stopped', {})
}

/** A configuration that cannot be read is reported once, and the last one that could be holds. */
async function readSettings(
  { where, environment }: DaemonContext,
  before: DaemonSettings | undefined,
  log: DaemonLog,
): Promise<DaemonSettings> {
  try {
    const { config } = await settingsOf({ ...where, cwd: where.home }, environment)
    const settings = settingsFrom(config)
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(settings))
      log.note('settings changed', { ...settings })
    return settings
  } catch (error) {
    log.once('configuration', errorWords(error))
    return before ?? settingsFrom(DEFAULTS)
  }
}

const settingsFrom = ({ autoDream, schedule }: Config): DaemonSettings => ({
  scanIntervalMs: Math.max(autoDream.sessionGate.scanIntervalMs, 1000),
  exclude: autoDream.exclude,
  schedule: { enabled: schedule.enabled, timeZone: schedule.timeZone },
})

/** What goes wrong with one project is reported and stops no other. */
async function doChore(
  chore: Chore,
  context: DaemonContext,
  targets: readonly Asked[],
  log: DaemonLog,
  exclude: readonly string[],
): Promise<void> {
  if (chore === 'journals') return reviewJournals(context, targets, log, exclude)
  for (const asked of targets) {
    if (context.isStopped()) return
    try {
      await askOne(context, asked, log)
    } catch (error) {
      log.once(nameOf(asked), `failed: ${errorWords(error)}`)
    }
  }
}

const nameOf = ({ cwd, paths }: Asked): string => paths[0] ?? cwd

async function askOne(context: DaemonContext, asked: Asked, log: DaemonLog): Promise<void> {
  const { where, clock, environment } = context
  const orders: StartOrder[] = []
  const answer = await auto({
    ...where,
    ...asked,
    now: clock.now(),
    pause: 'ignore',
    start: order => orders.push(order),
    ...(environment !== undefined && { environment }),
  })
  if (answer.did === 'nothing') {
    const { gate, words, opensAt } = answer
    log.once(nameOf(asked), withoutNumbers(gate, words), gate === 'retry' ? `retry at ${opensAt}` : undefined)
  }
  for (const { target, token } of orders) {
    log.note('dream', { target: nameOf(asked), why: answer.words })
    const folders = target.paths.flatMap(path => ['--folder', path])
    const environmentFlag = environment === undefined ? [] : ['--env', environment]
    const args = ['auto', '--foreground', ...folders, ...environmentFlag]
    const code = await context.run({ args, cwd: target.cwd, token })
    log.note('dreamed', { target: nameOf(asked), exit: code })
  }
}

/** Hours go by: that they do is no news for a log. */
const withoutNumbers = (gate: string, words: string): string => (gate === 'time' ? 'closed: time' : words)

async function reviewJournals(
  context: DaemonContext,
  targets: readonly Asked[],
  log: DaemonLog,
  exclude: readonly string[],
): Promise<void> {
  const { where } = context
  const folders = targets.map(nameOf)
  for (const workspace of journalWorkspaces(where, folders)) {
    try {
      const by = leftOutBy([workspace.root], exclude, where.home)
      if (by !== undefined) log.once(workspace.root, say().automation.closed(say().automation.leftOut(by)))
      if (by !== undefined || !isReviewDue(where, workspace, context.clock.now())) continue
      const code = await context.run({
        args: ['journal', 'review', '--scheduled', '--folder', workspace.root],
        cwd: workspace.root,
      })
      log.note('review', { workspace: workspace.root, exit: code })
    } catch (error) {
      log.once(workspace.root, `failed: ${errorWords(error)}`)
    }
  }
}

/** What the daemon remembers between two looks at the clock. It never grows. */
export interface DaemonState {
  readonly scannedAt?: number
  /** The quarter of an hour, on the wall, in which journals were asked for last. */
  readonly quarter?: string
}

export interface DaemonSettings {
  readonly scanIntervalMs: number
  readonly exclude?: readonly string[]
  readonly schedule: { readonly enabled: boolean; readonly timeZone: string | null }
}

export type Chore = 'scan' | 'journals'

/** The loop looks at the clock at least so often, so that it notices when the machine slept. */
const LONGEST_SLEEP_MS = 60_000

/**
 * A8, J17. What is to be done at this moment. A pure function of clock and state: a clock that jumped, in either
 * direction, is only a clock that shows another time, and whatever came due meanwhile is done once.
 */
export function daemonStep(
  state: DaemonState,
  now: number,
  { scanIntervalMs, schedule }: DaemonSettings,
): { readonly state: DaemonState; readonly chores: readonly Chore[]; readonly sleepMs: number } {
  const chores: Chore[] = []
  const isDue = state.scannedAt === undefined || Math.abs(now - state.scannedAt) >= scanIntervalMs
  if (isDue) chores.push('scan')
  const quarter = quarterOf(now, schedule.timeZone)
  if (schedule.enabled && quarter !== state.quarter) chores.push('journals')
  const scannedAt = isDue ? now : state.scannedAt
  const untilScan = Math.max(0, scannedAt! + scanIntervalMs - now)
  return {
    state: { scannedAt: scannedAt!, quarter },
    chores,
    sleepMs: Math.max(1, Math.min(untilScan || LONGEST_SLEEP_MS, untilQuarter(now), LONGEST_SLEEP_MS)),
  }
}

const QUARTER_MS = RETRY_MINUTES * 60_000

/** 03:30 begins one, and so does every time at which a run that met a lock is tried again. */
function quarterOf(now: number, timeZone: string | null): string {
  const { day, time } = momentIn(now, timeZone ?? undefined)
  const minute = Number(time.slice(3)) - (Number(time.slice(3)) % RETRY_MINUTES)
  return momentWords({ day, time: `${time.slice(0, 3)}${String(minute).padStart(2, '0')}` })
}

/** Every time zone there is differs from UTC by whole quarters of an hour. */
const untilQuarter = (now: number): number => QUARTER_MS - (now % QUARTER_MS)
