import { alternatives, LANGUAGES, says, wordSet } from '../languages/index.ts'
import { addTo } from '../model/index.ts'
import { normaliseSentence } from './sentences.ts'
import { significantWords } from './words.ts'

const MAX_DIFFERENCES = 20
/** Comparing is bounded, so that two huge notes cost no more than two long ones. */
const MAX_SENTENCES = 400
const MAX_LOOKED_UP = 200

/**
 * The things in which two otherwise equal notes may differ: numbers with their units, versions, dates, identifiers, quoted and
 * backticked text, lines of code, colours, names, weekdays and months, and what is denied. All in lower case.
 */
export function valuesIn(sentences: readonly string[], code: readonly string[]): Set<string> {
  return new Set([
    ...sentences.flatMap(sentenceValues),
    ...code.map(line => line.replace(/\s+/g, ' ').slice(0, 200).toLowerCase()),
  ])
}

/** What is compared of a text. */
interface Said {
  readonly text: string
  readonly sentences: readonly string[]
  readonly values: ReadonlySet<string>
}

/** What only one of the two says: first of `a`, then of `b`, then the words in which near-equal sentences differ. At most 20. */
export function differingValues(a: Said, b: Said): string[] {
  const differing = new Set([
    ...onlyIn(a.values, b.values, b.text),
    ...onlyIn(b.values, a.values, a.text),
    ...differingWords(a.sentences, b.sentences),
  ])
  return [...differing].slice(0, MAX_DIFFERENCES)
}

/** A value that the other text has in another dress (a name at the start of a sentence, code without backticks) is no difference. */
function onlyIn(values: ReadonlySet<string>, others: ReadonlySet<string>, otherText: string): string[] {
  const lower = otherText.toLowerCase()
  const missing = [...values].filter(value => !others.has(value)).slice(0, MAX_LOOKED_UP)
  return missing
    .filter(value => value.startsWith('not ') || !occursAsWord(lower, value))
    .slice(0, MAX_DIFFERENCES)
}

/** Whether a value stands in a text by itself, both in lower case: `port 80` is not in `port 8080`. */
export function occursAsWord(text: string, value: string): boolean {
  for (
    let at = text.indexOf(value), tries = 0;
    at !== -1 && tries < 50;
    at = text.indexOf(value, at + 1), tries++
  ) {
    const before = text[at - 1] ?? ' '
    const after = text[at + value.length] ?? ' '
    if (!/[a-z0-9_.-]/.test(before) && !/[a-z0-9_]/.test(after)) return true
  }
  return false
}

/** Words by their singular: plural and singular are no difference. */
type Words = ReadonlyMap<string, string>

/** "favourite colour is purple", "favourite colour is cyan": the words that tell two near-equal sentences apart. */
function differingWords(a: readonly string[], b: readonly string[]): string[] {
  const left = unmatchedSentences(a, b)
  const right = unmatchedSentences(b, a)
  const holders = new Map<string, number[]>()
  for (const [at, words] of right.entries()) for (const word of words.keys()) addTo(holders, word, at)
  return left.flatMap(words => {
    const shared = new Map<number, number>()
    for (const word of words.keys()) {
      for (const at of holders.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    }
    return Array.from(shared, ([at, count]) => apart(words, right[at] as Words, count)).flat()
  })
}

function apart(a: Words, b: Words, shared: number): string[] {
  const near = a.size - shared <= 2 && b.size - shared <= 2 && shared * 2 >= Math.min(a.size, b.size)
  return near ? [...missingIn(b, a), ...missingIn(a, b)] : []
}

function missingIn(others: Words, words: Words): string[] {
  return Array.from(words).flatMap(([stem, word]) => (others.has(stem) ? [] : [word]))
}

/** The significant words of every sentence that the other text does not have. */
function unmatchedSentences(own: readonly string[], others: readonly string[]): Words[] {
  const known = new Set(others.slice(0, MAX_SENTENCES).map(normaliseSentence))
  return own
    .slice(0, MAX_SENTENCES)
    .filter(sentence => !known.has(normaliseSentence(sentence)))
    .map(
      sentence => new Map([...significantWords(sentence)].slice(0, 60).map(word => [singular(word), word])),
    )
}

const singular = (word: string): string => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word)

