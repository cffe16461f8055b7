import { resolve } from 'node:path'
import type { ConsultAnswer } from '../agents/index.ts'
import { type App, type Progress, storeContext, type Where } from '../app/index.ts'
import { gitTopLevel, realPath } from '../disk/index.ts'
import { journalStatus } from '../journal/index.ts'
import { inLanguage, say } from '../languages/index.ts'
import { DreamError, exitCode, type Report } from '../model/index.ts'
import { type DreamRequest, dream } from '../pipeline/index.ts'
import {
  renderGithub,
  renderJson,
  renderMarkdown,
  renderSarif,
  renderTerminal,
  shellWord,
} from '../report/index.ts'
import { noteMetrics } from '../state/index.ts'
import { approvalFor, mayOnlyLook, refuseMemoryFolder } from './approve.ts'
import { command, type Inputs, type Values, type View } from './command.ts'
import { shared } from './options.ts'

const INTERRUPTED = 130

/** Options that decide what a run looks at and what it may do. */
export const PLANNING = shared(
  'rules',
  'folder',
  'project',
  'allProjects',
  'layout',
  'rebuildIndex',
  'merge',
  'allowLarge',
  'recentDays',
  'checkLinks',
  'env',
)

const INPUT = {
  ...shared('paths', 'dryRun'),
  check: { kind: 'flag' },
  format: { kind: 'choice', choices: ['github', 'sarif', 'json'], conflicts: ['json', 'markdown', 'yes'] },
  ...shared('yes', 'markdown', 'output'),
  ...PLANNING,
  ...shared('scheduled'),
  consult: { ...shared('consult').consult, conflicts: ['dryRun', 'check'] },
  record: { kind: 'text', value: 'file' },
  replay: { kind: 'text', value: 'file', conflicts: ['record'] },
  ...shared('verbose', 'quiet'),
} as const satisfies Inputs

export const run = command({
  name: 'run',
  group: 'everyday',
  help: say => say.help.run,
  effect: 'write',
  settings: 'follow',
  input: INPUT,
  examples: [
    'dream',
    'dream --dry-run',
    'dream ./notes --project ../shop',
    'dream --check',
    'dream --check --format github',
    'dream --yes -o report.md',
    'dream --check-links',
    'dream --consult',
  ],
  async run(app, input, talk) {
    refuseWithoutConsult(input)
    refuseFormatOfRun(input)
    const { where, policy, settings } = app
    const approval = approvalFor(app, input, talk)
    const opinions = input.consult === true ? await opinionsOf(app, input, talk.progress) : undefined
    const mode = modeOf(input, mayOnlyLook(input, talk, policy.rules))
    const done = await dream({ where, policy, mode, approve: approval.approve, progress: talk.progress })
    if (done.mode === 'live' && settings.config.metrics.enabled)
      noteMetrics(storeContext(where).stateHome, done, 'run', Date.now())
    refuseMemoryFolder(where.cwd, input.output, done.plan)
    const consulted = opinions === undefined ? done : withOpinions(done, opinions)
    const report = { ...consulted, scheduled: input.scheduled === true }
    const answer = approval.answer()
    const isForPeople = talk.form === 'text' && input.markdown !== true
    if (isUnasked(report) && !isForPeople) talk.say(`${say().review.runWithYes}\n`)
    const waiting = journalsWaiting(where, report)
    return { report, answer, waiting, ...(input.format !== undefined && { base: repositoryOf(where) }) }
  },
  render: ({ report, answer, waiting, base }, _, view) => {
    const { format } = view.input
    if (format !== undefined && view.output === 'terminal') return forPrograms(format, report, base)
    const text = renderReport(report, answer, view)
    if (text === '') return text
    const notes = [
      ...(isUnasked(report) ? [say().review.runWithYes] : []),
      ...(view.input.quiet === true ? [] : waiting),
    ]
    return notes.length === 0 ? text : `${text}\n${notes.join('\n')}\n`
  },
  format: 'report',
  json: ({ report }) => renderJson(report),
  markdown: ({ report }) => renderMarkdown(report),
  file: ({ report, base }, form, { format }) =>
    format !== undefined
      ? forPrograms(format, report, base)
      : form === 'json'
        ? renderJson(report)
        : renderMarkdown(report),
  exitCode: ({ report, answer }) => (answer === 'interrupted' ? INTERRUPTED : exitCode(report)),
})

