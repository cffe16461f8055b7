import { type ExtractRequest, extract as extractDrafts } from '../agents/index.ts'
import { llmRoles } from '../config/index.ts'
import { type DraftAnswer, type ExtractReport, ORIGIN_WORDS, outcomeExitCode } from '../model/index.ts'
import { newPage, type Page, RESULT_WORDS, writeNear, writeSpent } from '../report/index.ts'
import { counted, quoted } from '../text/index.ts'
import { approve, showOn } from './approve.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'

export const extract = command({
  name: 'extract',
  group: 'models',
  summary: 'find in conversations what is worth remembering, and propose it as memories',
  effect: 'write',
  settings: 'follow',
  input: {
    transcripts: {
      kind: 'words',
      need: 'optional',
      about: 'transcripts, or folders of them; without any, the sessions of this project',
      completes: 'files',
    },
    ...shared('session', 'dryRun', 'yes', 'folder', 'project', 'layout', 'env'),
  },
  examples: [
    { line: 'dream extract --dry-run', about: 'what the sessions since the last time would give' },
    { line: 'dream extract', about: 'show the drafts and ask; with no terminal they wait in dream queue' },
    { line: 'dream extract --session 298c09b0 --yes', about: 'one session, without asking' },
    { line: 'dream extract ~/.codex/sessions/2026/06', about: "another agent's transcripts" },
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
      page.gap().text(`${report.model.name} was no help: ${report.model.unanswered[0]}`, 0, 'warn')
    for (const warning of report.warnings) page.gap().text(`Warning: ${warning}`, 0, 'warn')
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
      question: 'Keep these as memories? dream undo takes it back.',
      apply: 'keep them all',
      first: 'one-by-one',
    })
    return typeof folders === 'string' ? 'declined' : folders[0]!.actions
  }
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

/** Of what was not kept so much is told; `--json` has all of it. */
const MOST_SHOWN = 10

function writeDropped(page: Page, { dropped }: ExtractReport): void {
  if (dropped.length === 0) return
  page.gap().text(`Not kept (${dropped.length}):`, 0, 'strong')
  for (const { quote, why } of dropped.slice(0, MOST_SHOWN)) page.entry(quoted(quote), why, 2, 'quiet')
  if (dropped.length > MOST_SHOWN)
    page.text(`and ${dropped.length - MOST_SHOWN} more: --json tells all`, 2, 'quiet')
}

function writeEnd(page: Page, { did, drafts, outcome }: ExtractReport, place: string): void {
  const many = counted(drafts.length, 'memory', 'memories')
  if (did === 'nothing') page.text(drafts.length === 0 ? 'Nothing worth keeping was said.' : 'None was kept.')
  if (did === 'dry-run') page.text(`[DRY RUN] Nothing was written; ${many} would be proposed.`)
  if (did === 'declined') page.text(`Nothing was written; dream queue${place} asks about them again.`)
  if (did === 'waiting')
    page.text(`${many} ${drafts.length === 1 ? 'waits' : 'wait'}: dream queue${place} asks you.`, 0, 'warn')
  if (outcome === undefined) return
  if (outcome.failure !== undefined) page.text(outcome.failure.sentence, 0, 'bad')
  for (const { action, result, ...rest } of outcome.outcomes) {
    const isDone = result === 'done'
    const detail = 'detail' in rest ? `: ${rest.detail}` : ''
    page.entry(
      action.file,
      `${isDone ? 'written' : RESULT_WORDS[result]}${detail}`,
      2,
      isDone ? 'good' : 'bad',
    )
  }
  if (outcome.run !== undefined && outcome.outcomes.some(({ result }) => result === 'done'))
    page.entry(`dream undo ${outcome.run}${place}`, 'takes it back', 0, 'good')
}
