import { stem } from '../languages/index.ts'
import { havingOf, type KeywordIndex, type Terms } from './keywords.ts'
import { eachRun } from './runs.ts'

/** What a person typed: the words to look for, `"phrases"` that have to stand there, `-words` that must not. */
export interface Query {
  readonly text: string
  readonly phrases: readonly string[]
  readonly without: readonly string[]
}

const PART = /(?:^|(?<=\s))-"([^"]{1,500})"|"([^"]{1,500})"|(?:^|(?<=\s))-([^\s"-][^\s"]{0,200})/g

export function parseQuery(query: string): Query {
  const phrases: string[] = []
  const without: string[] = []
  const text = query.replace(PART, (_, no: string, phrase: string, word: string) => {
    if (phrase === undefined) without.push(plain(no ?? word))
    else if (plain(phrase) !== '') phrases.push(plain(phrase))
    return phrase === undefined ? ' ' : ` ${phrase} `
  })
  return { text: text.replace(/\s+/g, ' ').trim(), phrases, without: without.filter(word => word !== '') }
}

export const isPlain = ({ phrases, without }: Query): boolean => phrases.length + without.length === 0

/** Whether a text has all the phrases and none of the words that were left out. */
export function fits(text: string, { phrases, without }: Query): boolean {
  if (phrases.length + without.length === 0) return true
  const said = plain(text)
  return phrases.every(each => said.includes(each)) && !without.some(each => hasWord(said, each))
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

const IN_WORD = /[\p{L}\p{N}_]/u

/** In scripts without spaces a word may stand anywhere. */
function hasWord(text: string, word: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word))
    return text.includes(word)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!IN_WORD.test(text[at - 1] ?? ' ') && !IN_WORD.test(text[at + word.length] ?? ' ')) return true
  return false
}

/** A word that no document has, and the one it was taken for. */
export interface Correction {
  readonly typed: string
  readonly meant: string
}

const SHORTEST = 5
const LONGEST = 24
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * One letter too many, too few, wrong or in the wrong place, in words that nothing in the store has. Of several words
 * that may be meant, the one that most documents have.
 */
export function correct(
  query: string,
  terms: Terms,
  index: KeywordIndex,
): { readonly query: string; readonly corrections: readonly Correction[] } {
  const corrections: Correction[] = []
  const having = (word: string): number => havingOf(stem(word, 'full'), terms, index)
  eachRun(query.slice(0, 1000), run => {
    const word = run.toLowerCase()
    const isWord = /^[a-z]+$/.test(word) && word.length >= SHORTEST && word.length <= LONGEST
    if (!isWord || having(word) > 0) return
    let best = { meant: '', documents: 0 }
    for (const other of oneLetterAway(word)) {
      const documents = having(other)
      if (documents > best.documents) best = { meant: other, documents }
    }
    if (best.documents > 0) corrections.push({ typed: run, meant: best.meant })
  })
  const corrected = corrections.reduce((text, { typed, meant }) => text.replace(typed, meant), query)
  return { query: corrected, corrections }
}

/** The first letter is nearly always right, and keeping it keeps `node` from becoming `code`. */
function* oneLetterAway(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after.length > 1) yield `${before}${after[1]}${after[0]}${after.slice(2)}`
    if (after !== '') yield before + after.slice(1)
    for (const letter of LETTERS) {
      if (after !== '') yield before + letter + after.slice(1)
      yield before + letter + after
    }
  }
}
