import { LANGUAGES, pattern, says, stem, wordSet } from '../languages/index.ts'
import { normaliseSentence, segmentsOf, sentenceValues, significantWords } from '../text/index.ts'
import { fold } from './lines.ts'

/** Turns a text into a vector of length one, so that texts of one meaning lie near each other. Never across languages. */
export type Meaning = (text: string) => Float32Array

/** A text made ready for comparing. */
export interface Statement {
  readonly text: string
  /** Equal for texts that say the same in the same words. */
  readonly form: string
  /** Significant words (D9, D12). */
  readonly words: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
  /** Stems of the words that say what it is about: no cue words, no numbers. */
  readonly subject: ReadonlySet<string>
  readonly values: Values
  readonly vector: Float32Array | undefined
}

interface Values {
  readonly numbers: ReadonlySet<string>
  /** Colours, weekdays, months. */
  readonly named: ReadonlySet<string>
  /** Names, identifiers, quoted text. */
  readonly names: ReadonlySet<string>
  readonly denies: boolean
}

const LONGEST = 1000

export function statementOf(text: string, meaning?: Meaning): Statement {
  const said = withoutMarks(text.slice(0, LONGEST)).replace(DUE, '').replace(SUBJECT, '')
  const words = significantWords(inOneSpelling(said, SUNDAYS))
  let values: Values | undefined
  return {
    text,
    form: normalise(said),
    words,
    stems: new Set([...words].map(stemOf)),
    subject: inOrder(subjectOf(new Set([...words, ...looseNames(said)])), said),
    // Half the work, and asked for only of texts that are near another: of years of removed lines hardly one is.
    get values() {
      values ??= valuesOf(said)
      return values
    },
    vector: meaning?.(said),
  }
}

const PARTICLES = new Set(LANGUAGES.flatMap(({ words }) => [...(words?.particles ?? '')]))

/** A name that is in no dictionary falls apart into single characters: those that stand together are one word again. */
export function looseNames(text: string): string[] {
  const names: string[] = []
  let run = ''
  const close = () => {
    if (run.length > 1) names.push(run)
    run = ''
  }
  for (const { segment } of /\p{Script=Han}/u.test(text) ? segmentsOf(text) : []) {
    if (/^\p{Script=Han}$/u.test(segment) && !PARTICLES.has(segment)) run += segment
    else close()
  }
  close()
  return names
}

export function normalise(text: string): string {
  return normaliseSentence(withoutMarks(text))
}

const MARKS = /\s*\[re-emerged\]|\s*[(（](?:memory\/)?\d{4}-\d{2}-\d{2}(?:\.md)?[)）]\s*$/g
const DUE = /\s*\[\d{4}-\d{2}-\d{2}\]$/

/** Without what Dream itself puts behind a line: the mark of a return, the journal or day it came from. */
export function withoutMarks(text: string): string {
  return fold(text).replace(MARKS, '').replace(MARKS, '').trim()
}

/** The day that stands behind a line of Dream's; nothing for a line of the user's own. */
export function writtenOn(text: string): string | undefined {
  return /[(（](?:memory\/)?(\d{4}-\d{2}-\d{2})(?:\.md)?[)）]\s*$/.exec(text.slice(-40))?.[1]
}

/** The journal that a line came from: `memory/2026-02-27.md`. */
export function journalOfLine(text: string): string | undefined {
  return /[(（](memory\/\d{4}-\d{2}-\d{2}\.md)[)）]\s*$/.exec(text.slice(-40))?.[1]
}

const SUBJECT = /^\*\*([^*]{1,60})\*\*[:：]\s?/

export const withoutSubject = (text: string): string => text.replace(SUBJECT, '')

/** Whose statement a line of Dream's is, where it says so in front. */
export function subjectOfLine(text: string): string | undefined {
  return SUBJECT.exec(text)?.[1]
}

export const RE_EMERGED = '[re-emerged]'

const EVENTS = wordSet(({ words }) => words?.events)

/** As they come in the text: a loose name may stand before the words of the dictionary. */
function inOrder(subject: ReadonlySet<string>, text: string): Set<string> {
  if (!/\p{Script=Han}/u.test(text)) return new Set(subject)
  const lower = text.toLowerCase()
  const place = (word: string) => {
    const at = lower.indexOf(word)
    return at === -1 ? lower.length : at
  }
  return new Set([...subject].sort((a, b) => place(a) - place(b)))
}

/** Stems of the words that say what a text is about. */
export function subjectOf(words: ReadonlySet<string>): Set<string> {
  const subject = new Set<string>()
  for (const word of words) {
    if (EVENTS.has(word) || /^\d/.test(word)) continue
    subject.add(stemOf(word))
  }
  return subject
}

/** Brings "deploys", "deployed" and "deploying" together. */
export const stemOf = (word: string): string => stem(word, 'statement')

const isNamedValue = says(({ values }) => values?.whole)
const isNeverName = says(({ values }) => values?.neverName)
const isProhibition = says(({ values }) => values?.prohibition)
/** "Tabs, not spaces" denies nothing of tabs. */
const CONTRAST = pattern(({ values }) => values?.contrast, 'gi')
const SUNDAYS = LANGUAGES.flatMap(({ values }) => (values?.sundays ? [values.sundays] : []))
const WEEKDAYS = LANGUAGES.flatMap(({ values }) => (values?.weekdays ? [values.weekdays] : []))

const inOneSpelling = (text: string, spellings: typeof SUNDAYS): string =>
  spellings.reduce((all, [other, one]) => all.replace(other, one), text)

/** "the Violet budget": a name that happens to be a colour. */
function isNamedAfter(value: string, text: string): boolean {
  if (!/^[a-z]/.test(value) || isNeverName(value)) return false
  return text.includes(value.charAt(0).toUpperCase() + value.slice(1), 1)
}

function valuesOf(whole: string): Values {
  const text = inOneSpelling(inOneSpelling(whole, SUNDAYS), WEEKDAYS)
  const numbers = new Set<string>()
  const named = new Set<string>()
  const names = new Set<string>()
  // Their units are left out, and Chinese writes no space before them.
  for (const [found] of text.matchAll(/\d+(?:[.,:/-]\d+)*/g)) numbers.add(found.replace(/^0+(?=\d)/, ''))
  let denies = isProhibition(text)
  const plain = text.replace(CONTRAST, '')
  for (const value of sentenceValues(plain)) {
    if (value.startsWith('not ')) denies = true
    else if (isNamedValue(value) && !isNamedAfter(value, text)) named.add(value)
    else if (!/^[v$€£¥#~]?\d/.test(value) && value.length > 1) names.add(value)
  }
  return { numbers, named, names, denies }
}
