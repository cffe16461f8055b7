/** A day as the number of days since 1970, in no time zone. */
export type Day = number

const MS = 86_400_000

export const dayOf = (date: string): Day => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / MS

export const dateOfDay = (day: Day): string => new Date(day * MS).toISOString().slice(0, 10)

/** Whole days from one date to another; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number => dayOf(to) - dayOf(from)

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7

/** Some days, told as people do: one day, a week, a month, a year. */
export interface Stretch {
  readonly grain: 'day' | 'week' | 'month' | 'year'
  readonly start: Day
}

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

/** `2026-03-01`, `2026-03-02 to 2026-03-08`, `2026-03`, `2026`. */
export function stretchWords({ grain, start }: Stretch): string {
  const date = dateOfDay(start)
  if (grain === 'week') return `${date} to ${dateOfDay(start + 6)}`
  return grain === 'day' ? date : date.slice(0, grain === 'month' ? 7 : 4)
}

/** A form of words and what it means on a day; nothing where it could mean two things. */
export type DateForm = readonly [
  pattern: RegExp,
  meaning: (found: RegExpExecArray, written: Day) => Stretch | undefined,
]