/** What a sentence could be wrong about; see `valuesOf`. */
export function sentenceValues(sentence: string): string[] {
  const lower = sentence.toLowerCase()
  const values = [
    ...quoted(sentence),
    ...matches(sentence, NUMBER),
    ...identifiers(sentence),
    ...names(sentence),
    ...denials(sentence),
    ...NAMED.flatMap(named => matches(lower, named)),
    ...matches(lower, /#[0-9a-f]{3,8}\b/g),
  ]
  return values.map(value => value.toLowerCase().replace(/\s+/g, ' ').trim()).filter(value => value !== '')
}

/** A number with what belongs to it: `v1.2.3`, `2026-03-01`, `10:30`, `30s`, `5 minutes`, `10%`. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])[v$€£¥#~]?\d+(?:[.,:/-]\d+)*(?:[-+][a-z]\w{0,20}(?:\.\d+)?)?(?:%|[A-Za-z°]{1,10}|\s?(?:%|${alternatives(({ values }) => values?.units)})(?!\p{Ll}))?`,
  'gu',
)

/** Colours, weekdays, months, counts. */
const NAMED = LANGUAGES.flatMap(({ values }) => (values?.named ? new RegExp(values.named, 'gu') : []))

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), match => match[0])
}

function quoted(sentence: string): string[] {
  const pattern =
    /`([^`]{1,200})`|"([^"]{1,200})"|“([^”]{1,200})”|「([^」]{1,200})」|(?<![\p{L}\p{N}])'([^']{1,80})'(?![\p{L}\p{N}])/gu
  return Array.from(
    sentence.matchAll(pattern),
    match => match.slice(1).find(part => part !== undefined) ?? '',
  )
}

/** `user_name`, `userName`, `src/a.ts`, `node:fs`, `gpt-4`. */
function identifiers(sentence: string): string[] {
  return matches(sentence, /[A-Za-z_$@][\w$@./:-]{1,120}/g)
    .map(word => word.replace(/[./:-]+$/, ''))
    .filter(word => /[a-z][A-Z]|[\w$]_|_[\w$]|[A-Za-z]-?\d|\w[./:]\w/.test(word))
}

/** Capitals that only shout. */
const SHOUTED = wordSet(({ values }) => values?.shouted)

/** Capitalised words that do not begin the sentence; where most words are capitalised it is a title and says nothing. */
function names(sentence: string): string[] {
  const words = Array.from(sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu))
  const capitalised = words.slice(1).filter(word => /^\p{Lu}/u.test(word[0]))
  if (words.length > 3 && capitalised.length > words.length / 2) return []
  return capitalised
    .filter(
      word =>
        !SHOUTED.has(word[0]) && !/[:"“(]\s?$/.test(sentence.slice(Math.max(0, word.index - 2), word.index)),
    )
    .map(word => word[0].replace(/['’]s$/, ''))
}

const denies = says(({ values }) => values?.denies)
const SKIPPED = wordSet(({ values }) => values?.skipped)
const DENIED = LANGUAGES.flatMap(({ values }) => (values?.denied ? new RegExp(values.denied, 'gu') : []))

/** Every denial with the two words that it denies: "don't use mocks" → `not use mocks`. */
function denials(sentence: string): string[] {
  const words = matches(sentence.toLowerCase().replace(/[’]/g, "'"), /[\p{L}\p{N}_']+/gu)
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    if (!denies(word)) continue
    const denied = words.slice(at + 1, at + 8).filter(next => !SKIPPED.has(next))
    found.push(`not ${denied.slice(0, 2).join(' ')}`)
  }
  for (const form of DENIED) for (const match of sentence.matchAll(form)) found.push(`not ${match[1]}`)
  return found
}
