import { type Call, type Command, PATHS } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const statusCommand: Command = {
  name: 'status',
  summary: 'the folders, their last run, what is kept, who is at work',
  arguments: [PATHS],
  settings: 'where-readable',
  flags: ['folder', 'project', 'allProjects', 'layout', 'env', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream status', about: 'this project' },
    { line: 'dream status --all-projects', about: 'every project of this user' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { autoStatus } = await import('./tasks/auto-status.ts')
  const { renderStatus } = await import('./render/status.ts')
  const { status } = await import('./tasks/status.ts')
  const where = whereOf(call, call.words)
  const folders = await status(where)
  const auto =
    where.allProjects || folders.length === 0
      ? undefined
      : await autoStatus(where, Date.now(), call.flags.env)
  await print(call, 'status', { folders, ...(auto && { auto }) }, look => renderStatus(folders, look, auto))
  return 0
}
