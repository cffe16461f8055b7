import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { policyOf } from './policy.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const explainCommand: Command = {
  name: 'explain',
  summary: 'how Dream sees one memory, how it knows, and what would change its mind',
  arguments: [{ spelling: '<memory>', about: 'its file or its name', completes: 'files' }],
  flags: [
    'folder',
    'rules',
    'recentDays',
    'env',
    'project',
    'allProjects',
    'layout',
    'json',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream explain auth.md', about: 'by file' },
    { line: 'dream explain "User prefers tabs"', about: 'by name' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { explain } = await import('./tasks/explain.ts')
  const { renderExplanation } = await import('./render/explain.ts')
  const memory = call.words[0]!
  const found = await explain(whereOf(call), memory, await policyOf(call))
  if (found.length === 0)
    throw new Refusal(`no memory called ${memory} was found; dream status lists the folders.`)
  await print(call, 'explanation', { explanations: found }, look =>
    found.map(one => renderExplanation(one, look)).join('\n'),
  )
  return 0
}
