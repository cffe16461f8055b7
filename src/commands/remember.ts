import type { Call, Command } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const rememberCommand: Command = {
  name: 'remember',
  summary: 'write something down at once: as a memory with its line, or in journal and snapshot',
  arguments: [{ spelling: '<text...>', about: 'what to remember', completes: 'nothing' }],
  flags: ['as', 'folder', 'layout', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream remember "Decided to move the shop to Postgres"', about: 'a decision: about the project' },
    { line: 'dream remember --as correction "She is called Anne"', about: 'whatever the words look like' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { loadMeaning } = await import('../search/embeddings/load.ts')
  const { remember } = await import('./tasks/remember.ts')
  const { renderRemember } = await import('./render/journal.ts')
  const as = call.flags.as
  const report = await remember({
    where: whereOf(call),
    text: call.words.join(' '),
    meaning: loadMeaning(),
    ...(as !== undefined && { as }),
  })
  await print(call, 'remember', report, look => renderRemember(report, look))
  return 0
}
