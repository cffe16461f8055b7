import { resolve } from 'node:path'
import { consult } from '../agents/index.ts'
import { type App, type Progress, storeContext } from '../app/index.ts'
import { type ConsultAnswer, DreamError, exitCode, type Report } from '../model/index.ts'
import { type DreamRequest, dream } from '../pipeline/index.ts'
import { renderJson, renderMarkdown, renderTerminal } from '../report/index.ts'
import { noteMetrics } from '../state/index.ts'
import { counted } from '../text/index.ts'
import { approvalFor, mayOnlyLook, refuseMemoryFolder } from './approve.ts'
import { command, type View } from './command.ts'
import type { Inputs, Values } from './input.ts'
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
  check: { kind: 'flag', about: 'write nothing; exit 3 if a live run would' },
  ...shared('yes', 'markdown', 'output'),
  ...PLANNING,
  ...shared('scheduled'),
  consult: { ...shared('consult').consult, conflicts: ['dryRun', 'check'] },
  record: { kind: 'text', value: 'file', about: 'add every call to a model, and its answer, to a file' },
  replay: {
    kind: 'text',
    value: 'file',
    about: 'let a recording answer instead of the model',
    conflicts: ['record'],
  },
  ...shared('verbose', 'quiet'),
} as const satisfies Inputs

export const run = command({
  name: 'run',
  group: 'everyday',
  summary: 'check memory folders, archive outdated notes, update MEMORY.md (the default)',
  effect: 'write',
  settings: 'follow',
  input: INPUT,
  examples: [
    { line: 'dream', about: 'show the plan for this project and ask; with no terminal, only show it' },
    { line: 'dream --dry-run', about: 'only look' },
    { line: 'dream ./notes --project ../shop', about: 'this folder, checked against that project' },
    { line: 'dream --check', about: 'for CI: exit 3 if there is something to do' },
    { line: 'dream --yes -o report.md', about: 'do not ask, and keep the report' },
    { line: 'dream --check-links', about: 'ask too whether the links of references are alive' },
    { line: 'dream --consult', about: 'ask a model about near notes first; what it says waits for you' },
  ],
  async run(app, input, talk) {
    refuseWithoutConsult(input)
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
    if (isUnasked(report) && !isForPeople) talk.say(`${NOTHING_CHANGED}\n`)
    return { report, answer }
  },
  render: ({ report, answer }, _, view) => {
    const text = renderReport(report, answer, view)
    return isUnasked(report) && text !== '' ? `${text}\n${NOTHING_CHANGED}\n` : text
  },
  format: 'report',
  json: ({ report }) => renderJson(report),
  markdown: ({ report }) => renderMarkdown(report),
  file: ({ report }, form) => (form === 'json' ? renderJson(report) : renderMarkdown(report)),
  exitCode: ({ report, answer }) => (answer === 'interrupted' ? INTERRUPTED : exitCode(report)),
})

type RunInput = Values<typeof INPUT>

const NOTHING_CHANGED = 'Nothing was changed. Run with --yes to apply.'

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
  if (paths[0] === 'consult')
    throw new DreamError('dream consult is now dream --consult (a folder of this name is ./consult)', 2)
  if (consult !== true && (record ?? replay) !== undefined)
    throw new DreamError('--record and --replay need --consult', 2)
}

function modeOf({ check, dryRun }: RunInput, onlyLooks: boolean): DreamRequest['mode'] {
  if (check === true) return 'check'
  if (dryRun === true) return 'dry-run'
  return onlyLooks ? 'plan' : 'live'
}

function opinionsOf(app: App, { record, replay }: RunInput, progress: Progress): Promise<ConsultAnswer> {
  const { where, policy, host, settings } = app
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
  return {
    ...report,
    notes: [...report.notes, opinionWords(opinions), ...troubles],
    spent: opinions.spent,
  }
}

/** What the model said, in one sentence for the notes of a run. */
function opinionWords({ did, model, folders }: ConsultAnswer): string {
  if (did === 'not-set') return 'No model is set for the agents: nobody was asked, and rules do the work.'
  if (did === 'nothing-to-ask')
    return 'There is nothing to ask: no near pair without a rule that speaks of it.'
  const raised = folders.reduce((sum, folder) => sum + folder.raised.length, 0)
  const asked = folders.reduce((sum, folder) => sum + folder.asked, 0)
  const said =
    raised === 0 ? 'nothing to look at' : `${counted(raised, 'question')} for you; nothing was changed`
  return `${model} was asked about ${counted(asked, 'pair')}: ${said}.`
}
