import type { ConsultAnswer, Report } from '../model/index.ts'
import type { DreamRequest } from '../pipeline/index.ts'
import { approvalFor, mayOnlyLook } from './approve.ts'
import { type Call, type Command, PATHS } from './command.ts'
import { consultFor } from './consult.ts'
import { deliver } from './deliver.ts'
import { Refusal } from './errors.ts'
import type { Flags } from './flags.ts'
import { hintAtCommand } from './hint.ts'
import { policyOf } from './policy.ts'
import { progressOn } from './progress.ts'
import { placeOf, whereOf } from './where.ts'

const INTERRUPTED = 130

export const runCommand: Command = {
  name: 'run',
  summary: 'tend memory folders: retire what no longer holds, keep the index true (the default)',
  arguments: [PATHS],
  flags: [
    'dryRun',
    'check',
    'yes',
    'json',
    'markdown',
    'output',
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
    'scheduled',
    'consult',
    'record',
    'replay',
    'verbose',
    'quiet',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream', about: 'show the plan for this project and ask; with no terminal, only show it' },
    { line: 'dream --dry-run', about: 'only look' },
    { line: 'dream ./notes --project ../shop', about: 'this folder, checked against that project' },
    { line: 'dream --check', about: 'for CI: exit 3 if there is something to do' },
    { line: 'dream --yes -o report.md', about: 'do not ask, and keep the report' },
    { line: 'dream --check-links', about: 'ask too whether the links of references are alive' },
    { line: 'dream --consult', about: 'ask a model about near notes first; what it says waits for you' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { dream } = await import('../pipeline/pipeline.ts')
  const { noteMetrics } = await import('./tasks/metrics.ts')
  const { io, flags } = call
  refuseWithoutConsult(call)
  const approval = approvalFor(call)
  const policy = await policyOf(call)
  const onlyLooks = mayOnlyLook(call, policy.rules)
  const progress = progressOn(io)
  const consulted = flags.consult === true ? await consultFor(call, progress.step) : undefined
  const dreamt = await dream({
    where: whereOf(call, call.words),
    policy,
    mode: modeOf(flags, onlyLooks),
    approve: async plan => {
      progress.clear()
      const approved = await approval.approve(plan)
      progress.clear()
      return approved
    },
    progress: progress.step,
  })
  progress.clear()
  const report = consulted === undefined ? dreamt : await withConsulted(dreamt, consulted)
  if (report.mode === 'live' && call.settings?.config.metrics.enabled === true)
    noteMetrics(whereOf(call, call.words), report, 'run', Date.now())
  const code = await deliver(
    call,
    { ...report, scheduled: flags.scheduled === true },
    { detail: approval.answer() === 'not-asked' ? 'whole' : 'result', place: placeOf(call, call.words) },
  )
  if (report.mode === 'plan') sayThatNothingChanged(call, report)
  await hintAtCommand(call, report.missing)
  return approval.answer() === 'interrupted' ? INTERRUPTED : code
}

function refuseWithoutConsult({ words, flags }: Call): void {
  // `dream consult` changed nothing: it must not become a run over the other folders that are named.
  if (words[0] === 'consult')
    throw new Refusal('dream consult is now dream --consult (a folder of this name is ./consult)')
  if (flags.consult !== true && (flags.record ?? flags.replay) !== undefined)
    throw new Refusal('--record and --replay need --consult')
}

function modeOf({ check, dryRun }: Flags, onlyLooks: boolean): DreamRequest['mode'] {
  if (check === true) return 'check'
  if (dryRun === true) return 'dry-run'
  return onlyLooks ? 'plan' : 'live'
}

/** D40: the last line of a plan that nobody was asked about. What a program reads is kept apart from it. */
function sayThatNothingChanged({ io, flags }: Call, { plan }: Report): void {
  if (plan.folders.every(({ actions }) => actions.length === 0)) return
  const isForPeople = flags.json !== true && flags.markdown !== true && flags.output === undefined
  const out = isForPeople ? io.stdout : io.stderr
  out.write(`${isForPeople ? '\n' : ''}Nothing was changed. Run with --yes to apply.\n`)
}

async function withConsulted(report: Report, consulted: ConsultAnswer): Promise<Report> {
  const { consultHeadline } = await import('./render/consult.ts')
  const troubles = consulted.folders.flatMap(folder =>
    folder.unanswered.map(({ outcome, why }) => `${outcome}: ${why}`),
  )
  return {
    ...report,
    notes: [...report.notes, consultHeadline(consulted), ...troubles],
    spent: consulted.spent,
  }
}
