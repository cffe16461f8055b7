import { RETRY_MINUTES } from '../journal/index.ts'
import { asText, momentIn } from '../languages/index.ts'

/** What the daemon remembers between two looks at the clock. It never grows. */
export interface DaemonState {
  readonly scannedAt?: number
  /** The quarter of an hour, on the wall, in which journals were asked for last. */
  readonly quarter?: string
}

export interface DaemonSettings {
  readonly scanIntervalMs: number
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
  return asText({ day, time: `${time.slice(0, 3)}${String(minute).padStart(2, '0')}` })
}

/** Every time zone there is differs from UTC by whole quarters of an hour. */
const untilQuarter = (now: number): number => QUARTER_MS - (now % QUARTER_MS)
