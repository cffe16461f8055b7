import { type Call, type Command, PATHS } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

/** About 4,000 tokens. */
const BUDGET = 16_000

export const loadCommand: Command = {
  name: 'load',
  summary: 'what an agent should know at the start of a conversation, within a budget',
  arguments: [PATHS],
  flags: ['budget', 'folder', 'project', 'allProjects', 'layout', 'json'],
  examples: [
    { line: 'dream load', about: 'for a hook that starts a conversation' },
    { line: 'dream load --budget 4000', about: 'a smaller model' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { load } = await import('./tasks/load.ts')
  const loaded = await load(whereOf(call, call.words), call.flags.budget ?? BUDGET)
  await print(call, 'load', loaded, () => loaded.text)
  return 0
}
