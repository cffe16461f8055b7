import type { Effective } from '../config/index.ts'
import type { ConfigAnswer } from '../model/index.ts'
import type { Call, Command } from './command.ts'
import type { Flags } from './flags.ts'
import { whereOf } from './where.ts'

/** Loads the settings for a command that follows them. */
export async function withSettings(command: Command, call: Call): Promise<Call> {
  if (command.settings === 'none') return call
  const { settingsOf } = await import('../app/settings.ts')
  const settings = await settingsOf(whereOf(call), call.flags.env).catch((error: unknown) => {
    if (command.settings === 'where-readable') return undefined
    throw error
  })
  if (settings === undefined) return call
  tellWhatWaits(call, settings)
  return { ...call, settings }
}

function tellWhatWaits({ io, flags }: Call, { waiting }: Effective): void {
  if (waiting.length === 0 || flags.quiet === true || flags.scheduled === true) return
  const names = waiting.map(each => each.path).join(', ')
  io.stderr.write(
    `dream: ${names} in this project's dream.config.json waits for dream trust; dream config shows it\n`,
  )
}

type Setting = ConfigAnswer['settings'][number]

/** The flags that are settings, as settings: the last word. */
export function flagSettings(flags: Flags): Setting[] {
  const made: (readonly [string, unknown, string])[] = [
    ['rules', flags.rules, '--rules'],
    ['policy.recentDays', flags.recentDays, '--recent-days'],
    ['policy.merge', flags.merge, '--merge'],
    ['expiry.reference.checkLinks', flags.checkLinks, '--check-links'],
    ['policy.large', flags.allowLarge === true ? 'allow' : undefined, '--allow-large'],
    ['policy.index', flags.rebuildIndex === true ? 'rebuild' : undefined, '--rebuild-index'],
  ]
  return made
    .filter(([, value]) => value !== undefined)
    .map(([path, value, from]) => ({ path, value, origin: 'flag', from }))
}
