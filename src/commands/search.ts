import type { Call, Command } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const searchCommand: Command = {
  name: 'search',
  summary: 'find something in memories, journals and snapshot, in the permanent archive, in the index',
  arguments: [
    { spelling: '<words...>', about: 'what to look for, in words or as a question', completes: 'nothing' },
  ],
  flags: [
    'limit',
    'engine',
    'explain',
    'verify',
    'folder',
    'project',
    'allProjects',
    'layout',
    'env',
    'json',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream search obsidian', about: 'each hit with its source' },
    { line: 'dream search why did we leave redis --explain', about: 'and how it was found' },
    { line: 'dream search deploy --all-projects --limit 20', about: 'in the memory of every project' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { renderSearch } = await import('./render/search.ts')
  const { search } = await import('./tasks/search.ts')
  const { flags, settings } = call
  const answer = await search({
    where: whereOf(call),
    query: call.words.join(' '),
    settings: settings!.config,
    ...(flags.limit !== undefined && { limit: flags.limit }),
    ...(flags.engine !== undefined && { engine: flags.engine }),
    ...(flags.verify === true && { verify: true }),
  })
  await print(call, 'search', answer, look =>
    renderSearch(answer, { ...look, explain: flags.explain === true }),
  )
  return 0
}
