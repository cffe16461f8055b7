import type { Report } from '../model/index.ts'
import { padToColumns } from './columns.ts'
import { countReport, countRows } from './counts.ts'
import { DRY_RUN_NOTICE, dryRunLines } from './dry-run.ts'
import { writeFolder } from './folder.ts'
import { headline } from './headline.ts'
import { nextSteps } from './next-steps.ts'
import { newPage, type Page, type PageOptions } from './page.ts'
import { sinceWords } from './since.ts'
import { writeSpent } from './spent.ts'
import { unreached, viewFolders } from './view.ts'

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

/** D24 for people. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = newPage(options)
  const detail = options.detail ?? 'whole'
  const folders = viewFolders(report)
  if (report.mode === 'dry-run') {
    page.uncut(DRY_RUN_NOTICE, 'warn')
    for (const line of dryRunLines(folders, report.plan.rules)) page.uncut(line)
    page.gap()
  }
  page.text(headline(report), 0, 'strong')
  if (detail === 'headline') return page.end()
  writeTroubles(page, report)
  for (const view of folders) writeFolder(page, view, report, { verbose: options.verbose === true, detail })
  if (detail === 'whole' && folders.length > 0) writeCounts(page, report)
  const since = sinceWords(report)
  if (detail === 'whole' && since !== undefined) page.text(since, 0, 'quiet')
  writeSpent(page, report.spent ?? [])
  if (options.verbose === true && report.seconds > 0)
    page.text(`in ${report.seconds.toFixed(1)} s`, 0, 'quiet')
  writeNextSteps(page, report, options.place)
  return page.end()
}

function writeTroubles(page: Page, report: Report): void {
  for (const path of report.missing) page.text(`${path} is not there`, 0, 'bad')
  for (const one of report.unfinished)
    page.text(`${one.label}: run ${one.run} was cut off; dream recover finishes it`, 0, 'bad')
  for (const { label, failure } of unreached(report))
    page.text(`${label}: ${failure?.sentence ?? 'was not reached'}`, 0, 'bad')
  for (const note of report.notes) page.text(note, 0, 'quiet')
}

function writeCounts(page: Page, report: Report): void {
  const rows = countRows(countReport(report))
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
