import {
  alternatives,
  dayOf,
  type Language,
  languageOf,
  pattern,
  patterns,
  relativeDates,
  stretchWords,
  withNamedDays,
  writtenIn,
} from '../languages/index.ts'
import { isUntrusted } from '../model/index.ts'
import { cutAtWord, splitSentences, textForm, withoutEmphasis } from '../text/index.ts'
import type { RawMemory } from './draft.ts'

/** A memory as it is to be written: what, why, how to apply. */
export interface Refined {
  readonly name: string
  readonly description: string
  readonly what: string
  readonly why: string
  readonly howToApply: string
}

export const MOST_NAME_WORDS = 50
const NAME_WORDS = 10
const LONGEST_NAME = 80
const LONGEST_DESCRIPTION = 250

const FILLER_STARTS = patterns(({ cues }) => cues?.talk?.fillerStart)
const FILLER_INSIDE = pattern(({ cues }) => cues?.talk?.fillerInside, 'gi')
const FILLER_END = new RegExp(
  `[,，\\s]{1,3}(?:${alternatives(({ cues }) => cues?.talk?.fillerEnd)})[.!。！]{0,3}$`,
  'i',
)

/** M12 by rules: the person's own words, without what only fills, each sentence once, every day by its date. */
export function refineByRules(raw: RawMemory): Refined {
  const at = raw.said.at
  const language = languageOf(raw.text)
  const what = sentence(withAbsoluteDates(plain(withoutReason(raw)), at), language)
  const why = raw.why === undefined ? undefined : sentence(withAbsoluteDates(plain(raw.why), at), language)
  const words = writtenIn(language).draft
  return {
    name: nameOf(what),
    description: descriptionOf(what),
    what,
    why: why ?? words.unsaid,
    howToApply: isUntrusted(raw.origin) ? words.untrusted : words.apply[raw.type](at?.slice(0, 10)),
  }
}

const REASON_WORD = new RegExp(
  `[\\s,，;；(（–—-]{0,4}(?:${alternatives(({ cues }) => cues?.cause?.word)})\\s{0,2}$`,
  'i',
)

/** The reason has a place of its own. */
function withoutReason({ text, why }: RawMemory): string {
  if (why === undefined) return text
  const at = text.lastIndexOf(why)
  if (at <= 0 || !REASON_WORD.test(text.slice(0, at))) return text
  const [before, after] = [text.slice(0, at).replace(REASON_WORD, ''), text.slice(at + why.length).trim()]
  return after === '' ? before : `${before}. ${after}`
}

function plain(text: string): string {
  let rest = withoutEmphasis(text).replace(/\s+/g, ' ').trim()
  for (let tries = 0; tries < 5; tries++) {
    const shorter = FILLER_STARTS.reduce((text, filler) => text.replace(filler, ''), rest).trim()
    // "No mocks in tests" is no filler.
    if (shorter === rest || shorter.length < 8 || /^no [\p{L}]/iu.test(rest)) break
    rest = shorter
  }
  const cleaned = rest.replace(FILLER_INSIDE, '').replace(FILLER_END, '')
  return onceEach(cleaned)
}

function onceEach(text: string): string {
  const seen = new Set<string>()
  return splitSentences(text)
    .filter(each => {
      const form = textForm(each)
      if (seen.has(form)) return false
      seen.add(form)
      return true
    })
    .join(' ')
}

function sentence(text: string, language: Language): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?。！？…]$/.test(begun) ? begun : begun + writtenIn(language).stop
}

function nameOf(what: string): string {
  const bare = what.replace(/[.!?。！？…]+$/, '')
  const words = bare.split(' ')
  return cutAtWord(
    words.length <= NAME_WORDS ? bare : `${words.slice(0, NAME_WORDS).join(' ')}…`,
    LONGEST_NAME,
  )
}

const descriptionOf = (what: string): string =>
  cutAtWord(splitSentences(what)[0] ?? what, LONGEST_DESCRIPTION)

/** Who said it and when, to stand before the quotation. */
export const saidBy = ({ text, origin, said, by }: RawMemory): string =>
  writtenIn(languageOf(text)).draft.saidBy(by === 'handed-over' ? 'given' : origin, said.at?.slice(0, 10))

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
