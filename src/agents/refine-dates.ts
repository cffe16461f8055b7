import { namedDay } from '../journal/index.ts'
import { dayOf, relativeDates, stretchWords } from '../languages/index.ts'

/** A weekday, or a word for a near day, that something is due on: "by Friday", "until tomorrow", 下周五之前. */
const DUE =
  /\b(by|until|before|due|on|this|for|after|since)( next| this| coming)? ((?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today|(?:the )?end of (?:the |this )?month)\b/gi
const DUE_NEXT = /\bnext ((?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/gi
const DUE_CHINESE = /[下本这]?个?(?:周|星期|礼拜)[一二三四五六日天]|(?:明|后)天|(?:这个|本)?月底/g

/** "Never on a Friday", "every Monday": a habit, not a day. */
const HABIT = /\b(?:every|each|never|always|no|don['’]?t|do not|usually)\b|每|总是|从不|不要|别/i

/**
 * M12: days relative to the day of the conversation, as days of the calendar. The words stay behind the date where two
 * people could mean two days by them.
 */
export function withAbsoluteDates(text: string, at: string | undefined): string {
  const day = at?.slice(0, 10)
  if (day === undefined || Number.isNaN(dayOf(day))) return text
  const named = HABIT.test(text) ? text : namedDays(text, day)
  return relativeDates(named, dayOf(day)).reduceRight(
    (whole, { at: start, text: words, meant }) =>
      `${whole.slice(0, start)}${stretchWords(meant)}${whole.slice(start + words.length)}`,
    named,
  )
}

function namedDays(text: string, day: string): string {
  if (/\d{4}-\d\d-\d\d/.test(text)) return text
  return text
    .replace(DUE, (words, preposition: string, which: string | undefined, name: string) => {
      const meant = namedDay(`${which?.trim() === 'next' ? 'next ' : ''}${name}`, day)
      return meant === undefined
        ? words
        : `${preposition} ${meant}${isPlain(name) ? '' : ` (${(which ?? '').trim()}${which === undefined ? '' : ' '}${name})`}`
    })
    .replace(DUE_NEXT, (words, name: string) => {
      const meant = namedDay(`next ${name}`, day)
      return meant === undefined || text.includes(`(${words})`) ? words : `${meant} (${words})`
    })
    .replace(DUE_CHINESE, words => {
      const meant = namedDay(words.replace('个', ''), day)
      return meant === undefined ? words : `${meant}（${words}）`
    })
}

const isPlain = (name: string): boolean => /tomorrow|tonight|today/i.test(name)
