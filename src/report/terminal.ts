import type { Report } from '../model/index.ts'
import { counted } from '../text/index.ts'
import { padToColumns } from './columns.ts'
import { countReport, countRows } from './counts.ts'
import { DRY_RUN_NOTICE, dryRunLines } from './dry-run.ts'
import { headline, troubles } from './headline.ts'
import { nextSteps } from './next-steps.ts'
import { newPage, type Page, type PageOptions } from './page.ts'
import { FEW, type Section, sectionsOf } from './sections.ts'
import { writeSpent } from './spent.ts'
import { type FolderView, nothingToPrune, viewFolders } from './view.ts'
import { sinceWords, weightWords } from './words.ts'

export interface TerminalOptions extends PageOptions {
  /** Everything: all the evidence, every verdict. */
  readonly verbose?: boolean
  /**
   * - `whole`: the report of a run.
   * - `result`: what became of a plan that the reader has just seen.
   * - `headline`: one line.
   */
  readonly detail?: 'whole' | 'result' | 'headline'
}

export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = newPage(options)
  const { detail = 'whole', verbose = false } = options
  const folders = viewFolders(report)
  if (report.mode === 'dry-run') {
    page.uncut(DRY_RUN_NOTICE, 'warn')
    for (const line of dryRunLines(folders, report.plan.rules)) page.uncut(line)
    page.gap()
  }
  page.text(headline(report), 0, 'strong')
  if (detail === 'headline') return page.end()
  for (const sentence of troubles(report)) page.text(sentence, 0, 'bad')
  for (const note of report.notes) page.text(note, 0, 'quiet')
  for (const view of folders)
    if (detail === 'result') writeResult(page, view, report)
    else writeFolder(page, view, report, verbose)
  const since = sinceWords(report)
  if (detail === 'whole' && folders.length > 0) writeRows(page, countRows(countReport(report)))
  if (detail === 'whole' && since !== undefined) page.text(since, 0, 'quiet')
  writeSpent(page, report.spent ?? [])
  if (verbose && report.seconds > 0) page.text(`in ${report.seconds.toFixed(1)} s`, 0, 'quiet')
  writeNextSteps(page, report, options.place)
  return page.end()
}

/** A folder with nothing to say takes one line. */
function writeFolder(page: Page, view: FolderView, report: Report, verbose: boolean): void {
  const { label, layout, verdicts } = view.plan
  const sections = sectionsOf(view, report, verbose ? 'whole' : 'short')
  const memories = counted(verdicts.length, 'memory', 'memories')
  const sentence = nothingToPrune(view)
  page.gap()
  if (sections.length === 0 && !verbose) {
    page.entry(label, sentence ?? `${memories}, nothing to do`, 0, 'quiet')
    return
  }
  page.entry(
    label,
    sentence ?? (layout === 'index' ? memories : `${memories}, layout: ${layout}`),
    0,
    'strong',
  )
  for (const section of sections) writeSection(page, section, verbose)
  if (!verbose) return
  page.gap().text('Every memory', 2)
  for (const verdict of verdicts)
    page.entry(verdict.file, `${verdict.fate}: ${verdict.because}${weightWords(verdict)}`, 4, 'quiet')
}

/** After the plan was shown and applied: only what did not go as shown. */
function writeResult(page: Page, view: FolderView, report: Report): void {
  const troubled = sectionsOf(view, report, 'short').filter(({ isTrouble }) => isTrouble)
  if (troubled.length > 0) page.gap().text(view.plan.label, 0, 'strong')
  for (const section of troubled) writeSection(page, section, false)
}

function writeSection(page: Page, { title, tone, items }: Section, verbose: boolean): void {
  page.gap().text(title, 2, tone)
  for (const { name, words, lines = [], few = FEW, also = [] } of items) {
    if (name === '') page.text(words, 4)
    else page.entry(name, words, 4)
    const shown = verbose ? lines : lines.slice(0, few)
    for (const line of shown) page.text(line, 6, 'quiet')
    if (few > 0 && shown.length < lines.length)
      page.text(`and ${lines.length - shown.length} more (--verbose)`, 6, 'quiet')
    for (const line of also) page.text(line, 6, 'quiet')
  }
}

function writeRows(page: Page, rows: readonly (readonly [words: string, count: number])[]): void {
  const widest = Math.max(...rows.map(([words]) => words.length))
  page.gap()
  for (const [words, count] of rows)
    page.text(`${padToColumns(words, widest)}  ${count}`, 0, count === 0 ? 'quiet' : undefined)
}

function writeNextSteps(page: Page, report: Report, place: string | undefined): void {
  const steps = nextSteps(report, place)
  if (steps.length === 0) return
  const widest = Math.max(...steps.map(step => step.run.length))
  page.gap()
  for (const step of steps) page.entry(padToColumns(step.run, widest), step.to, 0, 'good')
}
