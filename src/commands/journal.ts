import { journalStatus as statusOf, workspaceRoot } from '../journal/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'
import { journalLines } from './status.ts'

export const journal = command({
  name: 'journal',
  group: 'everyday',
  help: say => say.help.journal,
  effect: 'read',
  settings: 'where-readable',
  input: shared('paths', 'folder'),
  examples: ['dream journal', 'dream journal init', 'dream journal review'],
  format: 'journal-status',
  async run({ where }) {
    const root = workspaceRoot(where)
    return { root, ...statusOf(where, root)! }
  },
  language: ({ language }) => language,
  render({ root, ...status }, page) {
    page.text(root, 0, 'strong')
    for (const line of journalLines(status)) page.text(line, 2)
    return page
  },
})

export const journalStatus = command({
  ...journal,
  name: 'journal status',
  help: say => say.help.journalStatus,
  examples: ['dream journal status', 'dream journal status --json'],
})
