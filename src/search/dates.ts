import {
  type Day,
  dateOfDay,
  dayOf,
  LANGUAGES,
  monthFrom,
  monthNumber,
  relativeDates,
  type Stretch,
  yearFrom,
} from '../languages/index.ts'

/** The days that a question asks about, first and last. */
export interface Days {
  readonly from: Day
  readonly to: Day
  /** As it stands in the question. */
  readonly text: string
}

const FORMS: readonly RegExp[] = [
  /(?<!\d)(?<year>20\d\d)[-/](?<month>\d{1,2})(?:[-/](?<day>\d{1,2}))?(?!\d)/g,
  ...LANGUAGES.flatMap(({ dates }) => dates?.asked ?? []),
]
const LOOKED_AT = 1000
/** In a text that is mostly dates, a log, the first ones are enough to find it by. */
const MOST = 200

interface Named {
  readonly text: string
  readonly year: number | undefined
  readonly month: number
  readonly day: number | undefined
}

/** The dates that a text spells out: whole ones, months, days without their year. */
function datesNamed(text: string): Named[] {
  const found: Named[] = []
  for (const form of FORMS)
    for (const { 0: said, groups = {} } of text.matchAll(form)) {
      const named = {
        text: said,
        year: groups['year'] === undefined ? undefined : Number(groups['year']),
        month: monthNumber(groups['month']),
        day: groups['day'] === undefined ? undefined : Number(groups['day']),
      }
      if (named.month >= 1 && named.month <= 12 && (named.day ?? 1) <= 31) found.push(named)
      if (found.length === MOST) return found
    }
  return found
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A date is found however it is written: as words, as numbers, in Chinese: all have these terms in common. */
export function dateTerms(text: string): string[] {
  if (!/\d/.test(text)) return []
  return datesNamed(text).flatMap(({ year, month, day }) => [
    ...(day === undefined ? [] : [`@${two(month)}-${two(day)}`]),
    ...(year === undefined ? [] : [`@${year}-${two(month)}`]),
  ])
}

/** The first day that a text spells out with its year. */
export function firstDay(text: string): string | undefined {
  for (const { year, month, day } of datesNamed(text)) {
    const whole = `${year}-${two(month)}-${two(day ?? 0)}`
    if (year !== undefined && !Number.isNaN(dayOf(whole))) return whole
  }
  return undefined
}

/** Dates in a question: whole ones, months, and those relative to today. Without a year the last such day is meant. */
export function daysAsked(query: string, today: Day): Days[] {
  const text = query.slice(0, LOOKED_AT)
  const found = datesNamed(text).flatMap(named => {
    const days = stretchOf(named, today)
    return days === undefined ? [] : [{ ...days, text: named.text }]
  })
  if (found.length > 0) return found
  return relativeDates(text, today).map(({ text: said, meant }) => ({ ...daysOf(meant), text: said }))
}

function stretchOf({ year, month, day }: Omit<Named, 'text'>, today: Day): Omit<Days, 'text'> | undefined {
  const thisYear = Number(dateOfDay(today).slice(0, 4))
  const start = dayOf(`${year ?? thisYear}-${two(month)}-${two(day ?? 1)}`)
  if (Number.isNaN(start)) return undefined
  if (year === undefined && start > today) return stretchOf({ year: thisYear - 1, month, day }, today)
  return day === undefined ? daysOf({ grain: 'month', start }) : { from: start, to: start }
}

function daysOf({ grain, start }: Stretch): { from: Day; to: Day } {
  if (grain === 'day') return { from: start, to: start }
  if (grain === 'week') return { from: start, to: start + 6 }
  const next = grain === 'month' ? monthFrom(start, 1) : yearFrom(start, 1)
  return { from: start, to: next.start - 1 }
}
