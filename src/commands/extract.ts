import { type ExtractReport, type ExtractRequest, extract as extractDrafts } from '../agents/index.ts'
import { llmRoles } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { outcomeExitCode } from '../model/index.ts'
import { newPage, type Page, writeNear, writeSpent } from '../report/index.ts'
import type { DraftAnswer } from '../review/index.ts'
import { quoted } from '../text/index.ts'
import { approve, showOn } from './approve.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'

export const extract = command({
  name: 'extract',
  group: 'models',
  help: say => say.help.extract,
  effect: 'write',
  settings: 'follow',
  input: {
    transcripts: { kind: 'words', need: 'optional', completes: 'files' },
    ...shared('session', 'dryRun', 'yes', 'folder', 'project', 'layout', 'env'),
  },
  examples: [
    'dream extract --dry-run',
    'dream extract',
    'dream extract --session 298c09b0 --yes',
    'dream extract ~/.codex/sessions/2026/06',
  ],
  format: 'extract',
  async run({ where, policy, host, settings }, { transcripts = [], session, dryRun, yes }, talk) {
    const role = llmRoles(settings.config, host.env).find(each => each.role === 'agents')!
    const approval: ExtractRequest['approve'] =
      yes === true ? async (_, { actions }) => actions : approvalBy(talk)
    return extractDrafts({
      where,
      policy,
      transcripts,
      sessions: session === undefined ? [] : [session],
      mode: dryRun === true ? 'dry-run' : 'live',
      ...(approval !== undefined && { approve: approval }),
      role,
      progress: talk.progress,
    })
  },
  render(report, page, { place }) {
    writeTranscripts(page, report)
    writeDrafts(page, report.drafts)
    writeDropped(page, report)
    if (report.model?.unanswered.length)
      page.gap().text(say().review.extract.noHelp(report.model.name, report.model.unanswered[0]!), 0, 'warn')
    for (const warning of report.warnings) page.gap().text(say().notes.warning(warning), 0, 'warn')
    writeSpent(page, report.spent)
    writeEnd(page.gap(), report, place)
    return page
  },
  exitCode: ({ outcome }) => (outcome === undefined ? 0 : outcomeExitCode([outcome])),
})

/** A person is asked; where nobody is there the drafts wait. What was heard in a conversation is not kept by a mere Enter. */
function approvalBy({ ask, ...talk }: Talk): ExtractRequest['approve'] {
  if (ask === undefined) return undefined
  return async (drafts, changes) => {
    const page = newPage(talk.look)
    writeDrafts(page, drafts)
    talk.say(`${page.end()}\n`)
    const folders = await approve([changes], {
      ask,
      show: showOn(talk),
      question: say().review.extract.question,
      apply: say().review.extract.keepAll,
      first: 'one-by-one',
    })
    return typeof folders === 'string' ? 'declined' : folders[0]!.actions
  }
}

function writeTranscripts(page: Page, { transcripts, left, label }: ExtractReport): void {
  const read = transcripts.filter(({ did }) => did === 'read')
  const turns = read.reduce((sum, each) => sum + each.turns, 0)
  const others = transcripts.length - read.length
  const words = say().review.extract
  page.text(words.read(read.length, turns, label, others), 0, 'strong')
  for (const { path, did, tooLong, odd } of transcripts) {
    if (did === 'unreadable') page.entry(path, words.unreadable, 2, 'warn')
    if (did === 'own') page.entry(path, words.own, 2, 'quiet')
    if (tooLong > 0) page.entry(path, words.tooLong(tooLong), 2, 'warn')
    if (odd > 0) page.entry(path, words.odd(odd), 2, 'warn')
  }
  if (left > 0) page.text(words.left(left), 2, 'quiet')
}

function writeDrafts(page: Page, drafts: readonly DraftAnswer[]): void {
  for (const draft of drafts) {
    page.gap().entry(draft.file, draft.description, 0)
    const { type, origin, at, quote } = draft
    const day = at?.slice(0, 10)
    page.text(say().review.extract.draft(type, say().plan.origins[origin], day, quoted(quote)), 2, 'quiet')
    writeNear(page, draft.near, 2)
  }
}

/** Of what was not kept so much is told; `--json` has all of it. */
const MOST_SHOWN = 10

function writeDropped(page: Page, { dropped }: ExtractReport): void {
  if (dropped.length === 0) return
  const words = say().review.extract
  page.gap().text(words.dropped(dropped.length), 0, 'strong')
  for (const { quote, why } of dropped.slice(0, MOST_SHOWN)) page.entry(quoted(quote), why, 2, 'quiet')
  if (dropped.length > MOST_SHOWN) page.text(words.moreDropped(dropped.length - MOST_SHOWN), 2, 'quiet')
}

function writeEnd(page: Page, { did, drafts, outcome }: ExtractReport, place: string): void {
  const words = say().review.extract
  const many = drafts.length
  if (did === 'nothing') page.text(many === 0 ? words.nothing : words.noneKept)
  if (did === 'dry-run') page.text(words.dryRun(many))
  if (did === 'declined') page.text(words.declined(`dream queue${place}`))
  if (did === 'waiting') page.text(words.waiting(many, `dream queue${place}`), 0, 'warn')
  if (outcome === undefined) return
  if (outcome.failure !== undefined) page.text(outcome.failure.sentence, 0, 'bad')
  for (const { action, result, ...rest } of outcome.outcomes) {
    const isDone = result === 'done'
    const detail = 'detail' in rest ? `: ${rest.detail}` : ''
    page.entry(
      action.file,
      `${isDone ? words.written : say().report.results[result]}${detail}`,
      2,
      isDone ? 'good' : 'bad',
    )
  }
  if (outcome.run !== undefined && outcome.outcomes.some(({ result }) => result === 'done'))
    page.entry(`dream undo ${outcome.run}${place}`, say().notes.takesBack, 0, 'good')
}
