import { type Action, type Change, type FileName, INDEX_FILE, type Piece } from '../model/index.ts'

/** A plan that was begun: what an earlier try did of it, and what is left. */
export interface Remaining {
  readonly done: readonly Action[]
  readonly left: readonly Action[]
}

/**
 * What is left of a plan when it is carried out a second time. `newest` is the last change that history knows of each
 * file, `now` the hash of what is there. Only what history tells was done from the very state that the plan expects
 * counts as done.
 */
export function remaining(
  actions: readonly Action[],
  newest: ReadonlyMap<FileName, Change>,
  now: (file: FileName) => string | undefined,
): Remaining {
  const isDone = (action: Action) => {
    const change = newest.get(action.file)
    if (change?.result !== 'done' || change.kind !== action.kind) return false
    return (change.from?.hash ?? 'absent') === action.expect && change.to?.hash === now(action.file)
  }
  const done = actions.filter(isDone)
  const isWhole = actions.every(action => action.file === INDEX_FILE || done.includes(action))
  // An index that was written beside unfinished changes is not the one that the plan means.
  const settled = isWhole ? done : done.filter(({ file }) => file !== INDEX_FILE)
  const files = new Set(settled.map(({ file }) => file))
  const left = actions.filter(action => !settled.includes(action)).map(action => without(action, files))
  return { done: settled, left }
}

/** The conditions that name what is done already are no conditions any more. */
function without(action: Action, done: ReadonlySet<FileName>): Action {
  const needs = action.needs.filter(file => !done.has(file))
  if (action.kind !== 'write') return { ...action, needs }
  return { ...action, needs, pieces: action.pieces.flatMap(piece => settledPiece(piece, done)) }
}

function settledPiece({ text, unlessDone, onlyIfDone }: Piece, done: ReadonlySet<FileName>): Piece[] {
  if (unlessDone !== undefined && done.has(unlessDone)) return []
  return [
    {
      text,
      ...(unlessDone !== undefined && { unlessDone }),
      ...(onlyIfDone !== undefined && !done.has(onlyIfDone) && { onlyIfDone }),
    },
  ]
}
