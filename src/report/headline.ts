import type { Mode, Report } from '../model/index.ts'
import { counted } from '../text/index.ts'
import { countReport } from './counts.ts'
import { type ChangeView, type FolderView, isArchived, unreached, viewFolders } from './view.ts'

/** The whole run in one line: "2 folders, 41 memories: 3 would go, 2 wait for you, index would be brought up to date". */
export function headline(report: Report): string {
  const folders = viewFolders(report)
  const closed = unreached(report).length
  if (folders.length + closed === 0)
    return report.missing.length === 0 ? 'No memory directories found' : 'Nothing was done'
  const { files } = countReport(report)
  const parts = [...whatHappened(report.mode, folders), ...whatWaits(report, folders)]
  const scope = `${counted(folders.length + closed, 'folder')}, ${counted(files, 'memory', 'memories')}`
  const ending = report.mode === 'declined' && hasActions(folders) ? '; nothing was changed' : ''
  return `${scope}: ${parts.length === 0 ? 'nothing to do' : parts.join(', ')}${ending}`
}

const hasActions = (folders: readonly FolderView[]): boolean =>
  folders.some(view => view.plan.actions.length > 0)

function whatHappened(mode: Mode, folders: readonly FolderView[]): string[] {
  const changes = folders.flatMap(view => view.changes)
  const archives =
    mode === 'declined'
      ? changes.filter(change => change.action.kind === 'archive').length
      : changes.filter(isArchived).length
  const rewrites = changes.filter(change => change.action.kind !== 'archive' && took(change)).length
  const indexes = folders.filter(view => view.index !== undefined && took(view.index)).length
  return [
    ...(archives === 0 ? [] : [`${archives} ${GOES[mode]}`]),
    ...(rewrites === 0 ? [] : [`${rewrites} ${mode === 'live' ? 'edited' : 'would be edited'}`]),
    ...(indexes === 0 ? [] : [indexPart(indexes, mode)]),
  ]
}

const took = (change: ChangeView): boolean => ['done', 'planned', 'declined'].includes(change.result)

const GOES: Record<Mode, string> = {
  live: 'archived',
  'dry-run': 'would go',
  check: 'would go',
  plan: 'would go',
  declined: 'could go',
}

function indexPart(indexes: number, mode: Mode): string {
  const what = indexes === 1 ? 'index' : `${indexes} indexes`
  return mode === 'live' ? `${what} brought up to date` : `${what} would be brought up to date`
}

function whatWaits(report: Report, folders: readonly FolderView[]): string[] {
  const proposals = folders.reduce((sum, view) => sum + view.plan.proposals.length, 0)
  const withheld = folders.reduce((sum, view) => sum + heldFiles(view), 0)
  const results = folders.flatMap(view => [
    ...view.changes,
    ...(view.index === undefined ? [] : [view.index]),
  ])
  const having = (result: ChangeView['result']) => results.filter(change => change.result === result).length
  const cutOff = folders
    .filter(view => view.outcome?.failure?.kind === 'unfinished')
    .reduce((sum, view) => sum + view.plan.actions.length, 0)
  const part = (n: number, words: string) => (n === 0 ? [] : [`${n} ${words}`])
  return [
    ...part(proposals, proposals === 1 ? 'waits for you' : 'wait for you'),
    ...part(withheld, 'withheld'),
    ...part(having('changed-meanwhile'), 'changed meanwhile and left alone'),
    ...part(having('failed'), 'failed'),
    ...part(having('not-started') - cutOff, 'not started'),
    ...part(cutOff, 'cut off: dream recover finishes them'),
    ...part(unreached(report).length, 'could not be tended'),
    ...part(report.unfinished.length, 'unfinished'),
    ...part(report.missing.length, 'not found'),
  ]
}

/** Each file once, however many breakers hold it; one that names no file still holds something. */
function heldFiles({ plan: { withheld } }: FolderView): number {
  const files = new Set(withheld.flatMap(held => held.files))
  return withheld.length === 0 ? 0 : Math.max(1, files.size)
}
