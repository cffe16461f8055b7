import type { Call, Command } from '../command.ts'
import { Refusal } from '../errors.ts'
import { print } from '../print.ts'
import { whereOf } from '../where.ts'

export const historyCommand: Command = {
  name: 'history',
  summary: 'every change ever made, newest first',
  arguments: [{ spelling: '[memory]', about: 'only what happened to this one', completes: 'files' }],
  flags: ['folder', 'project', 'allProjects', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream history', about: 'all runs' },
    { line: 'dream history auth.md', about: 'one memory, also when it is gone' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { history, historyOf, renderHistory } = await import('../../index.ts')
  const [memory] = call.words
  const all = await history(whereOf(call))
  const folders = memory === undefined ? all : historyOf(all, memory)
  if (memory !== undefined && folders.length === 0)
    throw new Refusal(`nothing ever happened to ${memory} here; dream history lists every run.`)
  await print(call, 'history', { folders }, look => renderHistory(folders, look))
  return folders.some(folder => folder.damage.length > 0) ? 1 : 0
}
