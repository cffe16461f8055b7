import type { Speaker, TranscriptTurn } from '../../model/index.ts'
import type { FileLine } from './lines.ts'
import { markedLine } from './plain.ts'

/** From 1; 0 for a line that was read before. */
export type NumberedLine = FileLine & { readonly text: string; readonly number: number }
export type Lines = Iterable<NumberedLine>
export type Note = (line: Omit<NumberedLine, 'text'>) => void

/** A turn is cut here: nobody says more at once. */
export const LONGEST_TURN = 100_000
/** So much of a text without marks is one turn. */
const TEXT_TURN = 16_000

/**
 * Text that anyone can have written: the marks say who speaks, and nobody says whether they are true. So its origin is
 * unknown, whatever they say.
 */
export function* textTurns(lines: Lines, done: Note): Generator<TranscriptTurn> {
  let speaker: Speaker = 'user'
  let open: { line: number; offset: number; texts: string[]; length: number } | undefined
  const take = (): TranscriptTurn[] => {
    const text = open?.texts.join('\n').trim() ?? ''
    const turn =
      open === undefined || text === ''
        ? []
        : [{ speaker, origin: 'unknown' as const, text, line: open.line, offset: open.offset }]
    open = undefined
    return turn
  }
  for (const line of lines) {
    const marked = markedLine(line.text)
    const isFull = open !== undefined && (open.length > TEXT_TURN || line.text.trim() === '')
    if (marked !== undefined || isFull) yield* take()
    if (marked !== undefined) speaker = marked.speaker
    const text = (marked?.rest ?? line.text).slice(0, LONGEST_TURN)
    open ??= { line: line.number, offset: line.start, texts: [], length: 0 }
    open.texts.push(text)
    open.length += text.length
    done(line)
  }
  yield* take()
}

/** The same for a text that is at hand. */
export function* turnsOfText(text: string): Generator<TranscriptTurn> {
  let start = 0
  const lines = text.split('\n').map((line, at): NumberedLine => {
    const numbered = {
      text: line,
      number: at + 1,
      start,
      end: start + line.length + 1,
      state: 'ended' as const,
    }
    start = numbered.end
    return numbered
  })
  yield* textTurns(lines, () => {})
}
