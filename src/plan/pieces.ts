import type { FileName, Piece } from '../model/index.ts'
import { lineOnceThere, parseIndex } from '../text/index.ts'

/** The text that pieces make when these files' archives are done. */
export function joinPieces(pieces: readonly Piece[], done: ReadonlySet<FileName>): string {
  return pieces
    .filter(({ unlessDone, onlyIfDone }) => {
      const isLeftOut = unlessDone !== undefined && done.has(unlessDone)
      return !isLeftOut && (onlyIfDone === undefined || done.has(onlyIfDone))
    })
    .map(({ text }) => text)
    .join('')
}

/** Neighbours under the same condition become one, and empty ones go: fewer to read in a printed plan. */
export function mergePieces(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (piece.text === '') continue
    if (last?.unlessDone === piece.unlessDone && last?.onlyIfDone === piece.onlyIfDone && last !== undefined)
      merged[merged.length - 1] = { ...last, text: last.text + piece.text }
    else merged.push(piece)
  }
  return merged
}

/** The pieces of an index, so that a line for a new file stands only if that file could be written. */
export function waitForFiles(pieces: readonly Piece[], files: ReadonlySet<FileName>): Piece[] {
  const waiting = pieces.flatMap((piece): Piece[] => {
    if (piece.unlessDone !== undefined || piece.onlyIfDone !== undefined) return [piece]
    return parseIndex(piece.text, '', 0, true).lines.flatMap(line => lineOnceThere(line, files))
  })
  return mergePieces(waiting)
}
