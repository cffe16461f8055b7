import { say } from '../languages/index.ts'
import { type Moved, moveStore, withTeam } from '../team/index.ts'
import { showText } from '../text/index.ts'
import { command } from './command.ts'

export const migrate = command({
  name: 'migrate',
  group: 'keeping',
  help: say => say.team.help.migrate,
  effect: 'write',
  settings: 'follow',
  input: { to: { kind: 'choice', choices: ['postgres', 'files'] } },
  examples: ['dream migrate --to postgres', 'dream migrate --to files'],
  format: 'migrate',
  run: ({ where, settings: { config } }, { to = 'postgres' }): Promise<Moved> =>
    withTeam(where, config, place => moveStore(place, config, to)),
  render({ scopes, index, notes, outcome, to }, page) {
    const words = say().team.moved
    for (const { label, scope, here, there, same, onlyHere, onlyThere, differing, unindexed } of scopes) {
      page.text(words.counts(showText(label), scope, here, there, same))
      for (const file of onlyHere) page.entry(showText(file), words.onlyHere, 2, 'warn')
      for (const file of onlyThere) page.entry(showText(file), words.onlyThere, 2, 'warn')
      for (const file of differing) page.entry(showText(file), words.differs, 2, 'warn')
      if (unindexed > 0) page.text(words.unindexed(unindexed), 2, 'warn')
    }
    if (index !== undefined) page.text(words.index(index.rows, index.behind))
    for (const note of notes) page.text(showText(note), 0, 'warn')
    return page.gap().text(words[outcome](to), 0, outcome === 'whole' ? 'good' : 'bad')
  },
  exitCode: ({ outcome }) => (outcome === 'whole' ? 0 : 1),
})
