import { daysBetween } from '../languages/index.ts'

/** Calendar days as `YYYY-MM-DD`. No time zone is involved: a day is a name, and the next one is one later. */

const DAY_MS = 86_400_000

export function isDay(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return found !== null && dayOf(Number(found[1]), Number(found[2]), Number(found[3])) === text
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ')
const CHINESE_WEEKDAYS = '日一二三四五六'

const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}'
const FORMS: readonly (readonly [RegExp, (found: RegExpExecArray, today: string) => string | undefined])[] = [
  [/\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/, f => dayOf(Number(f[1]), Number(f[2]), Number(f[3]))],
  [
    /(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]/,
    f => dayOf(Number(f[1]), Number(f[2]), Number(f[3])),
  ],
  [/(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]/, (f, today) => nextDay(Number(f[1]), Number(f[2]), today)],
  [
    new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'i'),
    (f, today) => named(f[1]!, Number(f[2]), f[3], today),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b\\.?(?:,? (\\d{4}))?`, 'i'),
    (f, today) => named(f[2]!, Number(f[1]), f[3], today),
  ],
  [/\b(?:tomorrow)\b|明天/i, (_, today) => addDays(today, 1)],
  [/后天/, (_, today) => addDays(today, 2)],
  [/\b(?:today|tonight)\b|今天|今晚/i, (_, today) => today],
  [/\bend of (?:the |this )?month\b|(?:这个|本)?月底/i, (_, today) => endOfMonth(today)],
  [/下(?:周|星期|礼拜)([一二三四五六日天])/, (f, today) => chineseWeekday(f[1]!, today, 1)],
  [/(?:本|这)?(?:周|星期|礼拜)([一二三四五六日天])/, (f, today) => chineseWeekday(f[1]!, today, 0)],
  [
    /\b(next )?(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sat)(?:day)?\b/i,
    (f, today) => weekday(f[2]!, today, f[1] !== undefined),
  ],
]

const SPELLED = 5

/** The first day that a sentence spells out: 2026-03-01, March 1, 3月1日. */
export function spelledDay(text: string, today: string): string | undefined {
  return firstDay(FORMS.slice(0, SPELLED), text, today)
}

/** The first day that a sentence names, seen from the day it was written; nothing where it names none for certain. */
export function namedDay(text: string, today: string): string | undefined {
  return firstDay(FORMS, text, today)
}

function firstDay(forms: typeof FORMS, text: string, today: string): string | undefined {
  for (const [form, read] of forms) {
    const found = form.exec(text)
    const day = found === null ? undefined : read(found, today)
    if (day !== undefined) return day
  }
  return undefined
}

function dayOf(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}

/** The day of that name nearest to today: a deadline three months past is more likely than one nine months ahead. */
function nextDay(month: number, day: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4))
  const here = dayOf(year, month, day)
  if (here === undefined) return undefined
  const away = daysBetween(today, here)
  if (away < -180) return dayOf(year + 1, month, day)
  return away > 270 ? dayOf(year - 1, month, day) : here
}

function named(month: string, day: number, year: string | undefined, today: string): string | undefined {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return year === undefined ? nextDay(number, day, today) : dayOf(Number(year), number, day)
}

function endOfMonth(today: string): string {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The coming one; "next" is the one of the week after this. */
function weekday(name: string, today: string, next: boolean): string {
  const wanted = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase())
  const now = new Date(`${today}T00:00:00Z`).getUTCDay()
  if (!next) return addDays(today, (wanted - now + 7) % 7 || 7)
  return addDays(today, ((wanted + 6) % 7) - ((now + 6) % 7) + 7)
}

/** Chinese weeks begin on Monday. */
function chineseWeekday(name: string, today: string, weeks: number): string {
  const wanted = name === '天' ? 0 : CHINESE_WEEKDAYS.indexOf(name)
  const now = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, ((wanted + 6) % 7) - ((now + 6) % 7) + weeks * 7)
}
