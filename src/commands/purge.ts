import type { PurgeReport } from '../model/index.ts'
import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { someoneIsThere } from './io.ts'
import { lookOf } from './look.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const purgeCommand: Command = {
  name: 'purge',
  summary: 'erase stored bytes for good (a secret, say); nothing else in Dream does',
  arguments: [{ spelling: '[memory]', about: 'every stored version of this file', completes: 'files' }],
  flags: [
    'run',
    'object',
    'source',
    'dryRun',
    'yes',
    'folder',
    'project',
    'allProjects',
    'json',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream purge --dry-run deploy-key.md', about: 'what would be erased' },
    { line: 'dream purge deploy-key.md', about: 'asks first' },
    { line: 'dream purge --object 3f2a91c0ffee --yes', about: 'one version, without asking' },
    {
      line: 'dream purge --source 298c09b0',
      about: 'what one conversation left, and all that was made of it',
    },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { purge } = await import('./tasks/maintenance.ts')
  const { purgeSource } = await import('./tasks/purge-source.ts')
  const { renderPurge } = await import('./render/maintenance.ts')
  const { flags } = call
  const [memory] = call.words
  const { source } = flags
  if (source !== undefined && memory !== undefined)
    throw new Refusal('say what to purge: a memory file or --source, and only one of them.')
  const request = {
    where: whereOf(call),
    ...(memory === undefined ? {} : { memory }),
    ...(flags.run === undefined ? {} : { run: flags.run }),
    ...(flags.object === undefined ? {} : { object: flags.object }),
  }
  const carryOut = (preview: boolean) =>
    source === undefined
      ? purge({ ...request, preview })
      : purgeSource({
          where: request.where,
          source,
          preview,
          ...(call.settings && { settings: call.settings.config }),
        })
  const found = await carryOut(true)
  const nothing = found.every(({ erased, removed = [] }) => erased.length + removed.length === 0)
  const goes = flags.dryRun === true || nothing ? 'no' : await mayErase(call, found)
  const shown = goes === 'yes' ? await carryOut(false) : found
  const preview = goes === 'no'
  await print(call, 'purge', { preview, folders: shown }, look => renderPurge(shown, preview, look))
  return 0
}

async function mayErase(call: Call, found: readonly PurgeReport[]): Promise<'yes' | 'no'> {
  const { io, flags } = call
  if (flags.yes === true) return 'yes'
  if (!someoneIsThere(io))
    throw new Refusal('erasing cannot be undone: say --yes, or --dry-run to look first.')
  const { renderPurge } = await import('./render/maintenance.ts')
  io.stderr.write(renderPurge(found, true, lookOf(io, io.stderr, flags)))
  const answer = await io.ask.confirm('Erase this for good? It cannot be undone.')
  return answer === 'yes' ? 'yes' : 'no'
}
