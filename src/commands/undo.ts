import type { Call, Command } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const undoCommand: Command = {
  name: 'undo',
  summary: 'take a run back: every file byte for byte, with its time',
  arguments: [
    {
      spelling: '[run]',
      about: 'its id or the beginning of it; the last run that can be taken back otherwise',
      completes: 'nothing',
    },
  ],
  flags: ['folder', 'project', 'allProjects', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream undo', about: 'take the last run back' },
    { line: 'dream history', about: 'find the run you mean' },
    { line: 'dream undo 20260501', about: 'take that one back; the id of an undo does it again' },
  ],
  settings: 'none',
  run,
}

async function run(call: Call): Promise<number> {
  const { outcomeExitCode } = await import('../model/exit-code.ts')
  const { renderUndo } = await import('./render/maintenance.ts')
  const { undo } = await import('./tasks/undo.ts')
  const [run] = call.words
  const report = await undo({ where: whereOf(call), ...(run === undefined ? {} : { run }) })
  await print(call, 'undo', report, look => renderUndo(report, look))
  const code = outcomeExitCode(report.results)
  return code === 0 && report.keptBoth.length + report.stayed.length > 0 ? 1 : code
}
