import type { Call, Command } from '../command.ts'
import { print } from '../print.ts'
import { whereOf } from '../where.ts'

export const forgetCommand: Command = {
  name: 'forget',
  summary: 'clear something from journals and snapshot; the permanent archive stays',
  arguments: [
    { spelling: '<description...>', about: 'what to forget, in a few words', completes: 'nothing' },
  ],
  flags: ['dryRun', 'allowLarge', 'folder', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream forget --dry-run "gym membership"', about: 'what would go' },
    { line: 'dream forget "gym membership"', about: 'without asking; dream undo brings it back' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { forget, loadMeaning, renderForget } = await import('../../index.ts')
  const { flags, words } = call
  const report = await forget({
    where: whereOf(call),
    description: words.join(' '),
    preview: flags.dryRun === true,
    large: flags.allowLarge === true ? 'allow' : 'refuse',
    meaning: loadMeaning(),
  })
  await print(call, 'forget', report, look => renderForget(report, look))
  return report.withheld === undefined && report.warnings.length === 0 ? 0 : 1
}
