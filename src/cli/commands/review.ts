import { type Call, type Command, PATHS } from '../command.ts'
import { print } from '../print.ts'
import { whereOf } from '../where.ts'

export const reviewCommand: Command = {
  name: 'review',
  summary: 'distil the journals of an agent into its snapshot (OpenClaw and its kin)',
  arguments: [PATHS],
  flags: ['scheduled', 'allowLarge', 'folder', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream review', about: 'now' },
    { line: 'dream review --scheduled', about: 'for a clock: runs when it is due and nobody is at work' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { loadMeaning, renderReview, review } = await import('../../index.ts')
  const { flags, words } = call
  const scheduled = flags.scheduled === true
  const report = await review({
    where: whereOf(call, words),
    scheduled,
    large: flags.allowLarge === true ? 'allow' : 'refuse',
    meaning: loadMeaning(),
  })
  const code =
    report.did === 'locked' ? (scheduled ? 0 : 4) : WRONG.has(report.did) || report.over.length > 0 ? 1 : 0
  if (!scheduled || code !== 0) await print(call, 'review', report, look => renderReview(report, look))
  return code
}

const WRONG: ReadonlySet<string> = new Set(['refused', 'failed'])
