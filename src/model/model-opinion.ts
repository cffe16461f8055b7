import type { FileName } from './file-name.ts'

/**
 * What a model said about two memories. It holds for exactly the bytes that were read, and only while both quotes stand
 * there word for word. It can put a question to a person, and nothing else.
 */
export interface ModelOpinion {
  readonly verdict: 'same' | 'opposite'
  readonly a: QuotedMemory
  readonly b: QuotedMemory
  /** From 0 to 1, as the model says. */
  readonly confidence: number
  /** Who said it. */
  readonly model: string
}

interface QuotedMemory {
  readonly file: FileName
  readonly hash: string
  readonly quote: string
}

/** Below this a model's word is not worth a person's look. */
export const CONFIDENT = 0.7

const SHORTEST_QUOTE = 4
const LONGEST_QUOTE = 400

/** Whether the words stand in the text, and are enough of it to mean something. */
export function isQuoteOf(quote: string, text: string): boolean {
  const { length } = quote.trim()
  return length >= SHORTEST_QUOTE && quote.length <= LONGEST_QUOTE && text.includes(quote.trim())
}
