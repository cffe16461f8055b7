import { indexContent } from '../journal/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const index = command({
  name: 'index',
  group: 'folders',
  summary: 'keep a page, a file or a text in the Obsidian index',
  effect: 'write',
  settings: 'follow',
  input: {
    what: {
      kind: 'words',
      need: 'required',
      about: 'an address, a file, or the text itself',
      completes: 'files',
    },
    title: { kind: 'text', value: 'words', about: 'its title' },
    summary: { kind: 'text', value: 'sentence', about: 'one sentence about it' },
    topic: { kind: 'texts', value: 'name', about: 'a topic it belongs to' },
    ...shared('folder'),
  },
  examples: [
    { line: 'dream index https://example.org/post --title "A post"', about: 'nothing is fetched' },
    { line: 'dream index notes/idea.md --topic gardening', about: 'a file, under a topic of yours' },
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
    if (did === 'exists') return page.text(`Already there: ${title}`, 0, 'quiet')
    page.text(`Indexed: ${title}`)
    page.text(`${summary} ${topics.map(topic => `#${topic}`).join(' ')}`.trim(), 2, 'quiet')
    if (toJournal) page.text("It says what you prefer: it is in today's journal too.", 2, 'quiet')
    return page
  },
})
