import type { Call, Command } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const indexCommand: Command = {
  name: 'index',
  summary: 'keep a page, a file or a text in the Obsidian index',
  arguments: [{ spelling: '<what...>', about: 'an address, a file, or the text itself', completes: 'files' }],
  flags: ['title', 'summary', 'topic', 'folder', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream index https://example.org/post --title "A post"', about: 'nothing is fetched' },
    { line: 'dream index notes/idea.md --topic gardening', about: 'a file, under a topic of yours' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { indexContent } = await import('../journal/index-file.ts')
  const { renderIndexed } = await import('./render/journal.ts')
  const { title, summary, topic } = call.flags
  const report = await indexContent({
    where: whereOf(call),
    what: call.words.join(' '),
    ...(title !== undefined && { title }),
    ...(summary !== undefined && { summary }),
    ...(topic !== undefined && { topics: topic }),
  })
  await print(call, 'indexed', report, look => renderIndexed(report, look))
  return 0
}
