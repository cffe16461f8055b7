import { type DraftAnswer, type ExtractReport, ORIGIN_WORDS } from '../../model/index.ts'
import {
  counted,
  newPage,
  type Page,
  type PageOptions,
  quoted,
  RESULT_WORDS,
  writeNear,
  writeSpent,
} from '../../report/index.ts'

/** Of what was not kept so much is told; `--json` has all of it. */
const MOST_SHOWN = 10

/** What was heard in conversations, what is worth keeping, and what became of it. */
export function renderExtract(report: ExtractReport, options: PageOptions): string {
  const page = newPage(options)
  writeTranscripts(page, report)
  writeDrafts(page, report.drafts)
  writeDropped(page, report)
  if (report.model?.unanswered.length)
    page.gap().text(`${report.model.name} was no help: ${report.model.unanswered[0]}`, 0, 'warn')
  for (const warning of report.warnings) page.gap().text(`Warning: ${warning}`, 0, 'warn')
  writeSpent(page, report.spent)
  writeEnd(page, report, options)
  return page.end()
}

/** The drafts alone, to be looked at before the question. */
export function renderDrafts(drafts: readonly DraftAnswer[], options: PageOptions): string {
  const page = newPage(options)
  writeDrafts(page, drafts)
  return page.end()
}

function writeTranscripts(page: Page, { transcripts, left, label }: ExtractReport): void {
  const read = transcripts.filter(({ did }) => did === 'read')
  const turns = read.reduce((sum, each) => sum + each.turns, 0)
  const others = transcripts.length - read.length
  const words = `${counted(read.length, 'conversation')} with ${counted(turns, 'new turn')} read for ${label}`
  page.text(`${words}${others > 0 ? `; ${others} without news` : ''}`, 0, 'strong')
  for (const { path, did, tooLong, odd } of transcripts) {
    if (did === 'unreadable') page.entry(path, 'cannot be read', 2, 'warn')
    if (did === 'own') page.entry(path, "a session of Dream's own: left out", 2, 'quiet')
    if (tooLong > 0) page.entry(path, `${counted(tooLong, 'line')} too long to be read, skipped`, 2, 'warn')
    if (odd > 0) page.entry(path, `${counted(odd, 'line')} in no known form, skipped`, 2, 'warn')
  }
  if (left > 0) page.text(`${counted(left, 'older conversation')} left for the next time`, 2, 'quiet')
}

function writeDrafts(page: Page, drafts: readonly DraftAnswer[]): void {
  for (const draft of drafts) {
    page.gap().entry(draft.file, draft.description, 0)
    const when = draft.at === undefined ? '' : ` on ${draft.at.slice(0, 10)}`
    page.text(`${draft.type}, ${ORIGIN_WORDS[draft.origin]}${when}: ${quoted(draft.quote)}`, 2, 'quiet')
    writeNear(page, draft.near, 2)
  }
}

function writeDropped(page: Page, { dropped }: ExtractReport): void {
  if (dropped.length === 0) return
  page.gap().text(`Not kept (${dropped.length}):`, 0, 'strong')
  for (const { quote, why } of dropped.slice(0, MOST_SHOWN)) page.entry(quoted(quote), why, 2, 'quiet')
  if (dropped.length > MOST_SHOWN)
    page.text(`and ${dropped.length - MOST_SHOWN} more: --json tells all`, 2, 'quiet')
}

function writeEnd(page: Page, { did, drafts, outcome }: ExtractReport, { place = '' }: PageOptions): void {
  page.gap()
  if (did === 'nothing') page.text(drafts.length === 0 ? 'Nothing worth keeping was said.' : 'None was kept.')
  if (did === 'dry-run')
    page.text(
      `[DRY RUN] Nothing was written; ${counted(drafts.length, 'memory', 'memories')} would be proposed.`,
    )
  if (did === 'declined') page.text('Nothing was written; they are proposed again next time.')
  if (did === 'waiting')
    page.text(
      `${drafts.length === 1 ? '1 memory waits' : `${drafts.length} memories wait`}: say --yes to write them, or run this at a terminal.`,
      0,
      'warn',
    )
  if (outcome?.failure !== undefined) page.text(outcome.failure.sentence, 0, 'bad')
  for (const { action, result, ...rest } of outcome?.outcomes ?? []) {
    const detail = 'detail' in rest ? `: ${rest.detail}` : ''
    page.entry(
      action.file,
      `${result === 'done' ? 'written' : RESULT_WORDS[result]}${detail}`,
      2,
      result === 'done' ? 'good' : 'bad',
    )
  }
  if (outcome?.run !== undefined && outcome.outcomes.some(({ result }) => result === 'done'))
    page.entry(`dream undo ${outcome.run}${place}`, 'takes it back', 0, 'good')
}
