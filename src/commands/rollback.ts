import { rollback as rollBack } from '../vault/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'
import { outcomeCode, outcomeText } from './outcome.ts'
import { versionOf } from './version-diff.ts'

/** `dream history MEMORY --restore VERSION`, as the first design spells it. */
export const rollback = command({
  name: 'rollback',
  group: 'unlisted',
  help: say => say.help.rollback,
  effect: 'write',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'required', completes: 'files' },
    version: {
      kind: 'word',
      need: 'required',
      completes: 'nothing',
    },
    ...shared('folder', 'project', 'allProjects'),
  },
  examples: ['dream rollback auth.md 2'],
  run: ({ where, settings }, { memory, version }) =>
    rollBack(where, memory, versionOf(version), settings.config),
  render: (outcome, _, { place }) => outcomeText(outcome, place),
  exitCode: outcomeCode,
})
