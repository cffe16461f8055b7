import type { Day, Stretch } from './calendar.ts'
import type { Claim } from './claim.ts'

/**
 * What Dream knows of a language. Every part may be missing: then the language adds nothing there. Lists are words with
 * white space between them.
 */
export interface Lexicon {
  readonly code: string
  /** Letters that no other language has: a sentence with one of them is read by this language alone. */
  readonly script?: RegExp
  readonly words?: Words
  readonly dates?: Dates
  /** Rules and decisions of a sentence. */
  readonly claims?: (sentence: string) => Claim[]
  readonly stem?: (word: string, how: Stemming) => string
}

export interface Words {
  /** Say nothing about a subject. */
  readonly stop?: string
  /** Left out where texts are compared that say the same in other words. */
  readonly topicStop?: string
  /** Left out where a sentence becomes a vector. */
  readonly silent?: string
  /** Tell what happens to a thing, not which thing it is. */
  readonly events?: string
  /** Characters that are no part of a name, though no dictionary has the name. */
  readonly particles?: string
}

/**
 * How much of an ending goes. `full`: for search. `topic`, `statement`, `said`: where two texts are compared. `plural`,
 * `verb`: in a rule. `name`: of a file.
 */
export type Stemming = 'full' | 'topic' | 'statement' | 'said' | 'plural' | 'verb' | 'name'

/** A form of words and what it means on a day; nothing where it could mean two things. */
export type DateForm = readonly [
  pattern: RegExp,
  meaning: (found: RegExpExecArray, written: Day) => Stretch | undefined,
]

export interface Dates {
  /** The first three letters of each. */
  readonly months?: string
  /** Found wherever a relative date may be. */
  readonly hint?: RegExp
  /** A line with one of these gives the day itself. */
  readonly absolute?: RegExp
  /** Days told from the day of writing, in the order in which they are tried. */
  readonly relative?: readonly DateForm[]
  /** Where what looks like one of those is none: all that is given has to be there. */
  readonly notMeant?: readonly { readonly text?: RegExp; readonly before?: RegExp; readonly after?: RegExp }[]
  /** A day of the calendar, in groups `month`, `day` and perhaps `year`. */
  readonly spelled?: readonly RegExp[]
  /** A near day that something is due on. */
  readonly near?: readonly (readonly [RegExp, (found: RegExpExecArray, today: Day) => Day])[]
  /** What a question asks about, in groups `month` and perhaps `day` and `year`; global. */
  readonly asked?: readonly RegExp[]
  /** "Never on a Friday", "every Monday": no day that could pass. */
  readonly habit?: { readonly inTalk?: RegExp; readonly inJournal?: RegExp }
  readonly weekday?: RegExp
  /** A weekday that may be of any week. */
  readonly bareWeekday?: RegExp
  /** The text with near days by their dates. */
  readonly withDays?: (text: string, dayNamed: (words: string) => string | undefined) => string
}
