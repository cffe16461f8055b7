import { findingEvidence, findingSubject, findingWords } from '../checks/index.ts'
import type { Report } from '../model/index.ts'
import { counted } from '../text/index.ts'
import { indexLineWords } from './index-lines.ts'
import { digestNotes, noteOf } from './notes.ts'
import type { Page } from './page.ts'
import {
  type ChangeView,
  type FolderView,
  isQuiet,
  missingOf,
  notDone,
  onlyFlagged,
  reasonItWouldGo,
  resultWords,
} from './view.ts'
import { againWords, indexWords, LIMIT_WORDS, reasonWords, recallWords, weightWords } from './words.ts'

interface FolderOptions {
  readonly verbose: boolean
  readonly detail: 'whole' | 'result'
}

/** Lines of the index that come or go. */
const FEW_LINES = 12

/** Lines of evidence below an entry, unless everything is asked for. */
const FEW = 4

/** One folder of the report on a terminal; a folder with nothing to say takes one line. */
export function writeFolder(page: Page, view: FolderView, report: Report, options: FolderOptions): void {
  if (options.detail === 'result') writeResult(page, view)
  else writeWhole(page, view, report, options)
}

function writeWhole(page: Page, view: FolderView, report: Report, options: FolderOptions): void {
  page.gap()
  const { plan } = view
  if (isQuiet(view) && !options.verbose) {
    page.entry(plan.label, view.sentence ?? nothingToDo(view), 0, 'quiet')
    return
  }
  page.entry(plan.label, folderWords(view), 0, 'strong')
  const going = report.mode === 'live' ? 'Archived' : 'Would go'
  writeChanges(page, going, view.changes.filter(archives), options)
  writeChanges(
    page,
    report.mode === 'live' ? 'Edited' : 'Would be edited',
    view.changes.filter(edits),
    options,
  )
  writeNotDone(page, view)
  writeWaiting(page, view, options)
  writeWithheld(page, view, report)
  writeFlagged(page, view, options)
  writeIndex(page, view, options)
  writeRecall(page, view)
  writeRest(page, view, options)
}

const hasNoDetail = (change: ChangeView): boolean => change.detail === undefined
const archives = (change: ChangeView): boolean => hasNoDetail(change) && change.action.kind === 'archive'
const edits = (change: ChangeView): boolean => hasNoDetail(change) && change.action.kind !== 'archive'

const nothingToDo = (view: FolderView): string =>
  `${counted(view.plan.verdicts.length, 'memory', 'memories')}, nothing to do`

function folderWords(view: FolderView): string {
  const layout = view.plan.layout === 'index' ? '' : `, layout: ${view.plan.layout}`
  return view.sentence ?? `${counted(view.plan.verdicts.length, 'memory', 'memories')}${layout}`
}

/** After the plan was shown and applied: only what did not go as shown. */
function writeResult(page: Page, view: FolderView): void {
  if (
    notDone(view).length + (view.outcome?.salvaged.length ?? 0) === 0 &&
    view.outcome?.failure === undefined
  )
    return
  page.gap().text(view.plan.label, 0, 'strong')
  writeNotDone(page, view)
}

function writeChanges(
  page: Page,
  title: string,
  changes: readonly ChangeView[],
  options: FolderOptions,
): void {
  if (changes.length === 0) return
  page.gap().text(title, 2, title === 'Archived' ? 'good' : 'warn')
  for (const change of changes) {
    page.entry(change.action.file, reasonWords(change.action.reason), 4)
    writeEvidence(page, change.evidence, options)
  }
}

function writeEvidence(page: Page, lines: readonly string[], options: FolderOptions): void {
  const shown = options.verbose ? lines : lines.slice(0, FEW)
  for (const line of shown) page.text(line, 6, 'quiet')
  if (shown.length < lines.length)
    page.text(`and ${lines.length - shown.length} more (--verbose)`, 6, 'quiet')
}

