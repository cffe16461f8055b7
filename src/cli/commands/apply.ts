import { resolve } from 'node:path'
import type { Call, Command } from '../command.ts'
import { deliver, refuseMemoryFolder } from '../deliver.ts'
import { progressOn } from '../progress.ts'
import { placeOf, whereOf } from '../where.ts'

export const applyCommand: Command = {
  name: 'apply',
  summary: 'carry out a plan that dream plan wrote; what changed since is left alone',
  arguments: [{ spelling: '<plan>', about: 'the file', completes: 'files' }],
  flags: ['json', 'markdown', 'output', 'verbose', 'quiet', 'color', 'noColor'],
  examples: [
    { line: 'dream apply plan.json', about: 'carry it out' },
    { line: 'dream undo', about: 'and take it back' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { applyPlan, parsePlan, readTextFile } = await import('../../index.ts')
  const plan = await parsePlan(readTextFile(resolve(call.io.cwd, call.words[0]!)))
  refuseMemoryFolder(call, plan)
  const progress = progressOn(call.io)
  const report = await applyPlan({ where: whereOf(call), plan, progress: progress.step })
  progress.clear()
  return deliver(call, report, {
    place: placeOf(
      call,
      plan.folders.map(folder => folder.root),
    ),
  })
}
