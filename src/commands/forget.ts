import type { Call, Command } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const forgetCommand: Command = {
  name: 'forget',
  summary: 'archive the memories that you describe; in journals and snapshot, clear what matches',
  arguments: [
    {
      spelling: '<description...>',
      about: 'what to forget: a few words, or the name of a file',
      completes: 'nothing',
    },
  ],
  flags: ['dryRun', 'allowLarge', 'folder', 'layout', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream forget --dry-run "gym membership"', about: 'what would go' },
    { line: 'dream forget "gym membership"', about: 'without asking; dream undo brings it back' },
    { line: 'dream forget project_gym.md', about: 'this memory and no other, pinned or not' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { forget } = await import('./tasks/forget.ts')
  const { loadMeaning } = await import('../search/embeddings/load.ts')
  const { renderForget } = await import('./render/journal.ts')
  const { flags, words } = call
  const report = await forget({
    where: whereOf(call),
    description: words.join(' '),
    preview: flags.dryRun === true,
    large: flags.allowLarge === true ? 'allow' : 'refuse',
    meaning: loadMeaning(),
  })
  await print(call, 'forget', report, look => renderForget(report, look))
  return report.withheld === undefined ? 0 : 1
}
