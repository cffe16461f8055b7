import type { Memory, Rules } from '../../model/index.ts'
import { detached, significantWords } from '../../text/index.ts'

/**
 * The words of memories as sorted numbers: pairs are compared by the hundred thousand, and the words of a large folder
 * as text would be most of the memory that a dream takes.
 */
export type Words = Uint32Array

type Part = 'body' | 'subject'
export type Grammar = 'seed' | 'careful'

export const grammarOf = (rules: Rules): Grammar => (rules === 'seed' ? 'seed' : 'careful')

/** A vocabulary larger than any folder's; in a process that lives for months it is begun anew. */
const MOST_WORDS = 2_000_000

let numbers = new Map<string, number>()
let known = nothingKnown()

type Known = Record<Part, Record<Grammar, WeakMap<Memory, Words>>>

function nothingKnown(): Known {
  const ofBoth = () => ({ seed: new WeakMap<Memory, Words>(), careful: new WeakMap<Memory, Words>() })
  return { body: ofBoth(), subject: ofBoth() }
}

/** Before a comparison begins, never during one: numbers of before and after do not compare. */
export function tidyVocabulary(): void {
  if (numbers.size < MOST_WORDS) return
  numbers = new Map()
  known = nothingKnown()
}

function remembered(part: Part, memory: Memory, rules: Rules): Words {
  const grammar = grammarOf(rules)
  const own = known[part][grammar]
  let words = own.get(memory)
  if (words === undefined) {
    const text = part === 'body' ? memory.body : `${memory.name ?? ''} ${memory.description ?? ''}`
    words = numbersOf(significantWords(text, grammar))
    own.set(memory, words)
  }
  return words
}

function numbersOf(words: ReadonlySet<string>): Words {
  return Uint32Array.from(words, numberOf).sort()
}

function numberOf(word: string): number {
  let number = numbers.get(word)
  if (number === undefined) {
    number = numbers.size
    numbers.set(detached(word), number)
  }
  return number
}

/** D9: the words that overlap is measured on. */
export const bodyWords = (memory: Memory, rules: Rules): Words => remembered('body', memory, rules)

export const subjectWords = (memory: Memory, rules: Rules): Words => remembered('subject', memory, rules)

/** Every word that has a number, in the order of the numbers. */
export const vocabulary = (): readonly string[] => [...numbers.keys()]

/** Takes over words that were numbered in another vocabulary: for each of its words, the number here. */
export function numberAlike(words: readonly string[]): Uint32Array {
  return Uint32Array.from(words, numberOf)
}

/** As found on another night, for a memory with the same text. */
export function takeWords(memory: Memory, grammar: Grammar, words: { body: Words; subject: Words }): void {
  known.body[grammar].set(memory, words.body)
  known.subject[grammar].set(memory, words.subject)
}

/** D9: name plus description of the two share a significant word; with neither field there is no subject. */
export function sameSubject(a: Memory, b: Memory, rules: Rules): boolean {
  const theirs = remembered('subject', b, rules)
  return remembered('subject', a, rules).some(word => theirs.includes(word))
}
