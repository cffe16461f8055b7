import { type Call, type Command, PATHS } from '../command.ts'
import { print } from '../print.ts'
import { whereOf } from '../where.ts'

export const statusCommand: Command = {
  name: 'status',
  summary: 'the folders, their last run, what is kept, who is at work',
  arguments: [PATHS],
  flags: ['folder', 'project', 'allProjects', 'layout', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream status', about: 'this project' },
    { line: 'dream status --all-projects', about: 'every project of this user' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { renderStatus, status } = await import('../../index.ts')
  const folders = await status(whereOf(call, call.words))
  await print(call, 'status', { folders }, look => renderStatus(folders, look))
  return 0
}
