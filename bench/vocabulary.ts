import { rankSampler } from './law.ts'
import type { Random } from './random.ts'

/** Words that carry a sentence and no subject. Of the 200 most frequent words of real memories 73 are of this kind. */
const SMALL_WORDS = (
  'the to a in and is of for on with it not no be by as or at if from are an this that so do but has was can 1 2 3 5 0 ' +
  'before after into have then than may should will would been were had could does did through during might shall ' +
  'v1 v2 ts js id pr ui db ci ok 10 we up us my s t x n e i c b d m p r'
).split(' ')

const STARTS = 'b c d f g h j k l m n p r s t v w z br ch dr gr kr pl sh sk st tr'.split(' ')
const SYLLABLES = STARTS.flatMap(start => ['a', 'e', 'i', 'o', 'u'].map(vowel => start + vowel))

/** How many kinds of words there are: enough that a hundred thousand memories still bring rare ones. */
const KINDS = 60_000

export interface Vocabulary {
  readonly words: readonly string[]
  /** A word by the measured law. */
  draw(random: Random): string
  /** A word that means something: none of the small ones. */
  drawSubject(random: Random): string
}

/** Invented words, frequent ones short; the small words stand where real text has them. */
export function makeVocabulary(): Vocabulary {
  const words = Array.from({ length: KINDS }, (_, rank) => inventWord(rank))
  SMALL_WORDS.forEach((word, at) => {
    words[smallRank(at)] = word
  })
  const rank = rankSampler(KINDS)
  const small = new Set(SMALL_WORDS)
  const drawSubject = (random: Random): string => {
    const word = words[rank(random)]!
    return small.has(word) ? drawSubject(random) : word
  }
  return { words, draw: random => words[rank(random)]!, drawSubject }
}

/** Measured: all of the first 19, 36 of the first 50, 49 of the first 100, 73 of the first 200. */
function smallRank(at: number): number {
  return at < 19 ? at : Math.floor(19 * ((at + 1) / 19) ** 1.75)
}

/** Measured mean lengths: 4.7 up to rank 500, 6.9 up to 5,000, 9.6 beyond. */
function inventWord(rank: number): string {
  const syllables = rank < 500 ? 2 : rank < 5000 ? 3 : 4
  // A multiplier without a common factor with the number of syllables: neighbours in rank look nothing alike.
  let rest = (rank * 7919 + 13) % SYLLABLES.length ** syllables
  let word = ''
  for (let at = 0; at < syllables; at++) {
    word += SYLLABLES[rest % SYLLABLES.length]!
    rest = Math.floor(rest / SYLLABLES.length) + at * 37
  }
  return rank % 23 === 7 ? `${word}_${rank % 100}` : word
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The last words of a bare name: `Zakuteki`, never `Zaku_7`. */
export function plainWord(word: string): string {
  return word.replace(/[^a-z]/g, '') || 'node'
}
