import { type Day, dayOf, monthFrom, relativeDates, type Stretch, yearFrom } from '../languages/index.ts'

/** The days that a question asks about, first and last. */
export interface Days {
  readonly from: Day
  readonly to: Day
  /** As it stands in the question. */
  readonly text: string
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = `(${MONTHS.join('|')})[a-z]{0,6}\\.?`
const ISO = /(?<!\d)(20\d\d)[-/年](\d{1,2})(?:[-/月](\d{1,2})日?|月)?(?!\d)/g
const DAY_FIRST = new RegExp(
  `(?<![\\w])(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? (20\\d\\d))?(?!\\w)`,
  'gi',
)
const MONTH_FIRST = new RegExp(
  `(?<![\\w])${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (20\\d\\d))?(?![\\w])`,
  'gi',
)
const MONTH_ALONE = new RegExp(`(?<![\\w])(?:in|of|during|since) ${MONTH}(?: (20\\d\\d))?(?! ?\\d)`, 'gi')
const CHINESE = /(?<![\d年])(\d{1,2})月(?:(\d{1,2})[日号])?/g
const LOOKED_AT = 1000

/** Dates in a question: whole ones, months, and those relative to today. Without a year the last such day is meant. */
export function daysAsked(query: string, today: Day): Days[] {
  const text = query.slice(0, LOOKED_AT)
  const found = [
    ...each(text, ISO, ([, year, month, day]) => stretchOf(Number(year), Number(month), day, today)),
    ...each(text, DAY_FIRST, ([, day, month, year]) => stretchOf(yearOr(year), monthOf(month), day, today)),
    ...each(text, MONTH_FIRST, ([, month, day, year]) => stretchOf(yearOr(year), monthOf(month), day, today)),
    ...each(text, MONTH_ALONE, ([, month, year]) =>
      stretchOf(yearOr(year), monthOf(month), undefined, today),
    ),
    ...each(text, CHINESE, ([, month, day]) => stretchOf(undefined, Number(month), day, today)),
  ]
  if (found.length > 0) return found
  return relativeDates(text, today).map(({ text: said, meant }) => ({ ...daysOf(meant), text: said }))
}

const yearOr = (year: string | undefined): number | undefined =>
  year === undefined ? undefined : Number(year)
const monthOf = (name: string | undefined): number =>
  MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1

function each(
  text: string,
  pattern: RegExp,
  meaning: (found: RegExpMatchArray) => Omit<Days, 'text'> | undefined,
): Days[] {
  return Array.from(text.matchAll(pattern)).flatMap(match => {
    const days = meaning(match)
    return days === undefined ? [] : [{ ...days, text: match[0] }]
  })
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
