import { reasonInfo } from '../checks/index.ts'
import type { Report } from '../model/index.ts'
import { type FolderView, isArchived, isSettled, viewFolders } from './view.ts'

/**
 * The nine numbers of D24, and what else became of memories, so that they add up: scanned is surviving plus pruned, merged,
 * resolved, expired, archived otherwise and vanished. What was only planned counts as done, unless the person declined.
 */
export interface Counts {
  readonly directories: number
  readonly files: number
  readonly stalePruned: number
  readonly duplicatesMerged: number
  readonly contradictionsResolved: number
  /** M10: archived because their project is inactive. */
  readonly expired: number
  /** Archived for any other reason: promoted, superseded, forgotten, on a person's word. */
  readonly archivedOtherwise: number
  /** Not there any more when the run had ended, and not by its doing. */
  readonly vanished: number
  readonly partiallyStale: number
  readonly evergreen: number
  readonly surviving: number
  readonly indexesRebuilt: number
}

/** In the words and the order of D24's table; the rows that it does not know are there where there is something in them. */
const COUNT_WORDS: readonly (readonly [keyof Counts, string, 'always' | 'if-any'])[] = [
  ['directories', 'Memory directories scanned', 'always'],
  ['files', 'Total memory files scanned', 'always'],
  ['stalePruned', 'Stale entries pruned', 'always'],
  ['duplicatesMerged', 'Duplicates merged', 'always'],
  ['contradictionsResolved', 'Contradictions resolved', 'always'],
  ['expired', 'Expired (project inactive)', 'if-any'],
  ['archivedOtherwise', 'Archived for other reasons', 'if-any'],
  ['vanished', 'Gone since the plan was made', 'if-any'],
  ['partiallyStale', 'Partially stale (kept, flagged)', 'always'],
  ['evergreen', 'Evergreen (no external refs)', 'always'],
  ['surviving', 'Surviving memories', 'always'],
  ['indexesRebuilt', 'MEMORY.md indexes rebuilt', 'always'],
]

export const countRows = (counts: Counts): (readonly [words: string, count: number])[] =>
  COUNT_WORDS.filter(([key, , when]) => when === 'always' || counts[key] > 0).map(
    ([key, words]) => [words, counts[key]] as const,
  )

export function countReport(report: Report): Counts {
  const folders = viewFolders(report)
  const pruned = folders.flatMap(folder => folder.changes).filter(isArchived)
  const countedAs = (row: keyof Counts) =>
    pruned.filter(({ action }) => reasonInfo(action.reason)?.counted === row).length
  const files = sum(folders, folder => folder.plan.verdicts.length)
  const vanished = sum(folders, folder => folder.outcome?.vanished?.length ?? 0)
  const known = {
    stalePruned: countedAs('stalePruned'),
    duplicatesMerged: countedAs('duplicatesMerged'),
    contradictionsResolved: countedAs('contradictionsResolved'),
    expired: countedAs('expired'),
  }
  return {
    directories: folders.length,
    files,
    ...known,
    archivedOtherwise: pruned.length - Object.values(known).reduce((all, each) => all + each, 0),
    vanished,
    partiallyStale: sum(folders, folder => folder.flagged.length),
    evergreen: sum(folders, folder => folder.plan.verdicts.filter(one => one.class === 'evergreen').length),
    surviving: files - pruned.length - vanished,
    indexesRebuilt: folders.filter(folder => folder.index !== undefined && isSettled(folder.index)).length,
  }
}

const sum = (folders: readonly FolderView[], of: (folder: FolderView) => number): number =>
  folders.reduce((total, folder) => total + of(folder), 0)
