import type { Action, FileName, FolderPlan, Plan } from '../index.ts'

/** A memory that the plan would archive and that a person wants to keep. */
export interface Kept {
  readonly root: string
  readonly file: FileName
}

/**
 * The plan without those archives, without what only served them, and without what needs them. Pieces of `MEMORY.md`
 * that wait for an archive need no change: it never gets done.
 */
export function keepMemories(plan: Plan, kept: readonly Kept[]): Plan {
  const folders = plan.folders.map(folder => {
    const files = new Set(kept.filter(one => one.root === folder.root).map(one => one.file))
    return files.size === 0 ? folder : keepInFolder(folder, files)
  })
  return { ...plan, folders }
}

function keepInFolder(folder: FolderPlan, kept: ReadonlySet<FileName>): FolderPlan {
  const actions = withoutNeedy(folder.actions.filter(action => !serves(action, kept)))
  const listed = [...kept].filter(file => hasIndexPiece(folder.actions, file)).length
  return {
    ...folder,
    actions,
    verdicts: folder.verdicts.map(verdict =>
      kept.has(verdict.file) ? { ...verdict, fate: 'stays', because: 'you chose to keep it' } : verdict,
    ),
    index: {
      ...folder.index,
      removed: folder.index.removed - listed,
      remaining: folder.index.remaining + listed,
    },
  }
}

const serves = (action: Action, kept: ReadonlySet<FileName>): boolean =>
  (action.kind === 'archive' && kept.has(action.file)) ||
  (action.reason.why === 'merge' && kept.has(action.reason.from))

/** Drops what needs a dropped action, and what needs that, until nothing does. */
function withoutNeedy(actions: readonly Action[]): Action[] {
  const there = new Set(actions.map(action => action.file))
  const rest = actions.filter(action => action.needs.every(file => there.has(file)))
  return rest.length === actions.length ? rest : withoutNeedy(rest)
}

const hasIndexPiece = (actions: readonly Action[], file: FileName): boolean =>
  actions.some(
    action =>
      action.kind === 'write' &&
      action.reason.why === 'index' &&
      action.pieces.some(piece => piece.unlessDone === file),
  )
