import { type Call, type Command, PATHS } from './command.ts'
import { deliver, save } from './deliver.ts'
import { policyOf } from './policy.ts'
import { progressOn } from './progress.ts'
import { placeOf, whereOf } from './where.ts'

export const planCommand: Command = {
  name: 'plan',
  summary: 'write down what a run would do, to read and to apply later',
  arguments: [PATHS],
  flags: [
    'output',
    'json',
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
    'verbose',
    'quiet',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream plan -o plan.json', about: 'write the plan, show it' },
    { line: 'dream apply plan.json', about: 'carry it out, file by file, where nothing changed since' },
    { line: 'dream plan --json', about: 'the plan itself on stdout, with secrets hidden' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { dream } = await import('../pipeline/pipeline.ts')
  const { exitCode } = await import('../model/exit-code.ts')
  const { jsonText, shownPlan } = await import('../report/json.ts')
  const { io, flags } = call
  const progress = progressOn(io)
  const report = await dream({
    where: whereOf(call, call.words),
    policy: await policyOf(call),
    mode: 'plan',
    progress: progress.step,
  })
  progress.clear()
  // The file has every byte, because dream apply writes them; what is printed has the secrets hidden.
  if (flags.output !== undefined) await save(call, flags.output, jsonText(report.plan), report.plan)
  else if (flags.json === true) {
    io.stdout.write(shownPlan(report.plan))
    return exitCode(report)
  }
  const { output: _, json: __, ...shown } = flags
  return deliver({ ...call, flags: shown }, report, { place: placeOf(call, call.words) })
}
