import { type Day, dayFrom, endOfMonth, monthFrom, type Stretch, weekFrom, yearFrom } from '../calendar.ts'
import type { Dates } from '../lexicon.ts'

const DIGITS = '零一二三四五六七八九'
const COUNT = '(\\d{1,3}|[一两二三四五六七八九]|十[一二]?)'
const WEEKDAYS = '一二三四五六'

function numberOf(word: string): number {
  if (/^\d/.test(word)) return Number(word)
  if (word === '两') return 2
  if (word.startsWith('十')) return 10 + (word.length > 1 ? DIGITS.indexOf(word.charAt(1)) : 0)
  return DIGITS.indexOf(word)
}

/** 上上周三: how many weeks, and which day of that week; without a day the week. 上 goes back, 下 on, 本 and 这 stay. */
function week([, way = '', day]: RegExpExecArray, written: Day): Stretch | undefined {
  const step = { 上: -1, 下: 1 }[way.charAt(0)] ?? 0
  const stretch = weekFrom(written, step * way.length)
  if (day === undefined) return stretch
  return dayFrom(stretch.start, weekdayIn(day))
}

/** Weeks begin on Monday. */
function weekdayIn(name: string): number {
  const at = WEEKDAYS.indexOf(name)
  return at === -1 ? 6 : at
}

function counted([, count = '', unit = '', side = '']: RegExpExecArray, written: Day): Stretch | undefined {
  // 07年 is a year; 7年前 is not.
  if (/^0|^\d{3}/.test(count)) return undefined
  const number = numberOf(count) * (side === '前' ? -1 : 1)
  if (/天|日/.test(unit)) return dayFrom(written, number)
  if (/周|星期|礼拜/.test(unit)) return weekFrom(written, number)
  return /月/.test(unit) ? monthFrom(written, number) : yearFrom(written, number)
}

const NAMED_DAY = /[下本这]?个?(?:周|星期|礼拜)[一二三四五六日天]|(?:明|后)天|(?:这个|本)?月底/g

export const dates: Dates = {
  hint: /[昨前后明]天|[昨今明][日晚早]|今天|[上下本这]个?(?:周|星期|礼拜|月)|[去今明]年|[天周期拜月年](?:之|以)?[前后]/,
  absolute: /\d{4}年\d{1,2}|\d{1,2}月\d{1,2}[日号]/,
  // 今天 and 现在 as often mean nowadays: only a part of today is taken for the day.
  relative: [
    [/大前天/, (_, written) => dayFrom(written, -3)],
    [/大后天/, (_, written) => dayFrom(written, 3)],
    [/(?<!大)前[天日](?!晚?[^\p{Script=Han}]{0,1}\d)/u, (_, written) => dayFrom(written, -2)],
    [/(?<!大)后天(?!性)/, (_, written) => dayFrom(written, 2)],
    [/昨[天日晚夜]/, (_, written) => dayFrom(written, -1)],
    [/明[天晚]/, (_, written) => dayFrom(written, 1)],
    [/今[天日](?:早上|上午|中午|下午|晚上|凌晨)|今[早晚]/, (_, written) => dayFrom(written, 0)],
    [/(上{1,2}|下{1,2}|本|这)个?(?:周|星期|礼拜)(?!末|期)([一二三四五六日天])?/, week],
    [/(?<!\d)上个?月(?!\d)/, (_, written) => monthFrom(written, -1)],
    [/(?<!\d)下个?月(?!\d)/, (_, written) => monthFrom(written, 1)],
    [/(?:本|这个)月(?![一二三四五六七八九十\d])/, (_, written) => monthFrom(written, 0)],
    [/去年(?!\p{Script=Han}{0,2}(?:半年|季|月|[春夏秋冬]))/u, (_, written) => yearFrom(written, -1)],
    [/今年(?!\p{Script=Han}{0,3}(?:半年|季|月|[春夏秋冬最週]))/u, (_, written) => yearFrom(written, 0)],
    [/明年(?!\p{Script=Han}{0,3}(?:半年|季|月|[春夏秋冬]))/u, (_, written) => yearFrom(written, 1)],
    [new RegExp(`(?<![\\d第])${COUNT}个?(天|周|星期|礼拜|月|年)(?:之|以)?(前|后)(?![端台缀半])`), counted],
  ],
  spelled: [
    /(?<year>\d{4})\s?年\s?(?<month>\d{1,2})\s?月\s?(?<day>\d{1,2})\s?[日号]/,
    /(?<month>\d{1,2})\s?月\s?(?<day>\d{1,2})\s?[日号]/,
  ],
  near: [
    [/明天/, (_, today) => today + 1],
    [/后天/, (_, today) => today + 2],
    [/今天|今晚/, (_, today) => today],
    [/(?:这个|本)?月底/, (_, today) => endOfMonth(today)],
    [
      /下(?:周|星期|礼拜)([一二三四五六日天])/,
      ([, name], today) => weekFrom(today, 1).start + weekdayIn(name!),
    ],
    [
      /(?:本|这)?(?:周|星期|礼拜)([一二三四五六日天])/,
      ([, name], today) => weekFrom(today, 0).start + weekdayIn(name!),
    ],
  ],
  asked: [
    /(?<!\d)(?<year>20\d\d)年(?<month>\d{1,2})(?:月(?<day>\d{1,2})日?|月)?(?!\d)/g,
    /(?<![\d年])(?<month>\d{1,2})月(?:(?<day>\d{1,2})[日号])?/g,
  ],
  habit: { inTalk: /每|总是|从不|不要|别/, inJournal: /每|总是|从不|不要|不能|一律|经常|习惯/ },
  weekday: /[下本这]?(?:周|星期|礼拜)[一二三四五六日天]/,
  bareWeekday: /(?<![下本这])(?:周|星期|礼拜)[一二三四五六日天]/,
  withDays: (text, dayNamed) =>
    text.replace(NAMED_DAY, words => {
      const meant = dayNamed(words.replace('个', ''))
      return meant === undefined ? words : `${meant}（${words}）`
    }),
}
