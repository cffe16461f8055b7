import {
  initJournals,
  type ReviewReport,
  review as reviewJournals,
  SEED_QUESTIONS,
  journalStatus as statusOf,
  wakeup,
  workspaceRoot,
} from '../journal/index.ts'
import { say } from '../languages/index.ts'
import { type Page, shownJson } from '../report/index.ts'
import type { Submissions } from '../review/index.ts'
import { loadMeaning } from '../search/index.ts'
import { cutAtWord } from '../text/index.ts'
import { writeSubmissions } from './brief.ts'
import { command } from './command.ts'
import { shared } from './options.ts'
import { journalLines } from './status.ts'

export const journal = command({
  name: 'journal',
  group: 'everyday',
  help: say => say.help.journal,
  effect: 'read',
  settings: 'where-readable',
  input: shared('paths', 'folder'),
  examples: ['dream journal', 'dream journal init', 'dream journal review'],
  format: 'journal-status',
  async run({ where }) {
    const root = workspaceRoot(where)
    return { root, ...statusOf(where, root)! }
  },
  language: ({ language }) => language,
  render({ root, ...status }, page) {
    page.text(root, 0, 'strong')
    for (const line of journalLines(status)) page.text(line, 2)
    return page
  },
})

export const journalStatus = command({
  ...journal,
  name: 'journal status',
  help: say => say.help.journalStatus,
  examples: ['dream journal status', 'dream journal status --json'],
})

export const journalInit = command({
  name: 'journal init',
  group: 'everyday',
  help: say => say.help.journalInit,
  effect: 'write',
  settings: 'follow',
  input: shared('paths', 'yes', 'folder'),
  examples: ['dream journal init', 'DREAM_VAULT_PATH=~/vault dream journal init --yes'],
  format: 'init',
  async run({ where }, { yes }, { ask }) {
    if (ask === undefined || yes === true) return initJournals({ where })
    const answers = async (language: string) => {
      const said: string[] = []
      for (const { asks } of SEED_QUESTIONS) {
        const answer = await ask.line(asks[language] ?? asks['en']!)
        if (answer === 'cancelled') break
        said.push(answer.text)
      }
      return said
    }
    return initJournals({ where, answers })
  },
  render({ root, vault, made, warnings }, page) {
    const words = say().journal
    page
      .text(words.initWorkspace(root))
      .text(words.initVault(vault))
      .text(words.initMade(made.join(', ')))
    for (const warning of warnings) page.text(warning, 0, 'warn')
    return page
  },
})

interface Reviewed extends ReviewReport {
  /** What a model answered before the rules judged the rest. */
  readonly asked?: Submissions
}

export const journalReview = command({
  name: 'journal review',
  group: 'everyday',
  help: say => say.help.journalReview,
  effect: 'write',
  settings: 'follow',
  input: {
    ...shared('paths', 'dryRun'),
    scheduled: { ...shared('scheduled').scheduled, conflicts: ['dryRun'] },
    makeRoom: { kind: 'flag' },
    ...shared('allowLarge', 'folder'),
    consult: { ...shared('consult').consult, conflicts: ['dryRun'] },
  },
  examples: [
    'dream journal review',
    'dream journal review --dry-run',
    'dream journal review --consult',
    'dream journal review --scheduled',
  ],
  async run(
    { where, policy, settings },
    { scheduled = false, allowLarge, consult, makeRoom, dryRun = false },
  ): Promise<Reviewed> {
    const { llm, policy: set } = settings.config
    let asked: Submissions | undefined
    const first = async () => {
      const { answerByModel } = await import('../agents/answer-brief.ts')
      asked = await answerByModel({ where, policy, model: set.model }, 'journal', llm)
    }
    const report = await reviewJournals({
      where,
      scheduled,
      preview: dryRun,
      owners: makeRoom === true ? 'leave' : 'stay',
      large: allowLarge === true ? 'allow' : 'refuse',
      meaning: loadMeaning(),
      ...(consult === true && { first }),
    })
    return asked === undefined ? report : { ...report, asked }
  },
  format: 'review',
  json: (report, input) =>
    isSilent(report, input) ? '' : shownJson({ format: 'dream-review', version: 1, ...report }),
  language: ({ language }) => language,
  render(report: Reviewed, page, { input, place }) {
    if (isSilent(report, input)) return ''
    const { did, why = '', waiting, over, movable, rejected, warnings, asked } = report
    if (asked !== undefined) writeSubmissions(page, asked, place)
    if (did === 'distilled' && input.dryRun === true) writePreview(page, report)
    else if (did === 'distilled') writeBrief(page, report)
    else if (did !== 'nothing-new' || (asked?.answers ?? []).length === 0)
      page.text(notDone(did, why), 0, did === 'nothing-new' ? 'quiet' : 'warn')
    const words = say().journal
    for (const text of waiting) page.text(words.reviewSaidAgain(text), 0, 'warn')
    for (const text of over) page.text(words.reviewOver(text), 0, 'warn')
    if (movable.length > 0) writeMovable(page, movable, place)
    for (const rejection of rejected) page.text(words.reviewRejected(rejection.why), 0, 'warn')
    for (const warning of warnings) page.text(warning, 0, 'warn')
    return page
  },
  exitCode,
})

