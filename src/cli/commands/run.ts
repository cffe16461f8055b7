import { approvalFor } from '../approve.ts'
import { type Call, type Command, PATHS } from '../command.ts'
import { deliver } from '../deliver.ts'
import { hintAtCommand } from '../hint.ts'
import { policyOf } from '../policy.ts'
import { progressOn } from '../progress.ts'
import { placeOf, whereOf } from '../where.ts'

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
    'env',
    'scheduled',
    'verbose',
    'quiet',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream', about: 'show the plan for this project and ask' },
    { line: 'dream --dry-run', about: 'only look' },
    { line: 'dream ./notes --project ../shop', about: 'this folder, checked against that project' },
    { line: 'dream --check', about: 'for CI: exit 3 if there is something to do' },
    { line: 'dream --yes -o report.md', about: 'do not ask, and keep the report' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { dream, noteMetrics } = await import('../../index.ts')
  const { io, flags } = call
  const approval = approvalFor(call)
  const progress = progressOn(io)
  const report = await dream({
    where: whereOf(call, call.words),
    policy: await policyOf(call),
    mode: flags.check === true ? 'check' : flags.dryRun === true ? 'dry-run' : 'live',
    approve: async plan => {
      progress.clear()
      const approved = await approval.approve(plan)
      progress.clear()
      return approved
    },
    progress: progress.step,
  })
  progress.clear()
  if (report.mode === 'live' && call.settings?.config.metrics.enabled === true)
    noteMetrics(whereOf(call, call.words), report, 'run', Date.now())
  const code = await deliver(
    call,
    { ...report, scheduled: flags.scheduled === true },
    { detail: approval.answer() === 'not-asked' ? 'whole' : 'result', place: placeOf(call, call.words) },
  )
  await hintAtCommand(call, report.missing)
  return approval.answer() === 'interrupted' ? INTERRUPTED : code
}
