import type { Step } from '../history/journal.ts'
import { type FileName, INDEX_FILE } from '../memory/file-name.ts'
import { type IndexLine, parseIndex } from '../memory/index-file.ts'
import type { Piece } from '../memory/plan.ts'

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
  const staying = linesOf(text).filter(({ entry }) => entry?.file === undefined || !absent.has(entry.file))
  const pieces = staying.map((line): Piece => {
    const file = line.entry?.file
    return file !== undefined && returning.has(file)
      ? { text: line.text, onlyIfDone: file }
      : { text: line.text }
  })
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  for (const line of linesOf(now)) {
    const file = line.entry?.file
    if (file === undefined || !leaving.has(file)) continue
    pieces.push({ text: end + withoutEnd(line.text) + (end === '' ? '\n' : ''), unlessDone: file })
  }
  return pieces
}

function linesOf(text: string): readonly IndexLine[] {
  return parseIndex(text, '', 0, true).lines
}

function withoutEnd(line: string): string {
  return line.replace(/[\r\n]+$/, '')
}
