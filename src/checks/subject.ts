import type { Memory } from '../memory/memory.ts'
import type { Rules } from '../memory/plan.ts'
import { seedWords, significantWords } from '../memory/words.ts'

type Words = ReadonlySet<string>

/** Taken once for a memory: pairs ask again and again. */
const known = {
  body: new WeakMap<Memory, Map<string, Words>>(),
  subject: new WeakMap<Memory, Map<string, Words>>(),
}

function remembered(part: keyof typeof known, memory: Memory, rules: Rules, text: () => string): Words {
  const grammar = rules === 'seed' ? 'seed' : 'careful'
  let byGrammar = known[part].get(memory)
  if (byGrammar === undefined) {
    byGrammar = new Map()
    known[part].set(memory, byGrammar)
  }
  let words = byGrammar.get(grammar)
  if (words === undefined) {
    words = grammar === 'seed' ? seedWords(text()) : significantWords(text())
    byGrammar.set(grammar, words)
  }
  return words
}

/** D9: the words that overlap is measured on. */
export const bodyWords = (memory: Memory, rules: Rules): Words =>
  remembered('body', memory, rules, () => memory.body)

const subjectWords = (memory: Memory, rules: Rules): Words =>
  remembered('subject', memory, rules, () => `${memory.name ?? ''} ${memory.description ?? ''}`)

/** D9: name plus description of the two share a significant word; with neither field there is no subject. */
export function sameSubject(a: Memory, b: Memory, rules: Rules): boolean {
  const theirs = subjectWords(b, rules)
  for (const word of subjectWords(a, rules)) if (theirs.has(word)) return true
  return false
}
