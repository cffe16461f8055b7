import type { QueryTerm, Terms } from './keywords.ts'

/** A part of a text, with the line of the text in which it begins, from 1. */
export interface Passage {
  readonly text: string
  readonly line: number
}

const LONGEST = 1200
/** Parts of a text that are looked at; a longer text is looked at up to there. */
const MOST = 400

/** Paragraphs, joined until a part is long; a heading begins a new one. */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = []
  let open: string[] = []
  let start = 1
  let length = 0
  const close = (next: number) => {
    if (open.some(line => line.trim() !== '')) passages.push(trimmed(open, start))
    open = []
    start = next
    length = 0
  }
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const breaks =
      /^#{1,6}[ \t]/.test(line) || (length > LONGEST / 2 && line.trim() === '') || length > LONGEST
    if (breaks) close(at + 1)
    if (passages.length >= MOST) break
    open.push(line.slice(0, LONGEST))
    length += line.length + 1
  }
  close(0)
  return passages
}

function trimmed(lines: readonly string[], start: number): Passage {
  const first = lines.findIndex(line => line.trim() !== '')
  return { text: lines.slice(first).join('\n').trimEnd(), line: start + first }
}

/** The part that says most to a question: the rare words of it count, and each once. */
export function bestPassage(text: string, question: readonly QueryTerm[], terms: Terms): Passage | undefined {
  let best: { passage: Passage; score: number } | undefined
  for (const passage of passagesOf(text)) {
    const score = weightIn(passage.text, question, terms)
    if (best === undefined || score > best.score) best = { passage, score }
  }
  return best?.passage
}

const LOOKED_AT = 20_000
const BETWEEN_SENTENCES = /[\r\n]+|(?<=[.!?]) |(?<=[。！？])/

/** How much of a question one sentence of a text says, by the weight of its words. */
export function bestSentence(text: string, question: readonly QueryTerm[], terms: Terms): number {
  let best = 0
  for (const sentence of text.slice(0, LOOKED_AT).split(BETWEEN_SENTENCES))
    best = Math.max(best, weightIn(sentence, question, terms))
  return best
}

function weightIn(text: string, question: readonly QueryTerm[], terms: Terms): number {
  const own = new Set<number>()
  terms.each(text, id => own.add(id))
  return question.reduce((sum, { id, weight }) => sum + (own.has(id) ? weight : 0), 0)
}
