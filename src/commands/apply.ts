import { resolve } from 'node:path'
import type { Plan } from '../model/index.ts'
import { approvalFor } from './approve.ts'
import type { Call, Command } from './command.ts'
import { deliver, refuseMemoryFolder } from './deliver.ts'
import { Refusal } from './errors.ts'
import { someoneIsThere } from './io.ts'
import { policyOf } from './policy.ts'
import { print } from './print.ts'
import { progressOn } from './progress.ts'
import { placeOf, whereOf } from './where.ts'

const INTERRUPTED = 130

export const applyCommand: Command = {
  name: 'apply',
  summary: 'carry out a plan that dream plan wrote; what changed since is left alone',
  arguments: [{ spelling: '<plan>', about: 'the file', completes: 'files' }],
  flags: [
    'dryRun',
    'yes',
    'json',
    'markdown',
    'output',
    'folder',
    'allProjects',
    'project',
    'rules',
    'allowLarge',
    'env',
    'verbose',
    'quiet',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream apply plan.json --dry-run', about: 'see what it would change, line by line' },
    { line: 'dream apply plan.json', about: 'show it with the real paths, ask, carry it out' },
    { line: 'dream apply plan.json --yes', about: 'do not ask; needed where there is no terminal' },
    { line: 'dream apply plan.json -f ./notes', about: 'a folder that Dream would not find by itself' },
    { line: 'dream undo', about: 'and take it back' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { applyPlan, parsePlan } = await import('./tasks/apply-plan.ts')
  const { readTextFile } = await import('../disk/text-file.ts')
  const plan = await parsePlan(readTextFile(resolve(call.io.cwd, call.words[0]!)))
  refuseMemoryFolder(call, plan)
  if (call.flags.dryRun === true) return show(call, plan)
  refuseUnasked(call, plan)
  const approval = approvalFor({ ...call, words: [] })
  const progress = progressOn(call.io)
  const report = await applyPlan({
    where: whereOf(call),
    plan,
    policy: await policyOf(call),
    approve: approval.approve,
    progress: progress.step,
  })
  progress.clear()
  const { folder: _, ...flags } = call.flags
  const roots = plan.folders.map(folder => folder.root)
  const code = await deliver(call, report, {
    detail: approval.answer() === 'not-asked' ? 'whole' : 'result',
    place: placeOf({ ...call, flags }, roots),
  })
  return approval.answer() === 'interrupted' ? INTERRUPTED : code
}

/** A plan is a file that anybody may have written. */
function refuseUnasked({ io, flags }: Call, { folders }: Plan): void {
  if (flags.yes === true || someoneIsThere(io)) return
  if (folders.every(({ actions }) => actions.length === 0)) return
  throw new Refusal(
    'nothing was changed: dream apply asks before it changes memory files, and there is no terminal to ask at. Read the plan, then say --yes.',
  )
}

async function show(call: Call, plan: Plan): Promise<number> {
  const { renderPlan } = await import('./render/plans.ts')
  const { showPlan } = await import('../review/waiting-plans.ts')
  const changes = showPlan(plan)
  await print(call, 'plan-shown', { changes }, look => renderPlan(changes, look))
  return 0
}