function writeNotDone(page: Page, view: FolderView): void {
  const failure = view.outcome?.failure
  if (failure !== undefined) {
    page.gap().text(failure.sentence, 2, 'bad')
    return
  }
  const salvaged = view.outcome?.salvaged ?? []
  const undone = notDone(view)
  if (undone.length + salvaged.length === 0) return
  page.gap().text('Not done', 2, 'bad')
  for (const change of undone) page.entry(change.action.file, resultWords(change), 4)
  for (const one of salvaged)
    page.entry(one.file, `edited in the moment it was replaced; that edit is kept as ${one.kept}`, 4)
}

function writeWaiting(page: Page, view: FolderView, options: FolderOptions): void {
  if (view.plan.proposals.length === 0) return
  page.gap().text('Waits for you', 2, 'warn')
  for (const { finding, because, decision } of view.plan.proposals) {
    page.entry(findingSubject(finding), findingWords(finding), 4)
    writeEvidence(page, findingEvidence(finding), options)
    page.text(`why it waits: ${because}`, 6, 'quiet')
    if (decision !== undefined) page.text(againWords(decision), 6, 'quiet')
  }
}

function writeWithheld(page: Page, view: FolderView, { plan: { rules } }: Report): void {
  const shown = new Set<string>()
  for (const held of view.plan.withheld) {
    page.gap().text(`Withheld: ${LIMIT_WORDS[held.breaker]}`, 2, 'bad')
    page.text(held.sentence, 4)
    for (const file of held.files.filter(one => !shown.has(one))) {
      const finding = reasonItWouldGo(view.plan, file, rules)
      page.entry(file, finding === undefined ? 'kept' : findingWords(finding), 4)
      shown.add(file)
    }
  }
}

function writeFlagged(page: Page, view: FolderView, options: FolderOptions): void {
  const findings = onlyFlagged(view)
  if (findings.length === 0) return
  page.gap().text('Flagged, kept', 2, 'warn')
  for (const finding of findings) {
    page.entry(findingSubject(finding), findingWords(finding), 4)
    writeEvidence(
      page,
      missingOf(finding).map(({ text, words }) => `${text}: ${words}`),
      options,
    )
  }
}

function writeIndex(page: Page, view: FolderView, options: FolderOptions): void {
  if (view.index === undefined || view.index.detail !== undefined) return
  const words = view.index.result === 'done' ? 'brought up to date' : 'would be brought up to date'
  page.gap().entry('MEMORY.md', `${words}: ${indexWords(view.indexSummary)}`, 2)
  const lines = indexLineWords(view)
  for (const line of options.verbose ? lines : lines.slice(0, FEW_LINES)) page.text(line, 4, 'quiet')
  if (!options.verbose && lines.length > FEW_LINES)
    page.text(`and ${counted(lines.length - FEW_LINES, 'more line')} (--verbose)`, 4, 'quiet')
}

function writeRecall(page: Page, { plan: { recall } }: FolderView): void {
  const words = recall && recallWords(recall)
  if (words !== undefined) page.gap().text(words, 2, 'quiet')
}

function writeRest(page: Page, view: FolderView, options: FolderOptions): void {
  const { plan, warnings, notes } = view
  if (warnings.length > 0) page.gap()
  for (const warning of warnings) page.text(`Warning: ${warning}`, 2, 'warn')
  if (plan.suspended.length > 0) page.gap()
  for (const sentence of plan.suspended) page.text(`Suspended: ${sentence}`, 2, 'quiet')
  if (notes.length > 0) page.gap().text('Also seen', 2, 'quiet')
  const shown = options.verbose ? notes.map(noteOf) : digestNotes(notes)
  for (const { name, words, evidence } of shown) {
    page.entry(name, words, 4, 'quiet')
    writeEvidence(page, evidence, options)
  }
  if (!options.verbose) return
  if (plan.subfolders.length > 0) page.gap().text(`Sub-folders, left alone: ${plan.subfolders.join(', ')}`, 2)
  page.gap().text('Every memory', 2)
  for (const verdict of plan.verdicts)
    page.entry(verdict.file, `${verdict.fate}: ${verdict.because}${weightWords(verdict)}`, 4, 'quiet')
}
