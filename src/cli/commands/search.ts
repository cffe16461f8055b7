import type { Call, Command } from '../command.ts'
import { print } from '../print.ts'
import { whereOf } from '../where.ts'

export const searchCommand: Command = {
  name: 'search',
  summary: 'find something in journals and snapshot, in the permanent archive, in the index',
  arguments: [{ spelling: '<words...>', about: 'what to look for', completes: 'nothing' }],
  flags: ['folder', 'json', 'color', 'noColor'],
  examples: [{ line: 'dream search obsidian', about: 'each hit with its source' }],
  run,
}

async function run(call: Call): Promise<number> {
  const { loadMeaning, renderSearch, searchJournals } = await import('../../index.ts')
  const report = searchJournals({ where: whereOf(call), query: call.words.join(' '), meaning: loadMeaning() })
  await print(call, 'search', report, look => renderSearch(report, look))
  return 0
}
