import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const historyCommand: Command = {
  name: 'history',
  summary: 'every change ever made, newest first',
  arguments: [{ spelling: '[memory]', about: 'only what happened to this one', completes: 'files' }],
  flags: ['folder', 'project', 'allProjects', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream history', about: 'all runs' },
    { line: 'dream history auth.md', about: 'the versions of one memory, also when it is gone' },
  ],
  settings: 'none',
  run,
}

async function run(call: Call): Promise<number> {
  const { history } = await import('./tasks/maintenance.ts')
  const { renderHistory } = await import('./render/history.ts')
  const [memory] = call.words
  if (memory !== undefined) return lifeOf(call, memory)
  const folders = history(whereOf(call))
  await print(call, 'history', { folders }, look => renderHistory(folders, look))
  return folders.some(folder => folder.damage.length > 0) ? 1 : 0
}

async function lifeOf(call: Call, memory: string): Promise<number> {
  const { renderVersions } = await import('./render/versions.ts')
  const { settingsOf } = await import('../app/settings.ts')
  const { versions } = await import('../vault/memory-versions.ts')
  const where = whereOf(call)
  const inFolders = versions(where, memory)
  // Only for a record of MAGMA do the settings matter: they say where its notes are.
  const lives =
    inFolders.length > 0
      ? inFolders
      : versions(where, memory, (await settingsOf(where, call.flags.env)).config)
  if (lives.length === 0)
    throw new Refusal(`nothing is known of ${memory} here; dream history lists every run.`)
  await print(call, 'versions', { memories: lives }, look => renderVersions(lives, look))
  return 0
}
