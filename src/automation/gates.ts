import { type Config, DEFAULTS } from '../config/index.ts'
import { sayEarly } from '../languages/index.ts'
import type { Closed, Failures, Open } from './target-state.ts'

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
