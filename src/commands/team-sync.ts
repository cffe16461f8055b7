import { say } from '../languages/index.ts'
import { type Mirrored, mirrorAll, sharedFolders, withTeam } from '../team/index.ts'
import { showText } from '../text/index.ts'
import { command } from './command.ts'

export const teamSync = command({
  name: 'team sync',
  group: 'connections',
  help: say => say.team.help.sync,
  effect: 'write',
  settings: 'follow',
  input: {},
  examples: ['dream team sync', 'dream queue'],
  format: 'team-sync',
  async run({ where, settings: { config } }): Promise<{ readonly folders: readonly Mirrored[] }> {
    if (config.store.kind === 'postgres' && sharedFolders(where, config).length === 0) return { folders: [] }
    return { folders: await withTeam(where, config, place => mirrorAll(place, config)) }
  },
  render({ folders }, page) {
    const words = say().team.synced
    if (folders.length === 0) page.text(say().team.status.noFolders, 0, 'warn')
    for (const { label, scope, sent, received, proposed, waiting, run, notes, root } of folders) {
      page.gap().text(words.title(showText(label), scope), 0, 'strong')
      page.text(words.counts(sent.length, received.length, proposed.length), 2)
      for (const file of [...received].slice(0, 20)) page.text(words.received(showText(file)), 4, 'quiet')
      if (waiting.length > 0) page.text(words.waiting(waiting.length), 2, 'warn')
      for (const note of notes) page.text(showText(note), 2, 'warn')
      if (run !== undefined)
        page.entry(`dream undo ${run} --folder ${root}`, say().notes.takesBack, 2, 'good')
    }
    return page
  },
})
