import type { Action, FileName, Piece } from '../model/index.ts'
import { lineOnceThere, parseIndex } from '../text/index.ts'

/** What an action does to one file. Without `before` the file is new, without `after` it goes. */
export interface FileChange {
  readonly file: FileName
  readonly kind: Action['kind']
  readonly before?: string
  readonly after?: string
}

/** The files that these actions archive. */
export const archivedIn = (actions: readonly Action[]): Set<FileName> =>
  new Set(actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file))

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

/** What actions would do to each file, as texts. `done` are the files whose own actions count as carried out. */
export function fileChanges(
  actions: readonly Action[],
  textOf: (file: FileName) => string | undefined,
  done: ReadonlySet<FileName> = new Set(actions.map(({ file }) => file)),
): FileChange[] {
  return actions.map((action): FileChange => {
    const { file, kind } = action
    const before = textOf(file)
    const known = before === undefined ? {} : { before }
    if (kind === 'archive') return { file, kind, ...known }
    const after = kind === 'append' ? (before ?? '') + action.text : joinPieces(action.pieces, done)
    return { file, kind, ...known, after }
  })
}
