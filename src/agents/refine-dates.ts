import { dayOf, pattern, relativeDates, stretchWords, withNamedDays } from '../languages/index.ts'

/** "Never on a Friday", "every Monday": a habit, not a day. */
const HABIT = pattern(({ dates }) => dates?.habit?.inTalk)

/**
 * M12: days relative to the day of the conversation, as days of the calendar. The words stay behind the date where two
 * people could mean two days by them.
 */
export function withAbsoluteDates(text: string, at: string | undefined): string {
  const day = at?.slice(0, 10)
  if (day === undefined || Number.isNaN(dayOf(day))) return text
  const isDated = HABIT.test(text) || /\d{4}-\d\d-\d\d/.test(text)
  const named = isDated ? text : withNamedDays(text, day)
  return relativeDates(named, dayOf(day)).reduceRight(
    (whole, { at: start, text: words, meant }) =>
      `${whole.slice(0, start)}${stretchWords(meant)}${whole.slice(start + words.length)}`,
    named,
  )
}
