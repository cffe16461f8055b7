import type { Action, FileChange, FileName } from '../model/index.ts'
import { joinPieces } from './pieces.ts'

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
