import { findingEvidence, findingSubject, findingWords } from '../checks/index.ts'
import type { Report } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { countReport, countRows } from './counts.ts'
import { DRY_RUN_NOTICE, dryRunLines } from './dry-run.ts'
import { indexLineWords } from './index-lines.ts'
import { sinceWords } from './since.ts'
import { spentLines } from './spent.ts'
import {
  type FolderView,
  flagged,
  isArchived,
  isSettled,
  missingOf,
  notDone,
  resultWords,
  unreached,
  viewFolders,
} from './view.ts'
import { indexWords, LIMIT_WORDS, reasonWords, recallWords } from './words.ts'

/** D24: the three tables of the report first and alone; what goes beyond them comes after. */
export function renderMarkdown(report: Report): string {
  const folders = viewFolders(report)
  const blocks = [
    ...(report.mode === 'dry-run' ? [DRY_RUN_NOTICE, fenced(dryRunLines(folders, report.plan.rules))] : []),
    '# Dream Consolidation Report',
    ...(nothingFound(report) ? ['No memory directories found'] : summary(report, folders)),
    section('Evidence', folders.flatMap(evidenceItems)),
    section('Waiting for you', folders.flatMap(proposalItems)),
    section('Withheld', folders.flatMap(withheldItems)),
    section('Not done', folders.flatMap(conflictItems)),
    section('Suspended', folders.flatMap(suspendedItems)),
    section('Warnings', warningItems(report, folders)),
    section('Also seen', folders.flatMap(noteItems)),
    section('Folders', folders.map(folderItem)),
    sinceWords(report) ?? '',
    section(
      'Models asked',
      spentLines(report.spent ?? []).map(title => ({ title, lines: [] })),
    ),
  ]
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`
}

const nothingFound = (report: Report): boolean =>
  report.plan.folders.length + report.results.length + report.missing.length === 0

function summary(report: Report, folders: readonly FolderView[]): string[] {
  const counts = countReport(report)
  return [
    table(
      ['Metric', 'Count'],
      countRows(counts).map(([words, count]) => [words, String(count)]),
    ),
    report.mode === 'live' ? '## Changes Made' : '## Changes That Would Be Made',
    table(
      ['File', 'Action', 'Reason'],
      folders.flatMap(view => changeRows(view, report)),
    ),
    '## Flagged for Review (PARTIALLY_STALE)',
    table(['File', 'Missing References'], folders.flatMap(flaggedRows)),
  ]
}

const at = (view: FolderView, file: string): string => `${view.plan.label}/${file}`

/** D24's word for it; what did not happen yet has another. */
function changeRows(view: FolderView, { mode }: Report): string[][] {
  const word = mode === 'live' ? 'DELETED' : 'WOULD BE DELETED'
  return view.changes
    .filter(isArchived)
    .map(change => [at(view, change.action.file), word, reasonWords(change.action.reason)])
}

const flaggedRows = (view: FolderView): string[][] =>
  flagged(view).map(finding => [
    at(view, findingSubject(finding)),
    missingOf(finding)
      .map(({ text }) => text)
      .join(', '),
  ])

interface Item {
  readonly title: string
  readonly lines: readonly string[]
}

function evidenceItems(view: FolderView): Item[] {
  return view.changes
    .filter(change => change.result === 'done' || change.result === 'planned')
    .map(change => ({
      title: `${at(view, change.action.file)}: ${reasonWords(change.action.reason)}`,
      lines: change.evidence,
    }))
}

const proposalItems = (view: FolderView): Item[] =>
  view.plan.proposals.map(proposal => ({
    title: `${at(view, findingSubject(proposal.finding))}: ${findingWords(proposal.finding)}`,
    lines: [...findingEvidence(proposal.finding), `why it waits: ${proposal.because}`],
  }))

const withheldItems = (view: FolderView): Item[] =>
  view.plan.withheld.map(held => ({
    title: `${view.plan.label}: ${LIMIT_WORDS[held.breaker]}. ${held.sentence}`,
    lines: held.files,
  }))

function conflictItems(view: FolderView): Item[] {
  const salvaged = view.outcome?.salvaged ?? []
  return [
    ...notDone(view).map(change => ({
      title: `${at(view, change.action.file)}: ${resultWords(change)}`,
      lines: [],
    })),
    ...salvaged.map(one => ({
      title: `${at(view, one.file)}: edited in the moment it was replaced; that edit is kept as ${one.kept}`,
      lines: [],
    })),
  ]
}

const suspendedItems = (view: FolderView): Item[] =>
  view.plan.suspended.map(sentence => ({ title: `${view.plan.label}: ${sentence}`, lines: [] }))

function warningItems(report: Report, folders: readonly FolderView[]): Item[] {
  return [
    ...report.missing.map(path => `${path} is not there`),
    ...report.unfinished.map(one => `${one.label}: run ${one.run} was cut off; dream recover finishes it`),
    ...unreached(report).map(one => `${one.label}: ${one.failure?.sentence ?? 'was not reached'}`),
    ...folders.flatMap(view => view.warnings.map(warning => `${view.plan.label}: ${warning}`)),
    ...folders.flatMap(view =>
      view.outcome?.failure === undefined ? [] : [`${view.plan.label}: ${view.outcome.failure.sentence}`],
    ),
    ...report.notes,
  ].map(title => ({ title, lines: [] }))
}

const noteItems = (view: FolderView): Item[] =>
  view.notes.map(finding => ({
    title: `${at(view, findingSubject(finding))}: ${findingWords(finding)}`,
    lines: findingEvidence(finding),
  }))

function folderItem(view: FolderView): Item {
  const { plan } = view
  const isChanged = view.index !== undefined && isSettled(view.index)
  const index = isChanged ? [`MEMORY.md: ${indexWords(view.indexSummary)}`, ...indexLineWords(view)] : []
  const recall = plan.recall && recallWords(plan.recall)
  const subfolders =
    plan.subfolders.length === 0 ? [] : [`sub-folders, left alone: ${plan.subfolders.join(', ')}`]
  return {
    title: `${plan.label} (layout: ${plan.layout})${view.sentence === undefined ? '' : `: ${view.sentence}`}`,
    lines: [...index, ...(recall === undefined ? [] : [recall]), ...subfolders],
  }
}

function section(title: string, items: readonly Item[]): string {
  if (items.length === 0) return ''
  const lines = items.flatMap(item => [
    `- ${asText(item.title)}`,
    ...item.lines.map(line => `  - ${asText(line)}`),
  ])
  return `## ${title}\n\n${lines.join('\n')}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row => line(row.map(asText)))].join(
    '\n',
  )
}

/** No line of ours can close the fence: each begins with its own words. */
const fenced = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : ['```text', ...lines, '```'].join('\n')

/** Text from a memory must not become markup: no cell is closed, no tag, link or emphasis opened. */
function asText(text: string): string {
  return showText(text).replace(/[\\`*<>|[\]]/g, char => `\\${char}`)
}
