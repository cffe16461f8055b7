import { type Call, type Command, PATHS } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const wakeupCommand: Command = {
  name: 'wakeup',
  summary: 'the first conversation after a silence: what was archived last, and how things stand',
  arguments: [PATHS],
  flags: ['folder', 'json', 'color', 'noColor'],
  examples: [{ line: 'dream wakeup', about: 'deletes nothing' }],
  run,
}

async function run(call: Call): Promise<number> {
  const { renderWakeup } = await import('./render/journal.ts')
  const { wakeup } = await import('../journal/wakeup.ts')
  const report = await wakeup({ where: whereOf(call, call.words) })
  await print(call, 'wakeup', report, look => renderWakeup(report, look))
  return 0
}