interface Clocked {
  readonly scheduled?: boolean
}

function exitCode({ did, over }: ReviewReport, { scheduled }: Clocked): number {
  if (did === 'locked') return scheduled === true ? 0 : 4
  return did === 'refused' || did === 'failed' || over.length > 0 ? 1 : 0
}

const isSilent = (report: Reviewed, input: Clocked): boolean =>
  input.scheduled === true && exitCode(report, input) === 0

function writeBrief(page: Page, { size, counts, ledger }: ReviewReport): void {
  const words = say().journal
  page.text(words.reviewDone)
  page.text(words.reviewSize(size.after, size.target))
  page.text(words.reviewCounts(counts.updated, counts.added, counts.archived))
  page.text(words.reviewArchive(ledger))
}

const FIRST_FEW = 5

/** J8: an owner's file that is too long, and the way on. */
function writeMovable(page: Page, movable: readonly string[], place: string): void {
  const words = say().journal
  const chars = movable.reduce((sum, text) => sum + text.length, 0)
  page.text(words.reviewMovable(movable.length, chars))
  for (const text of movable.slice(0, FIRST_FEW)) page.text(`- ${cutAtWord(text, 100)}`, 2, 'quiet')
  if (movable.length > FIRST_FEW) page.text(words.reviewMore(movable.length - FIRST_FEW), 2, 'quiet')
  page.uncut(`→ dream journal review --make-room${place}`, 'good')
}

/** What a review would do, line by line; what stays in the journals is counted. */
function writePreview(page: Page, { decisions, size, counts }: ReviewReport): void {
  const words = say().journal
  for (const { kind, text, source } of decisions)
    if (kind !== 'ignored') page.text(`${words.reviewKinds[kind]} ${text} (${source})`)
  page.text(words.reviewWouldBe(counts.ignored, size.after, size.target), 0, 'quiet')
  page.text(words.reviewPreview, 0, 'quiet')
}

function notDone(did: Exclude<ReviewReport['did'], 'distilled'>, why: string): string {
  const words = say().journal
  const sentences: Record<typeof did, string> = {
    'nothing-new': words.reviewNothingNew,
    deferred: words.reviewDeferred,
    'not-due': words.reviewNotDue,
    hibernating: words.reviewHibernating,
    refused: words.reviewRefused(why),
    failed: words.reviewFailed(why),
    locked: words.reviewFailed(why),
  }
  return sentences[did]
}

export const journalWakeup = command({
  name: 'journal wakeup',
  group: 'everyday',
  help: say => say.help.journalWakeup,
  effect: 'write',
  settings: 'follow',
  input: shared('paths', 'folder'),
  examples: ['dream journal wakeup'],
  format: 'wakeup',
  run: ({ where }) => wakeup({ where }),
  language: ({ language }) => language,
  render({ was, idleDays, ledger, snapshot }, page) {
    const { wakeupAsleep, wakeupAwake, wakeupArchived } = say().journal
    page.text(was === 'asleep' ? wakeupAsleep(idleDays) : wakeupAwake, 0, 'strong')
    page.gap().text(wakeupArchived, 0, 'strong')
    for (const { id, time, category, summary } of ledger)
      page.text(`· [${id}] ${time.slice(0, 10)} [${category}] ${summary}`)
    for (const { section, lines } of snapshot) {
      page.gap().text(`── ${section} ──`, 0, 'strong')
      for (const line of lines) page.text(`· ${line}`)
    }
    return page
  },
})
