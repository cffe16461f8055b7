import { calendarDay, type Day, dateOfDay, dayOf, type Stretch } from './calendar.ts'
import { alternatives, pattern } from './combined.ts'
import { LANGUAGES } from './registry.ts'

/** A date that is told from the day on which it was written. */
export interface RelativeDate {
  readonly text: string
  readonly at: number
  readonly meant: Stretch
}

/** Lines longer than this are tables and dumps. */
const LONGEST_LINE = 1000
const ABSOLUTE = new RegExp(
  `\\d{4}[-/.]\\d{1,2}|\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b|${alternatives(({ dates }) => dates?.absolute)}`,
  'i',
)
const RELATIVE = LANGUAGES.flatMap(({ dates }) => dates?.relative ?? [])
const NOT_MEANT = LANGUAGES.flatMap(({ dates }) => dates?.notMeant ?? [])

/** Whether a text may have a relative date: cheap to ask of every memory, and few go on. */
export const mayHaveRelativeDate = (text: string): boolean => HINT.test(text)

const HINT = pattern(({ dates }) => dates?.hint)

/** What a line of prose says relative to the day it was written. Empty where the line gives the day itself. */
export function relativeDates(line: string, written: Day): RelativeDate[] {
  if (line.length > LONGEST_LINE || ABSOLUTE.test(line)) return []
  const found: RelativeDate[] = []
  for (const [form, meaning] of RELATIVE) {
    const match = form.exec(line)
    if (match === null || isTaken(match, found) || !isMeant(line, match)) continue
    const meant = meaning(match, written)
    if (meant !== undefined) found.push({ text: match[0], at: match.index, meant })
  }
  return found.sort((a, b) => a.at - b.at)
}

const isTaken = (match: RegExpExecArray, found: readonly RelativeDate[]): boolean =>
  found.some(({ at, text }) => match.index < at + text.length && at < match.index + match[0].length)

/** What is quoted is someone's words. */
function isMeant(line: string, { index, 0: text }: RegExpExecArray): boolean {
  const [before, after] = [line.slice(Math.max(0, index - 40), index), line.slice(index + text.length)]
  const isOther = NOT_MEANT.some(
    form =>
      (form.text?.test(text) ?? true) &&
      (form.before?.test(before) ?? true) &&
      (form.after?.test(after) ?? true),
  )
  return !isOther && ((line.slice(0, index).match(/["“”]/g)?.length ?? 0) & 1) === 0
}

const ISO = /\b(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})\b/
const SPELLED = [ISO, ...LANGUAGES.flatMap(({ dates }) => dates?.spelled ?? [])]
const NEAR = LANGUAGES.flatMap(({ dates }) => dates?.near ?? [])

/** The first day that a sentence spells out, with its month and its day of the month. */
export function spelledDay(text: string, today: string): string | undefined {
  for (const form of SPELLED) {
    const found = form.exec(text)?.groups
    const day = found === undefined ? undefined : dayIn(found, dayOf(today))
    if (day !== undefined) return dateOfDay(day)
  }
  return undefined
}

/** The first day that a sentence names, seen from the day it was written; nothing where it names none for certain. */
export function namedDay(text: string, today: string): string | undefined {
  const spelled = spelledDay(text, today)
  if (spelled !== undefined) return spelled
  for (const [form, meaning] of NEAR) {
    const found = form.exec(text)
    if (found !== null) return dateOfDay(meaning(found, dayOf(today)))
  }
  return undefined
}

function dayIn(groups: Readonly<Record<string, string | undefined>>, today: Day): Day | undefined {
  const [month, day] = [monthNumber(groups['month']), Number(groups['day'])]
  const { year } = groups
  return year === undefined ? nearestDay(month, day, today) : calendarDay(Number(year), month, day)
}

/** The day of that name nearest to today: a deadline three months past is more likely than one nine months ahead. */
function nearestDay(month: number, day: number, today: Day): Day | undefined {
  const year = Number(dateOfDay(today).slice(0, 4))
  const here = calendarDay(year, month, day)
  if (here === undefined) return undefined
  if (here - today < -180) return calendarDay(year + 1, month, day)
  return here - today > 270 ? calendarDay(year - 1, month, day) : here
}

/** A month by its number, or by the first letters of its name; 0 where there is none. */
export function monthNumber(month = ''): number {
  if (/^\d/.test(month)) return Number(month)
  const short = month.slice(0, 3).toLowerCase()
  return Math.max(0, ...LANGUAGES.map(({ dates }) => (dates?.months ?? '').split(' ').indexOf(short) + 1))
}

/** Days told from a day, as days of the calendar, with the words behind them where two people could mean two days. */
export function withNamedDays(text: string, today: string): string {
  return LANGUAGES.reduce(
    (all, { dates }) => dates?.withDays?.(all, words => namedDay(words, today)) ?? all,
    text,
  )
}
