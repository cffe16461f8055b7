import type { Text } from '../page/index.ts'
import { showDeep, showLines } from '../text/index.ts'

/** Characters of one text that the page is given; what is longer is read in an editor. */
const MOST_SHOWN = 120_000
/** Of one line: the browser lays a line out as a whole. */
const LONGEST_LINE = 4000

/** Secrets are hidden before it is cut: half a key is not known for one. */
export function textOf(text: string): Text {
  const shown = showLines(text)
  const lines = shown.slice(0, MOST_SHOWN).split('\n')
  const cut = lines.map(line => (line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)} …`))
  const kept = lines.reduce((sum, line) => sum + Math.min(line.length, LONGEST_LINE) + 1, -1)
  return { text: cut.join('\n'), more: Math.max(0, shown.length - kept) }
}

/** A sentence of an answer, which may name what stands in a note. */
const LONGEST_SENTENCE = 6000
export const sentence = (text: string): string => showLines(text.slice(0, LONGEST_SENTENCE)).trim()

/** The way out: no secret, no escape and no bidi character of a note passes it. */
export const shown = <T>(answer: T): T => JSON.parse(JSON.stringify(showDeep(answer, showLines))) as T
