import { say } from '../languages/index.ts'
import { magmaRebuild as rebuild } from '../vault/index.ts'
import { command } from './command.ts'
import { indexWords } from './magma.ts'
import { FOLDERS } from './options.ts'

export const magmaRebuild = command({
  name: 'magma rebuild',
  group: 'engines',
  help: say => say.help.magmaRebuild,
  effect: 'write',
  settings: 'follow',
  input: { anew: { kind: 'flag' }, ...FOLDERS },
  examples: ['dream magma rebuild', 'dream magma rebuild --anew'],
  run: ({ where, settings }, { anew }) =>
    rebuild(where, settings.config, anew === true ? 'anew' : 'catch-up'),
  format: 'magma-rebuild',
  render({ index, embedded, kept, removed, seconds, notes }, page) {
    const { rebuilt } = say().engines.magma
    page.text(rebuilt(indexWords(index), embedded, kept, removed, seconds.toFixed(1)))
    page.text(index.path, 2, 'quiet')
    for (const note of notes) page.text(note, 0, 'warn')
    return page
  },
  exitCode: ({ index }) => (index.state === 'ready' || index.rows === 0 ? 0 : 1),
})
