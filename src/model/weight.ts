import type { Memory } from './memory.ts'
import { DEFAULT_POLICY, type Decay } from './plan.ts'

const DAY_US = 86_400_000_000

/** `confirmed: 2026-05-01`: somebody looked and it still holds. */
const CONFIRMED =
  /^[ \t]{0,8}(?:last[_-]?)?(?:confirmed|verified)(?:[_-]?(?:at|on))?[ \t]{0,4}:[ \t]{0,4}["']?(\d{4}-\d\d-\d\d)/im

/**
 * M10: feedback never expires, it weighs less: `decay` to the power of whole periods since it was last written or
 * confirmed. Worked out when it is needed and never stored. It breaks ties and is shown; it hides nothing.
 */
export function weightOf(
  memory: Pick<Memory, 'type' | 'head' | 'dated' | 'modified'>,
  now: number,
  decay: Decay = DEFAULT_POLICY.expiry.feedback,
  /** When git says that it was last written, where it says so. */
  git?: number,
): number {
  if (memory.type !== 'feedback') return 1
  const written = memory.dated ?? git ?? memory.modified
  const last = Math.max(written, confirmedAt(memory.head) ?? 0)
  return weightAfter((now - last) / DAY_US, decay)
}

/** Only whole periods count. */
export function weightAfter(days: number, { decay, periodDays }: Decay): number {
  return decay ** Math.max(0, Math.floor(days / periodDays))
}

function confirmedAt(head: string): number | undefined {
  const date = CONFIRMED.exec(head)?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : time * 1000
}
