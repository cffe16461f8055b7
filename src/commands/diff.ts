import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const diffCommand: Command = {
  name: 'diff',
  summary: 'what changed between two versions of a memory',
  arguments: [
    { spelling: '<memory>', about: 'its file', completes: 'files' },
    { spelling: '[a]', about: 'the earlier version (else: the one before b)', completes: 'nothing' },
    { spelling: '[b]', about: 'the later version (else: the newest)', completes: 'nothing' },
  ],
  flags: ['folder', 'project', 'allProjects', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream diff auth.md', about: 'by its newest change' },
    { line: 'dream diff auth.md 1 4', about: 'between these two; dream history auth.md lists them' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { renderVersionDiff } = await import('./render/versions.ts')
  const { versionDiff } = await import('../vault/memory-versions.ts')
  const [memory, a, b] = call.words
  const difference = versionDiff(whereOf(call), memory!, versionOf(a), versionOf(b))
  await print(call, 'diff', { difference }, look => renderVersionDiff(difference, look))
  return 0
}

export function versionOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  if (/^\d{1,9}$/.test(word)) return Number(word)
  throw new Refusal(`a version is a number from 1 on, not ${word}; dream history MEMORY lists them.`)
}
