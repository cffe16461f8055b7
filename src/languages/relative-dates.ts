import {
  type DateForm,
  type Day,
  monthFrom,
  type Stretch,
  weekdayOf,
  weekFrom,
  yearFrom,
} from './calendar.ts'
import { CHINESE_DATES } from './relative-dates-chinese.ts'

/** A date that is told from the day on which it was written. */
export interface RelativeDate {
  readonly text: string
  readonly at: number
  readonly meant: Stretch
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const COUNT = `(\\d{1,3}|an?|${NUMBERS.slice(1).join('|')})`

const days = (start: Day): Stretch => ({ grain: 'day', start })

/** In the order in which they are tried: the longer before those that they hold. */
const ENGLISH_DATES: readonly DateForm[] = [
  [/\b(?:the )?day before yesterday\b/i, (_, written) => days(written - 2)],
  [/\b(?:the )?day after tomorrow\b/i, (_, written) => days(written + 2)],
  [/\b(?:yesterday|last night)\b/i, (_, written) => days(written - 1)],
  [/\btomorrow\b/i, (_, written) => days(written + 1)],
  [
    /\b(?:earlier|later|as of) today\b|\bthis (?:morning|afternoon|evening)\b|\btonight\b/i,
    (_, written) => days(written),
  ],
  [
    new RegExp(`\\b${COUNT} (day|week|month|year)s? ago\\b`, 'i'),
    (found, written) => countedFrom(found, written, -1),
  ],
  [
    new RegExp(`\\b${COUNT} (day|week|month|year)s? from now\\b`, 'i'),
    (found, written) => countedFrom(found, written, 1),
  ],
  [/\b(last|this|next) (week|month|year)\b/i, (found, written) => unitFrom(found, written)],
  [new RegExp(`\\blast (${WEEKDAYS.join('|')})\\b`, 'i'), (found, written) => lastWeekday(found, written)],
]

function countedFrom([, count = '', unit = '']: RegExpExecArray, written: Day, sign: 1 | -1): Stretch {
  const word = count.toLowerCase()
  const number =
    sign * (/^an?$/.test(word) ? 1 : NUMBERS.includes(word) ? NUMBERS.indexOf(word) : Number(word))
  switch (unit.toLowerCase()) {
    case 'day':
      return days(written + number)
    case 'week':
      return weekFrom(written, number)
    case 'month':
      return monthFrom(written, number)
    default:
      return yearFrom(written, number)
  }
}

function unitFrom([, which = '', unit = '']: RegExpExecArray, written: Day): Stretch {
  const step = { last: -1, this: 0, next: 1 }[which.toLowerCase()] ?? 0
  if (unit.toLowerCase() === 'week') return weekFrom(written, step)
  return unit.toLowerCase() === 'month' ? monthFrom(written, step) : yearFrom(written, step)
}

/** To some the one before, to others that of last week: told where it is both. "Next Friday" never is. */
function lastWeekday([, name = '']: RegExpExecArray, written: Day): Stretch | undefined {
  const weekday = WEEKDAYS.indexOf(name.toLowerCase())
  return weekday < weekdayOf(written) ? undefined : days(weekFrom(written, -1).start + weekday)
}

/** Lines longer than this are tables and dumps. */
const LONGEST_LINE = 1000
const ABSOLUTE =
  /\d{4}[-/.年]\d{1,2}|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}\b|\b\d{1,2} (?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)|\d{1,2}月\d{1,2}[日号]/i

/** What a line of prose says relative to the day it was written. Empty where the line gives the day itself. */
export function relativeDates(line: string, written: Day): RelativeDate[] {
  if (line.length > LONGEST_LINE || ABSOLUTE.test(line)) return []
  const found: RelativeDate[] = []
  for (const [pattern, meaning] of [...ENGLISH_DATES, ...CHINESE_DATES]) {
    const match = pattern.exec(line)
    if (match === null || isTaken(match, found) || !isMeant(line, match)) continue
    const meant = meaning(match, written)
    if (meant !== undefined) found.push({ text: match[0], at: match.index, meant })
  }
  return found.sort((a, b) => a.at - b.at)
}

const isTaken = (match: RegExpExecArray, found: readonly RelativeDate[]): boolean =>
  found.some(({ at, text }) => match.index < at + text.length && at < match.index + match[0].length)

const WEEKDAY = `(?:${WEEKDAYS.join('|')})`
/** Part of something longer: "Tuesday of next week", "three weeks from tomorrow", "later this month", "between … and tomorrow". */
const PART_OF = new RegExp(
  `\\b(?:of|later|earlier|between|before|after|from|since|till|until|end|start|beginning|early|late|mid|and|${WEEKDAY}s?,?|\\d{1,2}(?:st|nd|rd|th)?)(?: evening| morning| afternoon| night)? $`,
  'i',
)
const GOES_ON = new RegExp(`^(?:['’]s)?,? (?:on )?(?:the )?(?:${WEEKDAY}|\\d)|^ (?:of|in|end)\\b|^-?end`, 'i')

/** "the last week of July" is no date of its own, "Last Week Performance" a label, and what is quoted someone's words. */
function isMeant(line: string, { index, 0: text }: RegExpExecArray): boolean {
  const [before, after] = [line.slice(Math.max(0, index - 40), index), line.slice(index + text.length)]
  if (PART_OF.test(before) || GOES_ON.test(after)) return false
  if (/^(?:last|this|next) /i.test(text) && /\b(?:the|over|past|every|each|in|per) $/i.test(before))
    return false
  if (/^[A-Z]\w* [A-Z]/.test(text) || (/^[A-Z]/.test(text) && /^['’]s [A-Z]/.test(after))) return false
  if (/\b(?:if|whether|e\.g\.|like|say|such as|by)\b[^.]{0,20}$/i.test(before)) return false
  return ((line.slice(0, index).match(/["“”]/g)?.length ?? 0) & 1) === 0
}