type RunInput = Values<typeof INPUT>

/** The report as a program reads it, and in the words that programs get. */
const forPrograms = (format: NonNullable<RunInput['format']>, report: Report, base = ''): string =>
  inLanguage('en', () => RENDER[format](report, base))

const RENDER = { github: renderGithub, sarif: renderSarif, json: renderJson } as const

/** What a run changed is no longer as it was found. */
function refuseFormatOfRun({ check, dryRun, format }: RunInput): void {
  if (format !== undefined && check !== true && dryRun !== true)
    throw new DreamError(say().builds.formatNeedsCheck, 2)
}

/** Paths in a build are relative to the root of the repository that is built. */
function repositoryOf({ cwd, project = cwd, home }: Where): string {
  const real = realPath(project) ?? project
  return gitTopLevel(real, home) ?? real
}

/** What a run over memories passes by: journals that no review has read. */
function journalsWaiting(where: Where, { plan }: Report): string[] {
  return plan.folders.flatMap(({ layout, root, label }) => {
    const waiting = layout === 'journal' ? (journalStatus(where, root)?.waiting ?? 0) : 0
    return waiting === 0
      ? []
      : [say().journal.waiting(waiting, label === '.' ? '' : ` --folder ${shellWord(label)}`)]
  })
}

/** A plan with work in it that nobody was asked about. */
const isUnasked = ({ mode, plan }: Report): boolean =>
  mode === 'plan' && plan.folders.some(({ actions }) => actions.length > 0)

interface ReportInput {
  readonly verbose?: boolean
  readonly quiet?: boolean
  readonly scheduled?: boolean
}

/** The report for a terminal; a clock that finds nothing to do keeps quiet. */
export function renderReport(
  report: Report,
  answer: 'not-asked' | 'answered' | 'interrupted',
  { input, look, place, output }: Pick<View, 'look' | 'place' | 'output'> & { readonly input: ReportInput },
): string {
  const { verbose, quiet, scheduled } = input
  if (output === 'file' && quiet === true) return ''
  const isNews = exitCode(report) !== 0 || report.results.some(({ outcomes }) => outcomes.length > 0)
  if (scheduled === true && !isNews) return ''
  const isBrief = quiet === true || scheduled === true || output === 'file'
  const detail = isBrief ? 'headline' : answer === 'not-asked' ? 'whole' : 'result'
  return renderTerminal(report, { ...look, place, verbose: verbose === true, detail })
}

function refuseWithoutConsult({ paths = [], consult, record, replay }: RunInput): void {
  // `dream consult` changed nothing: it must not become a run over the other folders that are named.
  if (paths[0] === 'consult') throw new DreamError(say().review.consult.moved, 2)
  if (consult !== true && (record ?? replay) !== undefined)
    throw new DreamError(say().review.consult.needed, 2)
}

function modeOf({ check, dryRun }: RunInput, onlyLooks: boolean): DreamRequest['mode'] {
  if (check === true) return 'check'
  if (dryRun === true) return 'dry-run'
  return onlyLooks ? 'plan' : 'live'
}

async function opinionsOf(
  app: App,
  { record, replay }: RunInput,
  progress: Progress,
): Promise<ConsultAnswer> {
  const { where, policy, host, settings } = app
  const { consult } = await import('../agents/models.ts')
  return consult({
    where,
    policy,
    llm: settings.config.llm,
    progress,
    ...(record !== undefined && { record: resolve(host.cwd, record) }),
    ...(replay !== undefined && { replay: resolve(host.cwd, replay) }),
  })
}

function withOpinions(report: Report, opinions: ConsultAnswer): Report {
  const troubles = opinions.folders.flatMap(folder =>
    folder.unanswered.map(({ outcome, why }) => `${outcome}: ${why}`),
  )
  return { ...report, notes: [...report.notes, opinionWords(opinions), ...troubles], spent: opinions.spent }
}

/** What the model said, in one sentence for the notes of a run. */
function opinionWords({ did, model, folders }: ConsultAnswer): string {
  const words = say().review.consult
  if (did === 'not-set') return words.noModel
  if (did === 'nothing-to-ask') return words.nothing
  const raised = folders.reduce((sum, folder) => sum + folder.raised.length, 0)
  const asked = folders.reduce((sum, folder) => sum + folder.asked, 0)
  return words.asked(model ?? '', asked, raised)
}
