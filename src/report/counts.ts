import type { Report } from '../memory/outcome.ts'
import type { Reason } from '../memory/plan.ts'
import { type ChangeView, type FolderView, viewFolders } from './view.ts'

/** The nine numbers of D24. What was only planned counts as done, unless the run was live or the person declined. */
export interface Counts {
  readonly directories: number
  readonly files: number
  readonly stalePruned: number
  readonly duplicatesMerged: number
  readonly contradictionsResolved: number
  readonly partiallyStale: number
  readonly evergreen: number
  readonly surviving: number
  readonly indexesRebuilt: number
}

/** In the words and the order of D24's table. */
export const COUNT_WORDS: readonly (readonly [keyof Counts, string])[] = [
  ['directories', 'Memory directories scanned'],
  ['files', 'Total memory files scanned'],
  ['stalePruned', 'Stale entries pruned'],
  ['duplicatesMerged', 'Duplicates merged'],
  ['contradictionsResolved', 'Contradictions resolved'],
  ['partiallyStale', 'Partially stale (kept, flagged)'],
  ['evergreen', 'Evergreen (no external refs)'],
  ['surviving', 'Surviving memories'],
  ['indexesRebuilt', 'MEMORY.md indexes rebuilt'],
]

export function countReport(report: Report): Counts {
  const folders = viewFolders(report)
  const pruned = folders.flatMap(folder => folder.changes).filter(isArchived)
  const because = (why: Reason['why']) => pruned.filter(change => change.action.reason.why === why).length
  const files = sum(folders, folder => folder.plan.verdicts.length)
  return {
    directories: folders.length,
    files,
    stalePruned: because('fully-stale'),
    duplicatesMerged: because('duplicate'),
    contradictionsResolved: because('contradicted'),
    partiallyStale: sum(folders, keptAndPartiallyStale),
    evergreen: sum(folders, folder => folder.plan.verdicts.filter(one => one.class === 'evergreen').length),
    surviving: files - pruned.length,
    indexesRebuilt: folders.filter(folder => folder.index !== undefined && isSettled(folder.index)).length,
  }
}

const isSettled = (change: ChangeView): boolean => change.result === 'done' || change.result === 'planned'

/** An archive that was carried out or, where nothing is carried out, planned. */
export const isArchived = (change: ChangeView): boolean =>
  change.action.kind === 'archive' && isSettled(change)

function keptAndPartiallyStale(folder: FolderView): number {
  const gone = new Set(folder.changes.filter(isArchived).map(change => change.action.file))
  return folder.plan.verdicts.filter(one => one.class === 'partially-stale' && !gone.has(one.file)).length
}

const sum = (folders: readonly FolderView[], of: (folder: FolderView) => number): number =>
  folders.reduce((total, folder) => total + of(folder), 0)
