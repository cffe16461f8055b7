import { indexContent } from '../journal/index.ts'
import { say } from '../languages/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const index = command({
  name: 'index',
  group: 'notes',
  help: say => say.help.index,
  effect: 'write',
  settings: 'follow',
  input: {
    what: { kind: 'words', need: 'required', completes: 'files' },
    title: { kind: 'text', value: 'words' },
    summary: { kind: 'text', value: 'sentence' },
    topic: { kind: 'texts', value: 'name' },
    ...shared('folder'),
  },
  examples: [
    'dream index https://example.org/post --title "A post"',
    'dream index notes/idea.md --topic gardening',
  ],
  format: 'indexed',
  run: ({ where }, { what, title, summary, topic }) =>
    indexContent({
      where,
      what: what.join(' '),
      ...(title !== undefined && { title }),
      ...(summary !== undefined && { summary }),
      ...(topic !== undefined && { topics: topic }),
    }),
  render({ did, title, summary, topics, toJournal }, page) {
    if (did === 'exists') return page.text(say().journal.indexExists(title), 0, 'quiet')
    page.text(say().journal.indexed(title))
    page.text(`${summary} ${topics.map(topic => `#${topic}`).join(' ')}`.trim(), 2, 'quiet')
    if (toJournal) page.text(say().journal.indexPreference, 2, 'quiet')
    return page
  },
})
