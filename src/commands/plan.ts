import { exitCode } from '../model/index.ts'
import { dream } from '../pipeline/index.ts'
import { jsonText, shownPlan } from '../report/index.ts'
import { refuseMemoryFolder } from './approve.ts'
import { command } from './command.ts'
import { shared } from './options.ts'
import { PLANNING, renderReport } from './run.ts'

export const plan = command({
  name: 'plan',
  group: 'notes',
  help: say => say.help.plan,
  effect: 'read',
  settings: 'follow',
  input: { ...shared('paths', 'output'), ...PLANNING, ...shared('verbose', 'quiet') },
  examples: ['dream plan -o plan.json', 'dream apply plan.json', 'dream plan --json'],
  async run({ where, policy }, { output }, { progress }) {
    const report = await dream({ where, policy, mode: 'plan', progress })
    refuseMemoryFolder(where.cwd, output, report.plan)
    return { report }
  },
  render: ({ report }, _, view) => renderReport(report, 'not-asked', { ...view, output: 'terminal' }),
  format: 'plan',
  json: ({ report }) => shownPlan(report.plan),
  // The file has every byte, because dream apply writes them; what is printed has the secrets hidden.
  file: ({ report }) => jsonText(report.plan),
  exitCode: ({ report }) => exitCode(report),
})
