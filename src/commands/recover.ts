import { type Call, type Command, PATHS } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const recoverCommand: Command = {
  name: 'recover',
  summary: 'finish a run that was cut off',
  arguments: [PATHS],
  flags: ['folder', 'project', 'allProjects', 'json', 'color', 'noColor'],
  examples: [{ line: 'dream recover', about: 'the next run would do it too' }],
  settings: 'none',
  run,
}

async function run(call: Call): Promise<number> {
  const { recover } = await import('./tasks/maintenance.ts')
  const { renderRecover } = await import('./render/maintenance.ts')
  const report = await recover(whereOf(call, call.words))
  await print(call, 'recover', report, look => renderRecover(report, look))
  const wrong = report.folders.some(
    folder =>
      folder.failure !== undefined ||
      folder.recovered.some(run => run.outcomes.some(outcome => outcome.result === 'failed')),
  )
  return wrong ? 1 : 0
}
