import { type Call, type Command, PATHS } from './command.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const gcCommand: Command = {
  name: 'gc',
  summary: 'free the room that Dream’s own state takes and nothing needs; every undo still works',
  arguments: [PATHS],
  flags: ['dryRun', 'folder', 'project', 'allProjects', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream gc --dry-run', about: 'what would be removed, and how much room that frees' },
    { line: 'dream gc', about: 'remove it' },
    { line: 'dream gc --all-projects', about: 'for every folder that Dream keeps state for' },
  ],
  settings: 'none',
  run,
}

async function run(call: Call): Promise<number> {
  const { gc } = await import('./tasks/gc.ts')
  const { renderGc } = await import('./render/gc.ts')
  const preview = call.flags.dryRun === true
  const report = await gc({ where: whereOf(call, call.words), preview })
  await print(call, 'gc', { preview, ...report }, look => renderGc(report, preview, look))
  const failures = report.folders.flatMap(({ failure }) => failure ?? [])
  if (failures.length === 0) return 0
  return failures.every(({ kind }) => kind === 'locked') ? 4 : 1
}
