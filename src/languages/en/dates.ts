import {
  type Day,
  dayFrom,
  endOfMonth,
  monthFrom,
  type Stretch,
  weekdayOf,
  weekFrom,
  yearFrom,
} from '../calendar.ts'
import type { Dates } from '../lexicon.ts'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAY = `(?:${WEEKDAYS.join('|')})`
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const COUNT = `(\\d{1,3}|an?|${NUMBERS.slice(1).join('|')})`
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'
const MONTH = `(?<month>${MONTHS.replaceAll(' ', '|')})[a-z]{0,6}`
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'

const UNITS = new Map([
  ['day', dayFrom],
  ['week', weekFrom],
  ['month', monthFrom],
  ['year', yearFrom],
])

function countedFrom([, count = '', unit = '']: RegExpExecArray, written: Day, sign: 1 | -1): Stretch {
  const word = count.toLowerCase()
  const number = /^an?$/.test(word) ? 1 : NUMBERS.includes(word) ? NUMBERS.indexOf(word) : Number(word)
  return UNITS.get(unit.toLowerCase())!(written, sign * number)
}

function unitFrom([, which = '', unit = '']: RegExpExecArray, written: Day): Stretch {
  const step = { last: -1, this: 0, next: 1 }[which.toLowerCase()] ?? 0
  return UNITS.get(unit.toLowerCase())!(written, step)
}

/** To some the one before, to others that of last week: told where it is both. "Next Friday" never is. */
function lastWeekday([, name = '']: RegExpExecArray, written: Day): Stretch | undefined {
  const weekday = WEEKDAYS.indexOf(name.toLowerCase())
  return weekday < weekdayOf(written) ? undefined : dayFrom(weekFrom(written, -1).start, weekday)
}

/** The coming one; "next" is the one of the week after this. */
function weekday([, next, name = '']: RegExpExecArray, today: Day): Day {
  const wanted = WEEKDAYS.findIndex(day => day.startsWith(name.slice(0, 3).toLowerCase()))
  if (next !== undefined) return weekFrom(today, 1).start + wanted
  return today + ((wanted - weekdayOf(today) + 7) % 7 || 7)
}

const DUE =
  /\b(by|until|before|due|on|this|for|after|since)( next| this| coming)? ((?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today|(?:the )?end of (?:the |this )?month)\b/gi
const DUE_NEXT = /\bnext ((?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/gi

function withDays(text: string, dayNamed: (words: string) => string | undefined): string {
  return text
    .replace(DUE, (words, preposition: string, which: string | undefined, name: string) => {
      const meant = dayNamed(`${which?.trim() === 'next' ? 'next ' : ''}${name}`)
      if (meant === undefined) return words
      const isPlain = /tomorrow|tonight|today/i.test(name)
      return `${preposition} ${meant}${isPlain ? '' : ` (${which === undefined ? '' : `${which.trim()} `}${name})`}`
    })
    .replace(DUE_NEXT, (words, name: string) => {
      const meant = dayNamed(`next ${name}`)
      return meant === undefined || text.includes(`(${words})`) ? words : `${meant} (${words})`
    })
}

export const dates: Dates = {
  months: MONTHS,
  hint: /yesterday|tomorrow|tonight|last night|today|this (?:morning|afternoon|evening|week|month|year)|(?:last|next) (?:week|month|year|\w{3,6}day)|\bago\b|from now/i,
  absolute:
    /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}\b|\b\d{1,2} (?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)/i,
  // The longer before those that they hold.
  relative: [
    [/\b(?:the )?day before yesterday\b/i, (_, written) => dayFrom(written, -2)],
    [/\b(?:the )?day after tomorrow\b/i, (_, written) => dayFrom(written, 2)],
    [/\b(?:yesterday|last night)\b/i, (_, written) => dayFrom(written, -1)],
    [/\btomorrow\b/i, (_, written) => dayFrom(written, 1)],
    [
      /\b(?:earlier|later|as of) today\b|\bthis (?:morning|afternoon|evening)\b|\btonight\b/i,
      (_, written) => dayFrom(written, 0),
    ],
    [
      new RegExp(`\\b${COUNT} (day|week|month|year)s? ago\\b`, 'i'),
      (found, written) => countedFrom(found, written, -1),
    ],
    [
      new RegExp(`\\b${COUNT} (day|week|month|year)s? from now\\b`, 'i'),
      (found, written) => countedFrom(found, written, 1),
    ],
    [/\b(last|this|next) (week|month|year)\b/i, unitFrom],
    [new RegExp(`\\blast (${WEEKDAYS.join('|')})\\b`, 'i'), lastWeekday],
  ],
  notMeant: [
    // Part of something longer: "Tuesday of next week", "three weeks from tomorrow", "between … and tomorrow".
    {
      before: new RegExp(
        `\\b(?:of|later|earlier|between|before|after|from|since|till|until|end|start|beginning|early|late|mid|and|${WEEKDAY}s?,?|\\d{1,2}(?:st|nd|rd|th)?)(?: evening| morning| afternoon| night)? $`,
        'i',
      ),
    },
    { after: new RegExp(`^(?:['’]s)?,? (?:on )?(?:the )?(?:${WEEKDAY}|\\d)|^ (?:of|in|end)\\b|^-?end`, 'i') },
    { text: /^(?:last|this|next) /i, before: /\b(?:the|over|past|every|each|in|per) $/i },
    // Labels: "Last Week Performance".
    { text: /^[A-Z]\w* [A-Z]/ },
    { text: /^[A-Z]/, after: /^['’]s [A-Z]/ },
    { before: /\b(?:if|whether|e\.g\.|like|say|such as|by)\b[^.]{0,20}$/i },
  ],
  spelled: [
    new RegExp(`\\b${MONTH}\\.? ${DAY}(?:,? (?<year>\\d{4}))?\\b`, 'i'),
    new RegExp(`\\b${DAY}(?: of)? ${MONTH}\\b\\.?(?:,? (?<year>\\d{4}))?`, 'i'),
  ],
  near: [
    [/\b(?:tomorrow)\b/i, (_, today) => today + 1],
    [/\b(?:today|tonight)\b/i, (_, today) => today],
    [/\bend of (?:the |this )?month\b/i, (_, today) => endOfMonth(today)],
    [/\b(next )?(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sat)(?:day)?\b/i, weekday],
  ],
  asked: [
    new RegExp(`(?<![\\w])${DAY}(?: of)? ${MONTH}\\.?(?:,? (?<year>20\\d\\d))?(?!\\w)`, 'gi'),
    new RegExp(`(?<![\\w])${MONTH}\\.? ${DAY}(?:,? (?<year>20\\d\\d))?(?![\\w])`, 'gi'),
    new RegExp(`(?<![\\w])(?:in|of|during|since) ${MONTH}\\.?(?: (?<year>20\\d\\d))?(?! ?\\d)`, 'gi'),
  ],
  habit: {
    inTalk: /\b(?:every|each|never|always|no|don['’]?t|do not|usually)\b/i,
    inJournal:
      /\b(?:every|each|always|never|usually|no|don['’]?t|do not|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i,
  },
  weekday: /\b(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i,
  bareWeekday: /(?<!\b(?:next|this|coming) )\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i,
  withDays,
}
