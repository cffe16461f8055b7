/** A moment on somebody's wall clock. Two of them compare as text, and no clock change makes one of them invalid. */
export interface Moment {
  /** `2026-02-27` */
  readonly day: string
  /** `03:31` */
  readonly time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clock on the wall shows; `zone` is the machine's own where it is not given. */
export function momentIn(epochMs: number, zone?: string): Moment {
  const parts = formatFor(zone).formatToParts(epochMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(each => each.type === type)?.value ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}

function formatFor(zone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(zone ?? '')
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    ...(zone !== undefined && { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone ?? '', format)
  return format
}

export function asText({ day, time }: Moment): string {
  return `${day} ${time}`
}

/** `2026-02-27 03:31`, as `last-review.txt` holds it; nothing where it is anything else. */
export function readMoment(text: string): Moment | undefined {
  const found = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/.exec(text.trim())
  return found === null ? undefined : { day: found[1]!, time: found[2]! }
}

const DAY_MS = 86_400_000

export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
}
