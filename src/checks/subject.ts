import type { Memory } from '../memory/memory.ts'
import type { Rules } from '../memory/plan.ts'
import { seedWords, significantWords } from '../memory/words.ts'

/**
 * The words of memories as sorted numbers: pairs are compared by the hundred thousand, and the words of a large folder
 * as text would be most of the memory that a dream takes.
 */
type Words = Uint32Array

type Part = 'body' | 'subject'
type Grammar = 'seed' | 'careful'

/** A vocabulary larger than any folder's; in a process that lives for months it is begun anew. */
const MOST_WORDS = 2_000_000

let numbers = new Map<string, number>()
let known = new WeakMap<Memory, Map<`${Part} ${Grammar}`, Words>>()

/** Before a comparison begins, never during one: numbers of before and after do not compare. */
export function tidyVocabulary(): void {
  if (numbers.size < MOST_WORDS) return
  numbers = new Map()
  known = new WeakMap()
}

function remembered(part: Part, memory: Memory, rules: Rules): Words {
  const grammar = rules === 'seed' ? 'seed' : 'careful'
  let own = known.get(memory)
  if (own === undefined) {
    own = new Map()
    known.set(memory, own)
  }
  let words = own.get(`${part} ${grammar}`)
  if (words === undefined) {
    const text = part === 'body' ? memory.body : `${memory.name ?? ''} ${memory.description ?? ''}`
    words = numbersOf(grammar === 'seed' ? seedWords(text) : significantWords(text))
    own.set(`${part} ${grammar}`, words)
  }
  return words
}

function numbersOf(words: ReadonlySet<string>): Words {
  return Uint32Array.from(words, word => {
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    return number
  }).sort()
}

/** D9: the words that overlap is measured on. */
export const bodyWords = (memory: Memory, rules: Rules): Words => remembered('body', memory, rules)

/** D9: name plus description of the two share a significant word; with neither field there is no subject. */
export function sameSubject(a: Memory, b: Memory, rules: Rules): boolean {
  const theirs = remembered('subject', b, rules)
  return remembered('subject', a, rules).some(word => theirs.includes(word))
}
