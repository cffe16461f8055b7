import { alternatives } from '../languages/index.ts'
import { overlap, significantWords } from '../text/index.ts'
import { looseNames, type Statement, subjectOf } from './statement.ts'

/** J7's measure for words; the one for meaning is printed by the benchmark. */
export const WORD_LIKENESS = 0.7
export const MEANING_LIKENESS = 0.72
/** Less is enough where they share a word that says what they are about. */
const MEANING_WITH_WORD = 0.6

/** How near two texts are, by words and by meaning. */
export interface Nearness {
  readonly words: number
  /** Cosine; 0 where one has no vector. */
  readonly meaning: number
}

export function nearness(a: Statement, b: Statement): Nearness {
  return { words: wordLikeness(a, b), meaning: cosine(a.vector, b.vector) }
}

/** Whether they are about as near as two ways to say one thing. Values are for `differ`. */
export function isNear(a: Statement, b: Statement): boolean {
  if (a.form === b.form) return true
  const near = nearness(a, b)
  if (near.words > WORD_LIKENESS || near.meaning > MEANING_LIKENESS) return true
  return near.meaning > MEANING_WITH_WORD && [...a.subject].some(word => hasWord(b.subject, word))
}

/** The share of common words of the smaller text: of all significant ones, or of those that say what it is about. */
function wordLikeness(a: Statement, b: Statement): number {
  return Math.max(share(a.stems, b.stems, 4), share(a.subject, b.subject, 3))
}

/** One word shared is no likeness, and a short note is not like every long one that happens to use its words. */
function share(a: ReadonlySet<string>, b: ReadonlySet<string>, spread: number): number {
  const smaller = Math.min(a.size, b.size)
  if (smaller < 2 || Math.max(a.size, b.size) > smaller * spread) return 0
  const common = overlap(a, b)
  return smaller * common < 2 ? 0 : common
}

export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

/**
 * In what two texts differ. What only one of them mentions is no difference.
 * - `value`: the same thing with another number, day, colour, place, or a denial.
 * - `slot`: the same thing with other words in the middle; a change only where one of them says so.
 * - `other`: they speak of different things, in much the same words.
 */
export type Difference = 'none' | 'value' | 'slot' | 'other'

export function differ(a: Statement, b: Statement): Difference {
  if (a.form === b.form) return 'none'
  const span = swapped(a, b)
  const names = namesApart(a, b)
  if (span === 'start' || topicsApart(a, b)) return 'other'
  if (names === 'strangers') return span === 'value' ? 'value' : 'other'
  const [left, right] = [a.values, b.values]
  if (left.denies !== right.denies) return 'value'
  if (apart(left.numbers, right.numbers) || apart(left.named, right.named)) return 'value'
  if (span !== undefined) return span
  return names === 'related' ? 'slot' : 'none'
}

/** Both have some that the other has not. */
export function apart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some(value => !b.has(value)) && [...b].some(value => !a.has(value))
}

function namesApart(
  { values: { names: a } }: Statement,
  { values: { names: b } }: Statement,
): 'no' | 'related' | 'strangers' {
  if (!apart(a, b)) return 'no'
  return [...a].some(name => b.has(name)) ? 'related' : 'strangers'
}

/** Chinese names the thing first. Where neither text has the other's first word, they speak of two things. */
function topicsApart(a: Statement, b: Statement): boolean {
  const [one] = a.subject
  const [other] = b.subject
  if (one === undefined || other === undefined || !/\p{Script=Han}/u.test(one + other)) return false
  return !b.form.includes(one) && !a.form.includes(other) && !one.includes(other) && !other.includes(one)
}

/** Where the text before a swap ends like this, the swap is a value: "lives in |Berlin". */
const BEFORE_VALUE = new RegExp(
  `(?:[:=：]|${alternatives(({ values }) => values?.before)})\\s*(?:the |a |an )?$`,
)

/**
 * Two texts that begin and end alike, with one part exchanged: the part that names the thing (`start`), its value, or
 * something in between. Nothing where they are not of one mould.
 */
function swapped(a: Statement, b: Statement): 'start' | 'value' | 'slot' | undefined {
  // Another number is another value, and looked at by itself.
  const [left, right] = [a.form, b.form].map(form => form.replace(/\d+(?:[.,:/-]\d+)*/g, '0')) as [
    string,
    string,
  ]
  if (left === right) return undefined
  const longest = Math.max(left.length, right.length)
  const before = sameBeginning(left, right)
  const after = sameEnding(left, right, Math.min(left.length, right.length) - before)
  if ((before + after) / longest < 0.55) return undefined
  const parts = [left.slice(before, left.length - after), right.slice(before, right.length - after)]
  const [one, other] = parts.map(contentWords) as [ReadonlySet<string>, ReadonlySet<string>]
  // A part that only says more, or the same in another order, is no exchange.
  if (!apart(one, other)) return undefined
  if (contentWords(left.slice(0, before)).size === 0) return 'start'
  return after <= 2 && BEFORE_VALUE.test(left.slice(0, before)) ? 'value' : 'slot'
}

/** Whole words: "berlin" and "bern" have no beginning in common. */
function sameBeginning(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  while (at > 0 && isLatin(a[at - 1]) && (isLatin(a[at]) || isLatin(b[at]))) at--
  return at
}

function sameEnding(a: string, b: string, most: number): number {
  let at = 0
  while (at < most && a[a.length - 1 - at] === b[b.length - 1 - at]) at++
  while (
    at > 0 &&
    isLatin(a[a.length - at]) &&
    (isLatin(a[a.length - 1 - at]) || isLatin(b[b.length - 1 - at]))
  )
    at--
  return at
}

function isLatin(char: string | undefined): boolean {
  return char !== undefined && /[a-z0-9]/.test(char)
}

/** The words of a part that say something. */
function contentWords(text: string): ReadonlySet<string> {
  return subjectOf(new Set([...significantWords(text), ...looseNames(text)]))
}

/** Whether two texts speak of one thing, whatever they say about it: enough of the smaller subject is in the other. */
export function sameSubject(a: Statement, b: Statement): boolean {
  const [small, large] = a.subject.size <= b.subject.size ? [a.subject, b.subject] : [b.subject, a.subject]
  if (small.size === 0) return false
  const shared = [...small].filter(word => hasWord(large, word))
  if (shared.length >= 2) return shared.length / small.size >= 0.6
  // One word is a subject where it is the whole of it and no common one.
  return shared.length === 1 && small.size === 1 && large.size <= 4 && isTelling(shared[0]!)
}

/** Chinese words are cut now here, now there: one that holds another is that one. */
function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  if (!/^\p{Script=Han}{2,}$/u.test(word)) return false
  return [...words].some(other => other.length > 1 && (other.includes(word) || word.includes(other)))
}

/** A name of some length says more than a common short word. */
function isTelling(word: string): boolean {
  return /^[a-z0-9_]+$/.test(word) ? word.length >= 5 : word.length >= 2
}

/** The same subject, and a name in it that both have. */
export function sameNamedSubject(a: Statement, b: Statement): boolean {
  if (!sameSubject(a, b)) return false
  const [topic] = a.subject
  if (topic !== undefined && /\p{Script=Han}/u.test(topic)) return hasWord(b.subject, topic)
  return [...a.values.names].some(name => b.values.names.has(name) || b.form.includes(name))
}
