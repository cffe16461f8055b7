import { type Call, type Command, PATHS } from './command.ts'
import { llmOf } from './consult.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const reviewCommand: Command = {
  name: 'review',
  summary: 'distil the journals of an agent into its snapshot (OpenClaw and its kin)',
  arguments: [PATHS],
  flags: ['scheduled', 'allowLarge', 'consult', 'folder', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream review', about: 'now' },
    { line: 'dream review --consult', about: 'hear a model too: it may raise or keep, never remove' },
    { line: 'dream review --scheduled', about: 'for a clock: runs when it is due and nobody is at work' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { loadMeaning } = await import('../search/embeddings/load.ts')
  const { renderReview } = await import('./render/journal.ts')
  const { review } = await import('../journal/review.ts')
  const { reviewerFor } = await import('../agents/models.ts')
  const { flags, words } = call
  const scheduled = flags.scheduled === true
  const where = whereOf(call, words)
  const reviewer = flags.consult === true ? reviewerFor(await llmOf(call), where) : undefined
  const reviewed = await review({
    where,
    scheduled,
    large: flags.allowLarge === true ? 'allow' : 'refuse',
    meaning: loadMeaning(),
    ...(reviewer !== undefined && { askModel: reviewer.askModel }),
  })
  const report = reviewer === undefined ? reviewed : { ...reviewed, spent: reviewer.spent() }
  const code =
    report.did === 'locked' ? (scheduled ? 0 : 4) : WRONG.has(report.did) || report.over.length > 0 ? 1 : 0
  if (!scheduled || code !== 0) await print(call, 'review', report, look => renderReview(report, look))
  return code
}

const WRONG: ReadonlySet<string> = new Set(['refused', 'failed'])
