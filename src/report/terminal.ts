import { say } from '../languages/index.ts'
import { groupBy, INDEX_FILE, type Report, type Rules } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { headline, nextSteps, troubles } from './headline.ts'
import { columnsOf, newPage, type Page, type PageOptions, padToColumns } from './page.ts'
import { FEW, type Section, sectionsOf } from './sections.ts'
import { countReport, countRows, type FolderView, nothingToPrune, viewFolders } from './view.ts'
import {
  fateWords,
  indexWords,
  reasonTag,
  reasonWords,
  sinceWords,
  weightWords,
  writeSpent,
} from './words.ts'

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

/**
 * A report as text. Its own words come from the catalogue of the language (`say().report`); findings bring those of their
 * check, plans and outcomes theirs. Only the lines of `seed` are fixed: its design gives them.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const { detail = 'whole', verbose = false } = options
  if (verbose || detail !== 'whole') return written(report, options, WHOLE)
  // Each room shows less of a thing and counts the rest; the first that fits on a screen is it.
  let text = ''
  for (const room of ROOMS) {
    text = written(report, options, room)
    if (text.split('\n').length <= MOST_LINES) return text
  }
  return text
}

/** D38: of a folder of 200 notes. */
const MOST_LINES = 80

/** So many lines of evidence beside an item, so many items of a section. */
interface Room {
  readonly lines: number
  readonly items: number
}

const WHOLE: Room = { lines: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY }
const ROOMS: readonly Room[] = [
  WHOLE,
  { lines: 2, items: 10 },
  { lines: 1, items: 6 },
  { lines: 0, items: 4 },
]

function written(report: Report, options: TerminalOptions, room: Room): string {
  const page = newPage(options)
  const { detail = 'whole', verbose = false } = options
  const folders = viewFolders(report)
  if (report.mode === 'dry-run') {
    page.uncut(say().report.dryRun, 'warn')
    for (const line of dryRunLines(folders, report.plan.rules)) page.uncut(line)
    page.gap()
  }
  page.text(headline(report), 0, 'strong')
  if (detail === 'headline') return page.end()
  if (report.plan.folders.length + report.results.length + report.missing.length === 0)
    page.text(say().report.nameOne, 0, 'quiet')
  for (const sentence of troubles(report)) page.text(sentence, 0, 'bad')
  for (const note of report.notes) page.text(note, 0, 'quiet')
  for (const view of folders)
    if (detail === 'result') writeResult(page, view, report)
    else writeFolder(page, view, report, verbose, room)
  const since = sinceWords(report)
  // The table of the first design stands whole under its rules, in JSON and with `-v`.
  const isFilled = ([, count]: readonly [string, number]) =>
    count > 0 || verbose || report.plan.rules === 'seed'
  if (detail === 'whole' && folders.length > 0)
    writeRows(page, countRows(countReport(report)).filter(isFilled))
  if (detail === 'whole' && since !== undefined) page.text(since, 0, 'quiet')
  writeSpent(page, report.spent ?? [])
  if (verbose && report.seconds > 0) page.text(say().report.seconds(report.seconds.toFixed(1)), 0, 'quiet')
  writeNextSteps(page, report, options.place)
  return page.end()
}

/** A folder with nothing to say takes one line. */
function writeFolder(page: Page, view: FolderView, report: Report, verbose: boolean, room: Room): void {
  const { label, layout, verdicts } = view.plan
  const sections = sectionsOf(view, report, verbose ? 'whole' : 'short')
  const words = say().report
  const memories = words.memories(verdicts.length)
  const sentence = nothingToPrune(view)
  page.gap()
  if (sections.length === 0 && !verbose) {
    page.entry(label, sentence ?? `${memories}, ${words.nothingToDo}`, 0, 'quiet')
    return
  }
  page.entry(label, sentence ?? (layout === 'index' ? memories : words.layout(memories, layout)), 0, 'strong')
  for (const section of sections) writeSection(page, section, verbose, room)
  if (!verbose) return
  page.gap().text(words.every, 2)
  for (const verdict of verdicts)
    page.entry(verdict.file, `${fateWords(verdict)}${weightWords(verdict)}`, 4, 'quiet')
}

/** After the plan was shown and applied: only what did not go as shown. */
function writeResult(page: Page, view: FolderView, report: Report): void {
  const troubled = sectionsOf(view, report, 'short').filter(({ isTrouble }) => isTrouble)
  if (troubled.length > 0) page.gap().text(view.plan.label, 0, 'strong')
  for (const section of troubled) writeSection(page, section, false, WHOLE)
}

function writeSection(page: Page, { title, tone, items }: Section, verbose: boolean, room: Room): void {
  page.gap().text(title, 2, tone)
  for (const { name, words, lines = [], few: own = FEW, also = [] } of items.slice(0, room.items)) {
    const few = Math.min(own, room.lines)
    if (name === '') page.text(words, 4)
    else page.entry(name, words, 4)
    const shown = verbose ? lines : lines.slice(0, few)
    for (const line of shown) page.text(line, 6, 'quiet')
    if (few > 0 && shown.length < lines.length)
      page.text(say().report.more(lines.length - shown.length), 6, 'quiet')
    if (room.lines > 0) for (const line of also) page.text(line, 6, 'quiet')
  }
  const rest = items.slice(room.items)
  if (rest.length > 0) page.text(`${say().report.more(rest.length)}${kindsOf(rest)}`, 4, 'quiet')
}

/** Each kind that is not shown, with its number. */
function kindsOf(items: Section['items']): string {
  const kinds = groupBy(
    items.filter(({ title }) => title !== undefined),
    ({ title }) => title!,
  )
  const counted = Array.from(kinds, ([title, own]) => say().judged.mention(own.length, title))
  return counted.length === 0 ? '' : `: ${counted.join(', ')}`
}

function writeRows(page: Page, rows: readonly (readonly [words: string, count: number])[]): void {
  const widest = Math.max(...rows.map(([words]) => columnsOf(words)))
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

/** What a live run would do, a line each; in the words of the first design under `seed`, else in plain ones. */
export function dryRunLines(folders: readonly FolderView[], rules: Rules): string[] {
  return folders.flatMap(({ plan, changes, index, indexSummary }) => {
    const at = (file: string) => showText(`${plan.label}/${file}`)
    const { removed, remaining } = indexSummary
    const { wouldArchive, wouldUpdate } = say().report
    const going = changes.filter(({ action }) => action.kind === 'archive').map(({ action }) => action)
    const isListed = index !== undefined
    return rules === 'seed'
      ? [
          ...going.map(({ file, reason }) => `[DRY RUN] Would delete: ${at(file)} (${reasonTag(reason)})`),
          ...(isListed
            ? [
                `[DRY RUN] Would rebuild: ${at(INDEX_FILE)} (${removed} entries removed, ${remaining} remaining)`,
              ]
            : []),
        ]
      : [
          ...going.map(({ file, reason }) => wouldArchive(at(file), reasonWords(reason))),
          ...(isListed ? [wouldUpdate(at(INDEX_FILE), indexWords(indexSummary))] : []),
        ]
  })
}
