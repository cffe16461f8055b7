import {
  type Day,
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

const ASKED: readonly RegExp[] = [
  /(?<!\d)(?<year>20\d\d)[-/](?<month>\d{1,2})(?:[-/](?<day>\d{1,2}))?(?!\d)/g,
  ...LANGUAGES.flatMap(({ dates }) => dates?.asked ?? []),
]
const LOOKED_AT = 1000

/** Dates in a question: whole ones, months, and those relative to today. Without a year the last such day is meant. */
export function daysAsked(query: string, today: Day): Days[] {
  const text = query.slice(0, LOOKED_AT)
  const found = ASKED.flatMap(form =>
    Array.from(text.matchAll(form)).flatMap(({ 0: said, groups: { year, month, day } = {} }) => {
      const days = stretchOf(year === undefined ? undefined : Number(year), monthNumber(month), day, today)
      return days === undefined ? [] : [{ ...days, text: said }]
    }),
  )
  if (found.length > 0) return found
  return relativeDates(text, today).map(({ text: said, meant }) => ({ ...daysOf(meant), text: said }))
}

function stretchOf(
  year: number | undefined,
  month: number,
  day: string | undefined,
  today: Day,
): Omit<Days, 'text'> | undefined {
  if (month < 1 || month > 12) return undefined
  const thisYear = new Date(today * 86_400_000).getUTCFullYear()
  const pad = (value: number | string) => String(value).padStart(2, '0')
  const start = dayOf(`${year ?? thisYear}-${pad(month)}-${pad(day ?? 1)}`)
  if (Number.isNaN(start)) return undefined
  if (year === undefined && start > today) return stretchOf(thisYear - 1, month, day, today)
  return day === undefined ? daysOf({ grain: 'month', start }) : { from: start, to: start }
}

function daysOf({ grain, start }: Stretch): { from: Day; to: Day } {
  if (grain === 'day') return { from: start, to: start }
  if (grain === 'week') return { from: start, to: start + 6 }
  const next = grain === 'month' ? monthFrom(start, 1) : yearFrom(start, 1)
  return { from: start, to: next.start - 1 }
}
