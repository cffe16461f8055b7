import type { Closed, Failures, Open } from '../app/index.ts'
import type { GateSettings } from '../config/index.ts'
import { agoWords, hoursWords, sinceWords } from './gate-words.ts'

const HOUR_MS = 3_600_000

export function enabledGate({ enabled }: GateSettings): Closed | undefined {
  return enabled ? undefined : { gate: 'enabled', words: 'closed: autoDream.enabled is false' }
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
    words: `closed: ${hoursWords(passed)} of ${minHours} hours since the last dream`,
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
  const times = failed.times === 1 ? '' : `, ${failed.times} times in a row`
  return {
    gate: 'retry',
    words: `closed: it failed ${agoWords(failed.at, now)}${times} (${failed.why}); it is tried again ${agoWords(opensAt, now)}`,
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
  const when = lastDream === undefined ? 'so far' : `since ${sinceWords(lastDream, now)}`
  const counted = `${sessions} of ${minSessions} sessions ${when}`
  if (sessions >= minSessions) return { gate: 'open', words: `open: ${counted}` }
  const start = lastDream ?? since.firstSeen
  const opensAt = start + maxHours * HOUR_MS
  if (now < opensAt) return { gate: 'sessions', words: `closed: ${counted}` }
  if (!since.anythingNew)
    return {
      gate: 'sessions',
      words: `closed: ${counted}, and nothing changed`,
    }
  return {
    gate: 'open',
    words: `open: ${hoursWords(now - start)} hours ${lastDream === undefined ? 'since it was first seen' : 'since the last dream'}, more than ${maxHours}; ${counted}`,
  }
}
