import { rollback as rollBack } from '../vault/index.ts'
import { command } from './command.ts'
import { versionOf } from './diff.ts'
import { shared } from './options.ts'
import { outcomeCode, outcomeText } from './outcome.ts'

export const rollback = command({
  name: 'rollback',
  group: 'folders',
  summary: 'write a memory as it was in an earlier version; dream undo takes that back',
  effect: 'write',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'required', about: 'its file, also one that is gone', completes: 'files' },
    version: {
      kind: 'word',
      need: 'required',
      about: 'its number; dream history MEMORY lists them',
      completes: 'nothing',
    },
    ...shared('folder', 'project', 'allProjects'),
  },
  examples: [{ line: 'dream rollback auth.md 2', about: 'as version 2 was' }],
  run: ({ where, settings }, { memory, version }) =>
    rollBack(where, memory, versionOf(version), settings.config),
  render: (outcome, _, { place }) => outcomeText(outcome, place),
  exitCode: outcomeCode,
})
