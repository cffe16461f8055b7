import type { LastRun } from '../app/index.ts'
import { type Config, DEFAULTS } from '../config/index.ts'
import { type ProcessId, readSmallText, writeSmallFile } from '../disk/index.ts'
import { sayEarly } from '../languages/index.ts'
import type { Target } from '../sources/index.ts'
import { AUTOMATIC } from '../state/index.ts'

const HOUR_MS = 3_600_000

/** The settings of the gates. */
export interface GateSettings {
  readonly enabled: boolean
  /** What leaves this project out: a setting or a file. */
  readonly leftOutBy?: string
  readonly minHours: number
  readonly maxHours: number
  readonly minSessions: number
  readonly scanIntervalMs: number
}

export const DEFAULT_GATES: GateSettings = gatesOf(DEFAULTS.autoDream)

export function gatesOf({ enabled, timeGate, sessionGate }: Config['autoDream']): GateSettings {
  return {
    enabled,
    minHours: timeGate.minHoursBetweenDream,
    maxHours: timeGate.maxHoursBetweenDream,
    minSessions: sessionGate.minSessionsForDream,
    scanIntervalMs: sessionGate.scanIntervalMs,
  }
}

export function enabledGate({ enabled, leftOutBy }: GateSettings): Closed | undefined {
  const { closed, disabled, leftOut } = sayEarly().automation
  if (leftOutBy !== undefined) return { gate: 'enabled', words: closed(leftOut(leftOutBy)) }
  return enabled ? undefined : { gate: 'enabled', words: closed(disabled) }
}

/**
 * At least so many hours since the last dream. A dream that lies further ahead than one gap was written by a clock that
 * has been set back since: nobody knows when it was, so it is as if there had been none.
 */
export function timeGate(
  { minHours }: GateSettings,
  lastDream: number | undefined,
  now: number,
): Closed | undefined {
  if (lastDream === undefined || isAhead(lastDream, minHours, now)) return undefined
  const opensAt = lastDream + minHours * HOUR_MS
  if (now >= opensAt) return undefined
  const passed = Math.max(0, now - lastDream)
  return {
    gate: 'time',
    words: sayEarly().automation.closed(sayEarly().automation.hours(hoursWords(passed), minHours)),
    opensAt,
  }
}

const isAhead = (lastDream: number, minHours: number, now: number): boolean =>
  lastDream - now > Math.max(minHours, 1) * HOUR_MS

/** The last dream as far as it can be believed. */
export function believable(
  lastDream: number | undefined,
  { minHours }: GateSettings,
  now: number,
): number | undefined {
  return lastDream === undefined || isAhead(lastDream, minHours, now) ? undefined : lastDream
}

const LONGEST_RETRY_HOURS = 24

/** A run that failed is tried again after an hour, then two, then four, at most a day apart. */
export function retryGate(failed: Failures | undefined, now: number): Closed | undefined {
  if (failed === undefined) return undefined
  const hours = Math.min(2 ** (failed.times - 1), LONGEST_RETRY_HOURS)
  const opensAt = failed.at + hours * HOUR_MS
  // Either way round: a clock that was set back must not keep it closed for years.
  if (Math.abs(now - failed.at) >= hours * HOUR_MS) return undefined
  return {
    gate: 'retry',
    words: sayEarly().automation.closed(
      sayEarly().automation.failed(
        agoWords(failed.at, now),
        failed.times,
        failed.why,
        agoWords(opensAt, now),
      ),
    ),
    opensAt,
  }
}

/** Sessions are looked at every ten minutes, however often somebody asks. */
export function pauseGate(
  { scanIntervalMs }: GateSettings,
  scanned: { readonly at: number; readonly words: string } | undefined,
  now: number,
): Closed | undefined {
  if (scanned === undefined || Math.abs(now - scanned.at) >= scanIntervalMs) return undefined
  return { gate: 'pause', words: scanned.words, opensAt: scanned.at + scanIntervalMs }
}

/** What was found since the last dream. */
export interface Since {
  readonly sessions: number
  /** Whether a memory or a session is newer than the last dream. */
  readonly anythingNew: boolean
  readonly lastDream: number | undefined
  /** Where there was no dream yet: when this folder was first seen. */
  readonly firstSeen: number
}

