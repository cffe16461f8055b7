import { stem, wordSet } from '../languages/index.ts'

const STOP = wordSet(({ words }) => words?.stop)
const SEED_STOP = wordSet(({ words }) => words?.stop, 'en')
const TOPIC_STOP = wordSet(({ words }) => words?.topicStop)

/**
 * The words that say what a text is about.
 * - `careful`: words of any script, without punctuation.
 * - `seed`: lower-cased, split on white space, punctuation kept, longer than two characters: the first design's rule.
 * - `topic`: for texts that say the same in other words. Endings are folded, and Chinese counts by pairs of characters, which
 *   needs no agreement on where its words end.
 */
export function significantWords(text: string, how: 'careful' | 'seed' | 'topic' = 'careful'): Set<string> {
  if (how === 'seed')
    return new Set(
      text
        .toLowerCase()
        .split(WHITE_SPACE)
        .filter(word => longerThanTwo(word) && !SEED_STOP.has(word)),
    )
  return how === 'topic' ? topicWords(text) : carefulWords(text)
}

/** What Python's `split()` takes for white space. */
const WHITE_SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/

/** Counted in code points: two emoji are two characters. */
function longerThanTwo(word: string): boolean {
  return word.length > 4 || (word.length > 2 && [...word].length > 2)
}

const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const UNSPACED = `${UNSPACED_SCRIPTS.map(script => `\\p{Script=${script}}`).join('')}\\u30fc\\u3005`
/** A run of a script that needs a segmenter, or a word of any other. */
const RUN = new RegExp(
  `([${UNSPACED}][${UNSPACED}\\p{M}]*)|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+`,
  'gu',
)
const ASCII_WORD = /[a-z0-9_]+/g

let segmenter: Intl.Segmenter | undefined

/** The words of a script without spaces. One segmenter for all, made when it is needed: that takes longer than using it. */
export function segmentsOf(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return segmenter.segment(text)
}

function carefulWords(text: string): Set<string> {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
  const words = new Set<string>()
  // Most text is ASCII, and for that the plain expression is several times faster.
  if (/^[\x00-\x7f]*$/.test(plain)) {
    for (const [word] of plain.matchAll(ASCII_WORD)) addWord(word, words)
    return words
  }
  for (const [word, unspaced] of plain.matchAll(RUN)) {
    if (unspaced === undefined) addWord(word, words)
    else addSegments(unspaced, words)
  }
  return words
}

function addWord(word: string, words: Set<string>): void {
  if (longerThanTwo(word) && !STOP.has(word)) words.add(word)
}

/** Longer runs without punctuation cost the segmenter more than their length; no one writes them. */
const MAX_RUN = 500

function addSegments(run: string, words: Set<string>): void {
  if (run.length < 2) return
  for (let start = 0; start < run.length; start += MAX_RUN) {
    for (const { segment } of segmentsOf(run.slice(start, start + MAX_RUN))) {
      if (segment.length > 1 && [...segment].length > 1 && !STOP.has(segment)) words.add(segment)
    }
  }
}

const TOKEN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu

function topicWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const [token] of text.toLowerCase().matchAll(TOKEN)) {
    if (/^\p{Script=Han}/u.test(token)) addPairs(token, words)
    else if (token.length > 2 && !TOPIC_STOP.has(token)) words.add(stem(token, 'topic'))
  }
  return words
}

function addPairs(run: string, words: Set<string>): void {
  for (let at = 0; at + 1 < run.length; at++) words.add(run.slice(at, at + 2))
}

/** Shared words over the size of the smaller set; 0 where either has none. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  let shared = 0
  for (const word of small) if (large.has(word)) shared++
  return shared / small.size
}
