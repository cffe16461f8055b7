import { stem, wordSet } from '../languages/index.ts'
import { addTo, type FileName, type Memory } from '../model/index.ts'

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
const longerThanTwo = (word: string): boolean => word.length > 4 || (word.length > 2 && [...word].length > 2)

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

const RUN_TOKEN = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu
const LENGTH = 4

/** Every run of four words in a row, as numbers. Texts that share most of these say the same in the same words. */
export function shingles(text: string): Set<number> {
  const runs = new Set<number>()
  const words = (text.toLowerCase().match(RUN_TOKEN) ?? []).map(hashOf)
  for (let start = 0; start + LENGTH <= words.length; start++) {
    let run = 0x811c9dc5
    for (let at = start; at < start + LENGTH; at++) run = Math.imul(run ^ words[at]!, 0x01000193)
    runs.add(run >>> 0)
  }
  return runs
}

/** Thirty-two bits, with a sign. */
export function hashOf(token: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}

/** So many of a memory's runs of words, the smallest as numbers, stand for all: two that share most of these are alike. */
const RUNS = 16

/** What is kept of a memory to find its like in other folders, when its text is no longer at hand. */
export interface Sketch {
  readonly file: FileName
  readonly hash: string
  /** Equal for equal bodies, line ends and outer white space aside (D10), and only by chance for others. */
  readonly body: string
  readonly runs: readonly number[]
  /** How many runs there were; few say little. */
  readonly size: number
}

/** The sketches of memories; of those with the same bytes as before, the same. */
export function sketchesOf(memories: readonly Memory[], before: readonly Sketch[] = []): Sketch[] {
  const known = new Map(before.map(sketch => [keyOf(sketch), sketch]))
  return memories.map(memory => known.get(keyOf(memory)) ?? sketchOf(memory))
}

const keyOf = ({ hash, file }: Pick<Sketch, 'hash' | 'file'>): string => `${hash} ${file}`

function sketchOf({ file, hash, body }: Memory): Sketch {
  const all = shingles(body)
  return {
    file,
    hash,
    body: digest(body.replace(/\r\n?/g, '\n').trim()),
    runs: [...Float64Array.from(all).sort().subarray(0, RUNS)],
    size: all.size,
  }
}

/** Sixty-four bits and the length: enough to tell texts apart that nobody made to collide. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x5bd1e995) ^ (b >>> 13)
  }
  return `${text.length}-${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`
}

/** An estimate of how much of the two texts is the same, from 0 to 1. */
export function likeness(a: Sketch, b: Sketch): number {
  const both = [...new Set([...a.runs, ...b.runs])].sort((x, y) => x - y).slice(0, RUNS)
  if (both.length === 0) return 0
  const [inA, inB] = [new Set(a.runs), new Set(b.runs)]
  return both.filter(run => inA.has(run) && inB.has(run)).length / both.length
}

/** From this share of the words of the longer text on. It names what a person may want to look at and decides nothing. */
const NEAR = 0.5
/** Two words in common, unless one of the texts has no more than that. */
const SHORT = 2

/** Texts that can be asked which of them come near another one. */
export interface NearTexts<Of> {
  add(text: string, of: Of): void
  /** Whose texts come near, the nearest first, each once. */
  find(text: string): Of[]
}

export function nearTexts<Of>(): NearTexts<Of> {
  const all: { readonly of: Of; readonly size: number }[] = []
  const holders = new Map<string, number[]>()
  return {
    add(text, of) {
      const words = significantWords(text)
      for (const word of words) addTo(holders, word, all.length)
      all.push({ of, size: words.size })
    },
    find(text) {
      const words = significantWords(text)
      const shared = new Map<number, number>()
      for (const word of words)
        for (const at of holders.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
      const near = Array.from(shared, ([at, count]) => {
        const { of, size } = all[at]!
        const isTelling = count >= SHORT || Math.min(size, words.size) <= SHORT
        return { at, of, share: isTelling ? count / Math.max(size, words.size) : 0 }
      }).filter(({ share }) => share >= NEAR)
      return [...new Set(near.sort((a, b) => b.share - a.share || a.at - b.at).map(({ of }) => of))]
    },
  }
}