export function sessionGate(settings: GateSettings, since: Since, now: number): Closed | Open {
  const { minSessions, maxHours } = settings
  const { sessions, lastDream } = since
  const words = sayEarly().automation
  const when = lastDream === undefined ? undefined : sinceWords(lastDream, now)
  const counted = words.sessions(sessions, minSessions, when)
  if (sessions >= minSessions) return { gate: 'open', words: words.open(counted) }
  const start = lastDream ?? since.firstSeen
  const opensAt = start + maxHours * HOUR_MS
  if (now < opensAt) return { gate: 'sessions', words: sayEarly().automation.closed(counted) }
  if (!since.anythingNew)
    return {
      gate: 'sessions',
      words: sayEarly().automation.closed(words.unchanged(counted)),
    }
  return {
    gate: 'open',
    words: words.open(words.longAgo(hoursWords(now - start), lastDream === undefined, maxHours, counted)),
  }
}

const DAY_MS = 86_400_000

/** `23.5`, `24`: whole hours, or tenths where that is all there is to see. Never rounded up past the gate. */
function hoursWords(ms: number): string {
  return (Math.floor((ms / HOUR_MS) * 10) / 10).toString()
}

/** `03:31`, `Tuesday`, `2026-02-27`: as much as is needed to know which one. On the machine's own clock. */
function sinceWords(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return timeOf(at)
  if (at < now && now - at < 6 * DAY_MS) return sayEarly().automation.weekdays[new Date(at).getDay()]!
  return dayOf(at)
}

/** `03:31`, `Tuesday 03:31`, `2026-02-27 03:31`. */
export function agoWords(at: number, now: number): string {
  const day = sinceWords(at, now)
  return day.includes(':') ? day : `${day} ${timeOf(at)}`
}

function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function timeOf(at: number): string {
  const date = new Date(at)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

const two = (number: number): string => String(number).padStart(2, '0')

/** What is known about a target; times in milliseconds since 1970. */
export interface TargetState {
  readonly version: 1
  readonly target: string
  readonly cwd: string
  readonly paths: readonly string[]
  readonly firstSeen: number
  /** The oldest last dream of its folders, as far as it was looked up. */
  readonly lastDream?: number
  readonly scanned?: { readonly at: number; readonly words: string }
  readonly started?: Started
  readonly failed?: Failures
  readonly night?: LastRun
  readonly decision?: Decision
}

/** A dream that was started and has not come back yet. */
export interface Started {
  readonly at: number
  /** Whoever comes with another one was started by mistake. */
  readonly token: string
  /** Who it is, once it has said so. */
  readonly process?: ProcessId
}

export interface Decision {
  readonly at: number
  readonly gate: Gate | 'open'
  readonly words: string
}

export function readTarget(target: Target): TargetState | undefined {
  const state = parseState(readSmallText(`${target.folder}/${AUTOMATIC.target}`))
  return state?.target === target.path ? state : undefined
}

export function parseState(text: string | undefined): TargetState | undefined {
  if (text === undefined) return undefined
  try {
    const state = JSON.parse(text) as TargetState | null
    return state?.version === 1 && typeof state.firstSeen === 'number' ? state : undefined
  } catch {
    // Cut off by a full disk or by hand: as if nothing were known, which makes somebody look.
    return undefined
  }
}

export function writeTarget(target: Target, state: TargetState): void {
  writeSmallFile(`${target.folder}/${AUTOMATIC.target}`, `${JSON.stringify(state)}\n`)
}

export function newTarget(target: Target, now: number): TargetState {
  return { version: 1, target: target.path, cwd: target.cwd, paths: target.paths, firstSeen: now }
}

export const decided = ({ gate, words }: Closed | Open, at: number): Decision => ({ at, gate, words })

/**
 * A1. Whether it is time to dream: pure predicates, each of which answers with its reason. They are asked cheapest
 * first: `enabledGate`, `timeGate` and `retryGate` know from one small file, `pauseGate` keeps `sessionGate` from
 * listing transcripts more often than every ten minutes.
 */

type Gate = 'enabled' | 'own-run' | 'time' | 'retry' | 'pause' | 'folders' | 'sessions' | 'busy' | 'config'

export interface Closed {
  readonly gate: Gate
  readonly words: string
  /** When it is worth asking again, where that is known; milliseconds since 1970. */
  readonly opensAt?: number
}

export interface Open {
  readonly gate: 'open'
  readonly words: string
}

export interface Failures {
  readonly at: number
  readonly why: string
  /** In a row. */
  readonly times: number
}
