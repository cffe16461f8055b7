import { alternatives, LANGUAGES, says, wordSet } from '../languages/index.ts'

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
