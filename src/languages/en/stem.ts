import type { Stemming } from '../lexicon.ts'

export const stem = (word: string, how: Stemming): string => STEMS[how](word)

/** The short ones are what the comparisons that ask for them were tuned with. */
const STEMS: Readonly<Record<Stemming, (word: string) => string>> = {
  full: stemEnglish,
  topic: word => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word),
  statement: word => {
    if (!/^[a-z]{5,}$/.test(word)) return word
    const bare = word.replace(/(?:ations?|ings?|ers?|ed|es|s|ly)$/, '')
    return bare.length >= 4 ? bare.replace(/(.)\1$/, '$1').replace(/[ei]$/, '') : word
  },
  said: word => word.replace(/(?:ing|ed|es|s|ly|ion|e)$/, '').slice(0, 6),
  plural: word => (/^\p{L}{2,40}[^su]s$/u.test(word) ? word.slice(0, -1) : word),
  name: word => (/[^s]s$/.test(word) && word.length > 4 ? word.slice(0, -1) : word),
  verb: word => {
    const bare = word.replace(/(?:ing|es|ed|e|s)$/, '')
    const short = bare.length < 2 ? word : bare
    return /([bdfglmnprt])\1$/.test(short) ? short.slice(0, -1) : short
  },
}

/**
 * The English stemmer of Snowball (Porter 2), for lower-case words of a to z and the apostrophe. Ours because the package
 * that brings all languages takes 60 ms to load and thirty times as long a word; the suite compares the two.
 */
function stemEnglish(word: string): string {
  if (word.length <= 2) return word
  const start = word.startsWith("'") ? word.slice(1) : word
  const special = SPECIAL.get(start)
  if (special !== undefined) return special
  const marked = markConsonantY(start)
  const regions = regionsOf(marked)
  const bare = endingS(marked.replace(/'s'$|'s$|'$/, ''))
  if (WHOLE.has(bare)) return bare
  const verb = endingY(endingEdOrIng(bare, regions))
  const noun = longSuffix(longSuffix(verb, SECOND, regions), THIRD, regions)
  return lastE(lastSuffix(noun, regions), regions).replaceAll('Y', 'y')
}

const SPECIAL = new Map([
  ...'skis ski skies sky dying die lying lie tying tie idly idl gently gentl ugly ugli early earli only onli singly singl'
    .split(' ')
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1]!] as const] : [])),
  ...'sky news howe atlas cosmos bias andes'.split(' ').map(word => [word, word] as const),
])
const WHOLE = new Set('inning outing canning herring earring proceed exceed succeed'.split(' '))

interface Regions {
  readonly first: number
  readonly second: number
}

const isVowel = (char: string | undefined): boolean => char !== undefined && 'aeiouy'.includes(char)

/** A y that begins a word or follows a vowel is a consonant: written Y. */
function markConsonantY(word: string): string {
  if (!word.includes('y')) return word
  let marked = ''
  for (const char of word) marked += char === 'y' && (marked === '' || isVowel(marked.at(-1))) ? 'Y' : char
  return marked
}

function regionsOf(word: string): Regions {
  const prefix = /^(?:gener|commun|arsen)/.exec(word)?.[0]
  const first = prefix?.length ?? afterVowelAndConsonant(word, 0)
  return { first, second: afterVowelAndConsonant(word, first) }
}

function afterVowelAndConsonant(word: string, from: number): number {
  for (let at = from + 1; at < word.length; at++)
    if (!isVowel(word[at]) && isVowel(word[at - 1])) return at + 1
  return word.length
}

const hasVowel = (text: string): boolean => /[aeiouy]/.test(text)

function endingS(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (!word.endsWith('s') || /[us]s$/.test(word)) return word
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function endingEdOrIng(word: string, { first }: Regions): string {
  const eed = /eed(?:ly)?$/.exec(word)
  if (eed !== null) return eed.index >= first ? `${word.slice(0, eed.index)}ee` : word
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word)
  if (ending === null) return word
  const stem = word.slice(0, ending.index)
  if (!hasVowel(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1)
  return stem.length <= first && endsShort(stem) ? `${stem}e` : stem
}

/** A short syllable at the end: `bed`, `shed`, `ow` at the beginning. */
const endsShort = (word: string): boolean => /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$/.test(word)

function endingY(word: string): string {
  return word.length > 2 && /[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word
}

type Rules = readonly (readonly [suffix: string, becomes: string, before?: RegExp])[]

const rules = (text: string): Rules =>
  text
    .split(' ')
    .map(rule => rule.split('>') as [string, string])
    .sort(([a], [b]) => b.length - a.length)

const SECOND: Rules = [
  ...rules(
    'tional>tion enci>ence anci>ance abli>able entli>ent izer>ize ization>ize ational>ate ation>ate ator>ate alism>al aliti>al ' +
      'alli>al fulness>ful ousli>ous ousness>ous iveness>ive iviti>ive biliti>ble bli>ble fulli>ful lessli>less',
  ),
  ['ogi', 'og', /l$/],
  ['li', '', /[cdeghkmnrt]$/],
]
const THIRD: Rules = rules('tional>tion ational>ate alize>al icate>ic iciti>ic ical>ic ful> ness> ative>')

/** The longest suffix that fits decides, also where it may not go. */
function longSuffix(word: string, suffixes: Rules, { first, second }: Regions): string {
  for (const [suffix, becomes, before] of suffixes) {
    if (!word.endsWith(suffix)) continue
    const at = word.length - suffix.length
    const stem = word.slice(0, at)
    const allowed = at >= (suffix === 'ative' ? second : first) && (before === undefined || before.test(stem))
    return allowed ? stem + becomes : word
  }
  return word
}

const LAST = /(?:ement|ment|ance|ence|able|ible|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic)$/

function lastSuffix(word: string, { second }: Regions): string {
  const found = LAST.exec(word)
  if (found === null || found.index < second) return word
  const stem = word.slice(0, found.index)
  return found[0] === 'ion' && !/[st]$/.test(stem) ? word : stem
}

function lastE(word: string, { first, second }: Regions): string {
  const at = word.length - 1
  if (word.endsWith('e'))
    return at >= second || (at >= first && !endsShort(word.slice(0, -1))) ? word.slice(0, -1) : word
  return word.endsWith('ll') && at >= second ? word.slice(0, -1) : word
}
