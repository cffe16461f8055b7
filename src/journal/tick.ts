import { addDays, daysBetween, type Moment, momentWords } from '../languages/index.ts'
import { glanceAt, glanceAtJournals } from '../sources/index.ts'
import { STATE } from './journal-files.ts'
import type { JournalWorkspace } from './journal-workspace.ts'

/** J1: what `dream-state.txt` says. */
export type DreamState = 'active' | 'hibernating' | 'pending'

const REVIEW_TIME = '03:30'
/** Busy until then: it runs anyway. */
const FORCED = '06:00'
export const RETRY_MINUTES = 15
const IDLE_DAYS = 7

/** What a tick of the clock finds. */
export interface Tick {
  readonly now: Moment
  readonly state: DreamState
  readonly lastReview?: Moment | undefined
  /** The last day with a session, a capture or a grown journal. */
  readonly lastActive?: string | undefined
}

export type TickVerdict =
  | { readonly do: 'review'; readonly why: 'due' | 'forced' | 'missed' }
  /** Somebody is at work: written down as pending, and tried again a quarter of an hour later. */
  | { readonly do: 'wait' }
  | { readonly do: 'hibernate'; readonly idleDays: number }
  | { readonly do: 'nothing'; readonly why: 'hibernating' | 'not-due' }

/** J16, J17. `busy` is asked only where the answer matters; a hibernating tick asks and reads nothing. */
export function decideTick(tick: Tick, busy: () => 'idle' | 'busy'): TickVerdict {
  if (tick.state === 'hibernating') return { do: 'nothing', why: 'hibernating' }
  const { now, lastReview, lastActive } = tick
  const idleDays = lastActive === undefined ? 0 : daysBetween(lastActive, now.day)
  if (idleDays >= IDLE_DAYS) return { do: 'hibernate', idleDays }
  const due = lastDue(now)
  if (lastReview !== undefined && momentWords(lastReview) >= momentWords(due))
    return { do: 'nothing', why: 'not-due' }
  if (now.day !== due.day) return { do: 'review', why: 'missed' }
  if (now.time >= FORCED) return { do: 'review', why: tick.state === 'pending' ? 'forced' : 'missed' }
  return busy() === 'busy' ? { do: 'wait' } : { do: 'review', why: 'due' }
}

/** The last 03:30 that has passed, whether or not a clock showed it. */
function lastDue({ day, time }: Moment): Moment {
  return { day: time >= REVIEW_TIME ? day : addDays(day, -1), time: REVIEW_TIME }
}

/** J16: whether the first conversation after a silence is to be greeted with what was. */
export function mayWake(
  state: DreamState,
  lastActive: string | undefined,
  today: string,
): 'asleep' | 'awake' {
  if (state === 'hibernating') return 'asleep'
  return lastActive !== undefined && daysBetween(lastActive, today) >= IDLE_DAYS ? 'asleep' : 'awake'
}

/** Whether a journal was written since it hibernates: the one look that a hibernating tick takes. */
export function hasGrown({ workspace }: JournalWorkspace): boolean {
  const since = glanceAt(workspace, STATE)?.modified
  return since !== undefined && glanceAtJournals(workspace).some(({ modified }) => modified > since)
}

export function readState(text: string): DreamState {
  const word = text.trim().split(/\s/)[0]
  return word === 'hibernating' || word === 'pending' ? word : 'active'
}

/** `active-days.json`: sorted, each day once. */
export function readDays(text: string): string[] {
  try {
    const data: unknown = JSON.parse(text)
    return Array.isArray(data)
      ? data.filter(day => typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day))
      : []
  } catch {
    return []
  }
}

export function withDays(days: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...days, ...more])].sort()
}
