import { stem } from '../languages/index.ts'
import { segmentsOf } from '../text/index.ts'
import { eachRun } from './runs.ts'

/** `camelCase`, `snake_case`, `HTTPServer`, `v12`. */
const PIECE = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu
const ASCII_PIECE = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g

/** Longer is no word: a key, a picture in letters. */
const LONGEST = 80
/** Longer runs without punctuation cost the segmenter more than their length. */
const LONGEST_RUN = 500

/**
 * The terms of a text, in order: stems of words; identifiers and paths whole and in their parts; for scripts without
 * spaces every pair of characters and the words that are longer or shorter. Nothing is left out for being frequent.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  eachRun(text, (run, spaced) => {
    for (const term of spaced ? cutRun(run) : cutUnspaced(run)) terms.push(term)
  })
  return terms
}

const HAN = /\p{Script=Han}/u
/** One Chinese character, which tells less than a word. */
export const HAN_ALONE = /^\p{Script=Han}$/u

/** The terms of a word of a script with spaces. */
export function cutRun(run: string): readonly string[] {
  const word = run.replace(/^['’$]{1,9}|(?<!['’$])['’$]{1,9}$/g, '')
  if (word === '' || word.length > LONGEST) return word === '' ? [] : longParts(word)
  if (/^[A-Za-z]?[a-z]*(?:['’][a-z]{1,3})?$/.test(word)) return [stem(plain(word), 'full')]
  const pieces = piecesOf(word).map(stemOf)
  const whole = plain(word)
  return pieces.length === 1 && pieces[0] === stemOf(whole) ? pieces : [...pieces, whole]
}

function longParts(word: string): readonly string[] {
  return word
    .split(/[./:@-]/)
    .filter(part => part !== '' && part.length <= LONGEST)
    .slice(0, 40)
    .flatMap(part => piecesOf(part).map(stemOf))
}

const piecesOf = (word: string): string[] =>
  word.match(/^[\x00-\x7f]*$/.test(word) ? ASCII_PIECE : PIECE) ?? []

const plain = (word: string): string => word.toLowerCase().replace(/’/g, "'")

function stemOf(piece: string): string {
  const lower = piece.toLowerCase()
  return /^[a-z']+$/.test(lower) ? stem(lower, 'full') : lower
}

/**
 * Pairs need no agreement on where words end; a word of two characters is a pair already. Each Chinese character by itself is what
 * two words for one thing often have in common.
 */
export function cutUnspaced(run: string): string[] {
  const characters = [...run]
  const terms: string[] = characters.filter(character => HAN.test(character))
  for (let at = 0; at + 1 < characters.length; at++) terms.push(characters[at]! + characters[at + 1]!)
  for (let start = 0; start < run.length; start += LONGEST_RUN)
    for (const { segment } of segmentsOf(run.slice(start, start + LONGEST_RUN)))
      if ([...segment].length !== 2 && !HAN_ALONE.test(segment)) terms.push(segment)
  return terms
}
