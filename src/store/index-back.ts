import { type FileName, INDEX_FILE, type IndexLine, type Piece } from '../model/index.ts'
import {
  filesLedTo,
  type IndexLink,
  type LinkFate,
  lineDraft,
  lineOf,
  onceThere,
  parseIndex,
} from '../text/index.ts'
import type { Step } from './journal.ts'

/**
 * An index that is put back, in pieces: where a file cannot return or cannot leave, its line stays out or stays in, so
 * that the index lists exactly the files that are there. When all goes well the pieces are `text`, byte for byte.
 * `absent` are files that never return: they get no line.
 */
export function indexPieces(
  text: string,
  now: string,
  steps: readonly Step[],
  absent: ReadonlySet<FileName>,
): Piece[] {
  const others = steps.filter(step => step.file !== INDEX_FILE)
  const returning = new Set(others.filter(step => step.from === null).map(step => step.file))
  const leaving = new Set(others.filter(step => step.kind === 'archive').map(step => step.file))
  const fateOf = ({ file }: IndexLink): LinkFate => {
    if (file === undefined) return { fate: 'stays' }
    if (absent.has(file)) return { fate: 'left' }
    return returning.has(file) ? { fate: 'goes', file } : { fate: 'stays' }
  }
  const pieces = linesOf(text).flatMap(line => lineDraft(line, fateOf).pieces.map(onceThere))
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  for (const line of linesOf(now)) {
    for (const file of filesLedTo(line)) {
      if (!leaving.has(file)) continue
      const own = withoutEnd(lineOf(line.text, file))
      pieces.push({ text: end + own + (end === '' ? '\n' : ''), unlessDone: file })
    }
  }
  return pieces
}

function linesOf(text: string): readonly IndexLine[] {
  return parseIndex(text, '', 0, true).lines
}

function withoutEnd(line: string): string {
  return line.replace(/[\r\n]+$/, '')
}
