import { findingSubject } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import type { Mode, Report } from '../model/index.ts'
import { type ChangeView, countReport, type FolderView, isArchived, unreached, viewFolders } from './view.ts'

/** The whole run in one line: "2 folders, 41 memories: 3 would go, 2 wait for you, index would be brought up to date". */
export function headline(report: Report): string {
  const { report: words, look: joins } = say()
  const folders = viewFolders(report)
  const count = folders.length + unreached(report).length
  if (count === 0) return report.missing.length === 0 ? words.noFolders : words.nothingDone
  const { files } = countReport(report)
  const parts = [...whatHappened(report.mode, folders), ...whatWaits(report, folders)]
  const isDeclined = report.mode === 'declined' && folders.some(({ plan }) => plan.actions.length > 0)
  const said = parts.length === 0 ? words.nothingToDo : joins.and(parts)
  const all = isDeclined ? joins.joined(said, words.declined) : said
  return joins.about(words.scope(count, files), all)
}

/** What went wrong before or beside the folders of the report. */
export const troubles = (report: Report): string[] => [
  ...report.missing.map(path => say().report.missing(path)),
  ...report.unfinished.map(one => say().report.interrupted(one.label, one.run)),
  ...unreached(report).map(one =>
    say().look.about(one.label, one.failure?.sentence ?? say().report.notReached),
  ),
]

const part = (n: number, words: (n: number) => string): string[] => (n === 0 ? [] : [words(n)])

function whatHappened(mode: Mode, folders: readonly FolderView[]): string[] {
  const changes = folders.flatMap(view => view.changes)
  const took = ({ result }: ChangeView) => ['done', 'planned', 'declined'].includes(result)
  const isArchive = ({ action }: ChangeView) => action.kind === 'archive'
  const archives = changes.filter(mode === 'declined' ? isArchive : isArchived).length
  const edits = changes.filter(change => !isArchive(change) && took(change)).length
  const indexes = folders.filter(({ index }) => index !== undefined && took(index)).length
  const words = say().report
  return [
    ...part(archives, words.goes[mode]),
    ...part(edits, mode === 'live' ? words.edited : words.wouldEdit),
    ...part(indexes, mode === 'live' ? words.indexUpdated : words.wouldUpdateIndex),
  ]
}

function whatWaits(report: Report, folders: readonly FolderView[]): string[] {
  const sum = (of: (view: FolderView) => number) => folders.reduce((all, view) => all + of(view), 0)
  const having = (result: ChangeView['result']) =>
    sum(({ changes, index }) => [...changes, index].filter(change => change?.result === result).length)
  const words = say().report
  const proposals = sum(({ plan }) => plan.proposals.length)
  const isCutOff = ({ outcome }: FolderView) => outcome?.failure?.kind === 'unfinished'
  const cutOff = sum(view => (isCutOff(view) ? view.plan.actions.length : 0))
  return [
    ...part(proposals, words.waiting),
    ...part(sum(heldFiles), words.held),
    ...part(having('changed-meanwhile'), words.changedMeanwhile),
    ...part(having('failed'), words.failed),
    ...part(having('not-started') - cutOff, words.notStarted),
    ...part(cutOff, words.cutOff),
    ...part(unreached(report).length, words.notChecked),
    ...part(report.unfinished.length, words.unfinished),
    ...part(report.missing.length, words.notFound),
  ]
}

/** Each file once, however many limits hold it; one that names no file still holds something. */
function heldFiles({ plan: { withheld } }: FolderView): number {
  const files = new Set(withheld.flatMap(held => held.files))
  return withheld.length === 0 ? 0 : Math.max(1, files.size)
}

export interface NextStep {
  /** A command line. */
  readonly run: string
  /** What it is for. */
  readonly to: string
}

/** What a reader of this report is likely to want next; nothing where there is nothing to want. */
export function nextSteps(report: Report, place = ''): NextStep[] {
  const command = (words: string, to: string): NextStep => ({ run: `dream ${words}${place}`, to })
  const memory = worthExplaining(report)
  const words = say().report.next
  return [
    ...(report.unfinished.length > 0 ? [command('doctor --fix', words.finish)] : []),
    ...applying(report),
    ...(hasDone(report) ? [command('undo', words.undo)] : []),
    ...(report.plan.folders.some(folder => folder.proposals.length > 0)
      ? [command('queue', words.decide)]
      : []),
    ...(memory === undefined ? [] : [command(`explain ${memory}`, words.explain)]),
  ]
}

function applying({ plan, mode }: Report): NextStep[] {
  const planned = plan.folders.some(folder => folder.actions.length > 0)
  if (!planned || (mode !== 'dry-run' && mode !== 'check')) return []
  return [{ run: say().report.next.same(mode), to: say().report.next.apply }]
}

const hasDone = (report: Report): boolean =>
  report.results.some(result => result.outcomes.some(outcome => outcome.result === 'done'))

/** One memory by name, so that the command can be copied as it is. */
function worthExplaining(report: Report): string | undefined {
  const { folders } = report.plan
  const waits = folders.flatMap(folder => folder.proposals.map(proposal => findingSubject(proposal.finding)))
  const there = new Set<string>(folders.flatMap(folder => folder.verdicts.map(verdict => verdict.file)))
  const held = folders.flatMap(folder => folder.withheld.flatMap(one => one.files))
  const goes = report.mode === 'live' ? [] : folders.flatMap(folder => folder.actions.map(one => one.file))
  return [...waits, ...held, ...goes].find(name => PLAIN.test(name) && there.has(name))
}

/** A name that a shell takes as it is. */
const PLAIN = /^[\w.][\w.-]*$/
