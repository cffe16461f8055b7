import type { Call, Command } from './command.ts'
import { print } from './print.ts'
import { programOf } from './program-file.ts'
import { whereOf } from './where.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'find what is wrong with this installation, and say the fix',
  arguments: [],
  flags: ['project', 'env', 'json', 'color', 'noColor'],
  settings: 'none',
  examples: [{ line: 'dream doctor', about: 'exit 1 where something is wrong; mends nothing itself' }],
  run,
}

async function run(call: Call): Promise<number> {
  const { doctor } = await import('./tasks/doctor.ts')
  const { renderDoctor } = await import('./render/daemon.ts')
  const { io, flags } = call
  const report = await doctor({
    where: whereOf(call),
    platform: io.platform,
    program: programOf(),
    ...(flags.env !== undefined && { environment: flags.env }),
  })
  await print(call, 'doctor', report, look => renderDoctor(report, look))
  return report.problems.some(problem => problem.severity === 'wrong') ? 1 : 0
}
