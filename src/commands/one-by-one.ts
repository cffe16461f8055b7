import type { Action, FileName, FolderPlan, IndexSummary } from '../model/index.ts'

/** A file that the plan would change and that a person wants to stay as it is. */
export interface Kept {
  readonly root: string
  readonly file: FileName
}

const INDEX = 'MEMORY.md'

/**
 * The plan without the changes to those files, without what only served them, and without what needs them. Pieces of
 * `MEMORY.md` that wait for an archive need no change: it never gets done.
 */
export function keepFiles<Folders extends { readonly folders: readonly FolderPlan[] }>(
  plan: Folders,
  kept: readonly Kept[],
): Folders {
  const folders = plan.folders.map(folder => {
    const files = new Set(kept.filter(one => one.root === folder.root).map(one => one.file))
    return files.size === 0 ? folder : keepInFolder(folder, files)
  })
  return { ...plan, folders }
}

/** Without the changes to those files, what only served them, and what needs them. */
export const keepActions = (actions: readonly Action[], kept: ReadonlySet<FileName>): Action[] =>
  withoutNeedy(actions.filter(action => !serves(action, kept)))

function keepInFolder(folder: FolderPlan, kept: ReadonlySet<FileName>): FolderPlan {
  const actions = keepActions(folder.actions, kept)
  const isArchived = (file: FileName) =>
    actions.some(action => action.kind === 'archive' && action.file === file)
  return {
    ...folder,
    actions,
    verdicts: folder.verdicts.map(verdict =>
      verdict.fate === 'goes' && !isArchived(verdict.file)
        ? { ...verdict, fate: 'stays', because: 'you chose to keep it' }
        : verdict,
    ),
    index: indexThen(folder, actions),
  }
}

/** What the index step does then, in numbers. */
function indexThen({ index, actions: before }: FolderPlan, actions: readonly Action[]): IndexSummary {
  const { lines: _, ...counts } = index
  const { removed, added = 0, remaining } = counts
  if (!actions.some(({ file }) => file === INDEX))
    return { step: 'none', removed: 0, added: 0, remaining: remaining + removed - added }
  const stays = before.filter(action => action.kind === 'archive' && !actions.includes(action))
  const listed = stays.filter(({ file }) => hasIndexPiece(before, file)).length
  return { ...counts, removed: removed - listed, remaining: remaining + listed }
}

const serves = (action: Action, kept: ReadonlySet<FileName>): boolean =>
  kept.has(action.file) ||
  (action.reason.why === 'merge' && [action.reason.from].flat().some(file => file && kept.has(file)))

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
