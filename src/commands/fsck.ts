import { type Call, type Command, PATHS } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const fsckCommand: Command = {
  name: 'fsck',
  summary: 'look at every byte that Dream keeps and say whether it is what it was',
  arguments: [PATHS],
  flags: ['folder', 'project', 'allProjects', 'json', 'color', 'noColor'],
  examples: [{ line: 'dream fsck', about: 'exit 1 where something is damaged' }],
  settings: 'none',
  run,
}

async function run(call: Call): Promise<number> {
  const { fsck } = await import('./tasks/maintenance.ts')
  const { renderFsck } = await import('./render/maintenance.ts')
  const folders = await fsck(whereOf(call, call.words))
  await print(call, 'fsck', { folders }, look => renderFsck(folders, look))
  return folders.some(folder => folder.problems.some(problem => problem.severity === 'damage')) ? 1 : 0
}
