import type { Mode, Report } from '../model/index.ts'
import { counted } from '../text/index.ts'
import { countReport } from './counts.ts'
import { type ChangeView, type FolderView, isArchived, unreached, viewFolders } from './view.ts'

/** The whole run in one line: "2 folders, 41 memories: 3 would go, 2 wait for you, index would be brought up to date". */
export function headline(report: Report): string {
  const folders = viewFolders(report)
  const count = folders.length + unreached(report).length
  if (count === 0) return report.missing.length === 0 ? 'No memory directories found' : 'Nothing was done'
  const { files } = countReport(report)
  const parts = [...whatHappened(report.mode, folders), ...whatWaits(report, folders)]
  const isDeclined = report.mode === 'declined' && folders.some(({ plan }) => plan.actions.length > 0)
  const scope = `${counted(count, 'folder')}, ${counted(files, 'memory', 'memories')}`
  return `${scope}: ${parts.join(', ') || 'nothing to do'}${isDeclined ? '; nothing was changed' : ''}`
}

/** What went wrong before or beside the folders of the report. */
export const troubles = (report: Report): string[] => [
  ...report.missing.map(path => `${path} is not there`),
  ...report.unfinished.map(one => `${one.label}: run ${one.run} was cut off; dream recover finishes it`),
  ...unreached(report).map(one => `${one.label}: ${one.failure?.sentence ?? 'was not reached'}`),
]

const part = (n: number, words: string): string[] => (n === 0 ? [] : [`${n} ${words}`])

const GOES: Record<Mode, string> = {
  live: 'archived',
  'dry-run': 'would go',
  check: 'would go',
  plan: 'would go',
  declined: 'could go',
}

function whatHappened(mode: Mode, folders: readonly FolderView[]): string[] {
  const changes = folders.flatMap(view => view.changes)
  const took = ({ result }: ChangeView) => ['done', 'planned', 'declined'].includes(result)
  const isArchive = ({ action }: ChangeView) => action.kind === 'archive'
  const archives = changes.filter(mode === 'declined' ? isArchive : isArchived).length
  const edits = changes.filter(change => !isArchive(change) && took(change)).length
  const indexes = folders.filter(({ index }) => index !== undefined && took(index)).length
  const would = mode === 'live' ? '' : 'would be '
  return [
    ...part(archives, GOES[mode]),
    ...part(edits, `${would}edited`),
    ...(indexes === 0
      ? []
      : [`${indexes === 1 ? 'index' : `${indexes} indexes`} ${would}brought up to date`]),
  ]
}

function whatWaits(report: Report, folders: readonly FolderView[]): string[] {
  const sum = (of: (view: FolderView) => number) => folders.reduce((all, view) => all + of(view), 0)
  const having = (result: ChangeView['result']) =>
    sum(({ changes, index }) => [...changes, index].filter(change => change?.result === result).length)
  const proposals = sum(({ plan }) => plan.proposals.length)
  const isCutOff = ({ outcome }: FolderView) => outcome?.failure?.kind === 'unfinished'
  const cutOff = sum(view => (isCutOff(view) ? view.plan.actions.length : 0))
  return [
    ...part(proposals, proposals === 1 ? 'waits for you' : 'wait for you'),
    ...part(sum(heldFiles), 'withheld'),
    ...part(having('changed-meanwhile'), 'changed meanwhile and left alone'),
    ...part(having('failed'), 'failed'),
    ...part(having('not-started') - cutOff, 'not started'),
    ...part(cutOff, 'cut off: dream recover finishes them'),
    ...part(unreached(report).length, 'could not be checked'),
    ...part(report.unfinished.length, 'unfinished'),
    ...part(report.missing.length, 'not found'),
  ]
}

/** Each file once, however many limits hold it; one that names no file still holds something. */
function heldFiles({ plan: { withheld } }: FolderView): number {
  const files = new Set(withheld.flatMap(held => held.files))
  return withheld.length === 0 ? 0 : Math.max(1, files.size)
}
