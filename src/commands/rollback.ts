import type { Call, Command } from './command.ts'
import { versionOf } from './diff.ts'
import { tellOutcome } from './tell-outcome.ts'
import { whereOf } from './where.ts'

export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'write a memory as it was in an earlier version; dream undo takes that back',
  arguments: [
    { spelling: '<memory>', about: 'its file, also one that is gone', completes: 'files' },
    { spelling: '<version>', about: 'its number; dream history MEMORY lists them', completes: 'nothing' },
  ],
  flags: ['folder', 'project', 'allProjects'],
  examples: [{ line: 'dream rollback auth.md 2', about: 'as version 2 was' }],
  run,
}

async function run(call: Call): Promise<number> {
  const { rollback } = await import('../vault/memory-versions.ts')
  const [memory, version] = call.words
  return tellOutcome(call, await rollback(whereOf(call), memory!, versionOf(version)!, call.settings?.config))
}
