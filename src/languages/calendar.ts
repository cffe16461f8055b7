/** A day as the number of days since 1970, in no time zone. */
export type Day = number

const MS = 86_400_000

export const dayOf = (date: string): Day => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / MS

export const dateOfDay = (day: Day): string => new Date(day * MS).toISOString().slice(0, 10)

/** Whole days from one date to another; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number => dayOf(to) - dayOf(from)

export const addDays = (date: string, days: number): string => dateOfDay(dayOf(date) + days)

/** Nothing where the calendar has no such day. */
export function calendarDay(year: number, month: number, day: number): Day | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCDate() === day ? date.getTime() / MS : undefined
}

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7

/** Some days, told as people do: one day, a week, a month, a year. */
export interface Stretch {
  readonly grain: 'day' | 'week' | 'month' | 'year'
  readonly start: Day
}

export const dayFrom = (day: Day, days: number): Stretch => ({ grain: 'day', start: day + days })

export function weekFrom(day: Day, weeks: number): Stretch {
  return { grain: 'week', start: day - weekdayOf(day) + 7 * weeks }
}

export function monthFrom(day: Day, months: number): Stretch {
  const date = new Date(day * MS)
  return { grain: 'month', start: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / MS }
}

export function yearFrom(day: Day, years: number): Stretch {
  return { grain: 'year', start: Date.UTC(new Date(day * MS).getUTCFullYear() + years, 0, 1) / MS }
}

export const endOfMonth = (day: Day): Day => monthFrom(day, 1).start - 1

/** `2026-03-01`, `2026-03-02 to 2026-03-08`, `2026-03`, `2026`. */
export function stretchWords({ grain, start }: Stretch): string {
  const date = dateOfDay(start)
  if (grain === 'week') return `${date} to ${dateOfDay(start + 6)}`
  return grain === 'day' ? date : date.slice(0, grain === 'month' ? 7 : 4)
}

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

export const momentWords = ({ day, time }: Moment): string => `${day} ${time}`

/** `2026-02-27 03:31`, as `last-review.txt` holds it; nothing where it is anything else. */
export function readMoment(text: string): Moment | undefined {
  const found = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/.exec(text.trim())
  return found === null ? undefined : { day: found[1]!, time: found[2]! }
}
