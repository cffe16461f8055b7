import type {
  FolderOutcome,
  FsckReport,
  Outcome,
  PurgeReport,
  RecoverReport,
  UndoReport,
} from '../../model/index.ts'
import {
  counted,
  newPage,
  type Page,
  type PageOptions,
  RESULT_WORDS,
  reasonWords,
} from '../../report/index.ts'
import { timeWords } from './history.ts'
import { sizeWords } from './status.ts'

/** What undo put back, and what it left because someone changed it since. */
export function renderUndo(report: UndoReport, options: PageOptions): string {
  const page = newPage(options)
  const copies = new Set(report.keptBoth.map(both => both.kept))
  const results = report.results.map(result => ({
    ...result,
    outcomes: result.outcomes.filter(({ action }) => !copies.has(action.file)),
  }))
  const outcomes = results.flatMap(result => result.outcomes)
  const done = outcomes.filter(one => one.result === 'done').length
  const isWhole = done === outcomes.length && results.every(result => result.failure === undefined)
  page.text(undoHeadline(report, done, outcomes.length, isWhole), 0, 'strong')
  for (const result of results) writeOutcome(page, result)
  for (const both of report.keptBoth)
    page.entry(both.file, `changed since: left as it is; what it was then is kept as ${both.kept}`, 2, 'warn')
  for (const { file, why } of report.stayed) page.entry(file, `left as it is: ${why}`, 2, 'warn')
  const place = options.place ?? ''
  page.gap()
  if (!isWhole)
    page.entry(`dream undo ${report.run}${place}`, 'try again once the cause is removed', 0, 'good')
  if (done > 0) page.entry(`dream undo ${report.redo}${place}`, 'do it again after all', 0, 'good')
  return page.end()
}

function undoHeadline(
  { run, at, carriedOn }: UndoReport,
  done: number,
  all: number,
  isWhole: boolean,
): string {
  const name = `${run} of ${timeWords(at)}`
  if (isWhole && all === 0) return `Took back ${name}: every file was as before already`
  if (isWhole && carriedOn === true)
    return `Finished the undo of ${name}, which was cut off: ${counted(done, 'file')} as before`
  if (isWhole) return `Took back ${name}: ${counted(done, 'file')} as before`
  if (done === 0) return `Could not take back ${name}: no file was changed`
  return `Took back a part of ${name}: ${done} of ${counted(all, 'file')} as before`
}

function writeOutcome(page: Page, result: FolderOutcome): void {
  page.gap().text(result.label, 0, 'strong')
  if (result.failure !== undefined) page.text(result.failure.sentence, 2, 'bad')
  for (const outcome of result.outcomes) writeFileOutcome(page, outcome)
  for (const one of result.salvaged)
    page.entry(one.file, `edited in that very moment; that edit is kept as ${one.kept}`, 2, 'warn')
  for (const warning of result.warnings) page.text(`Warning: ${warning}`, 2, 'warn')
}

function writeFileOutcome(page: Page, outcome: Outcome): void {
  if (outcome.result === 'done') page.entry(outcome.action.file, DONE_WORDS[outcome.action.kind], 2)
  else page.entry(outcome.action.file, `${RESULT_WORDS[outcome.result]}: ${outcome.detail}`, 2, 'bad')
}

const DONE_WORDS = { archive: 'taken away again', write: 'put back', append: 'appended to' } as const

export function renderRecover(report: RecoverReport, options: PageOptions): string {
  const page = newPage(options)
  const touched = report.folders.filter(one => one.recovered.length > 0 || one.failure !== undefined)
  if (touched.length === 0) page.text('Nothing to recover: every run is finished')
  for (const folder of touched) {
    page.gap().text(folder.label, 0, 'strong')
    if (folder.failure !== undefined) page.text(folder.failure, 2, 'bad')
    for (const { run, outcomes } of folder.recovered) {
      page.text(`finished ${run}`, 2)
      for (const { action, result } of outcomes)
        page.entry(action.file, `${RESULT_WORDS[result]}: ${reasonWords(action.reason)}`, 4, 'quiet')
    }
  }
  return page.end()
}

export function renderPurge(reports: readonly PurgeReport[], preview: boolean, options: PageOptions): string {
  const page = newPage(options)
  const shown = reports.filter(
    ({ erased, kept, removed = [] }) => erased.length + kept.length + removed.length > 0,
  )
  if (shown.length === 0) page.text('Nothing stored matches; nothing was erased')
  for (const report of shown) {
    page.gap().text(report.label, 0, 'strong')
    for (const { file, how } of report.removed ?? [])
      page.entry(file, `${preview ? 'would be ' : ''}${REMOVED_WORDS[how]}`, 2, 'warn')
    for (const { hash, size, files } of report.erased)
      page.entry(
        hash.slice(0, 12),
        `${preview ? 'would be erased' : 'erased'}: ${files.join(', ')}, ${sizeWords(size)}`,
        2,
        'warn',
      )
    for (const { hash, why } of report.kept) page.entry(hash.slice(0, 12), `kept: ${why}`, 2)
    if (report.brokenRuns.length > 0)
      page.text(
        `${preview ? 'could then not' : 'can no longer'} be undone whole: ${report.brokenRuns.join(', ')}`,
        2,
        'warn',
      )
  }
  return page.end()
}

const REMOVED_WORDS = { gone: 'taken out', cut: 'freed of what it took over' } as const

export function renderFsck(reports: readonly FsckReport[], options: PageOptions): string {
  const page = newPage(options)
  if (reports.length === 0) page.text('No memory directories found')
  for (const { label, checked, problems } of reports) {
    const { objects, records, bytes } = checked
    const looked = `${counted(objects, 'version')} (${sizeWords(bytes)}) and ${counted(records, 'run')} checked`
    page
      .gap()
      .entry(
        label,
        `${looked}, ${problems.length === 0 ? 'all is well' : counted(problems.length, 'problem')}`,
        0,
        'strong',
      )
    for (const problem of problems) {
      page.entry(problem.where, problem.what, 2, problem.severity === 'damage' ? 'bad' : 'warn')
      page.text(problem.now, 4, 'quiet')
    }
  }
  return page.end()
}
