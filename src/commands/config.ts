import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { print } from './print.ts'
import { flagSettings } from './settings.ts'
import { whereOf } from './where.ts'

export const configCommand: Command = {
  name: 'config',
  summary: 'every setting in force, and where it came from',
  arguments: [
    {
      spelling: '[what]',
      about: 'a setting or a part of them (autoDream), or schema for the JSON Schema',
      completes: ['schema'],
    },
  ],
  flags: [
    'env',
    'project',
    'rules',
    'recentDays',
    'merge',
    'allowLarge',
    'rebuildIndex',
    'json',
    'color',
    'noColor',
  ],
  settings: 'none',
  examples: [
    { line: 'dream config', about: 'all of them' },
    { line: 'dream config autoDream --env production', about: 'one part, as that environment has it' },
    { line: 'dream config schema > dream.schema.json', about: 'for an editor' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { configAnswer, configJsonSchema, settingsOf } = await import('../app/settings.ts')
  const { jsonText } = await import('../report/json.ts')
  const { nearest } = await import('../model/nearest.ts')
  const { renderConfig } = await import('./render/config.ts')
  const [what] = call.words
  if (what === 'schema') {
    call.io.stdout.write(jsonText(await configJsonSchema()))
    return 0
  }
  const effective = await settingsOf(whereOf(call), call.flags.env)
  const whole = configAnswer(effective, flagSettings(call.flags), call.io.env)
  const isMeant = (path: string) => what === undefined || path === what || path.startsWith(`${what}.`)
  const settings = whole.settings.filter(({ path }) => isMeant(path))
  if (settings.length === 0) {
    const names = whole.settings.flatMap(({ path }) => [path, path.split('.')[0]!])
    const meant = nearest(what!, names)
    throw new Refusal(`${what} is not a setting${meant === undefined ? '' : ` (did you mean ${meant}?)`}`)
  }
  const answer = { ...whole, settings, ...(what !== undefined && what !== 'llm' && { roles: [] }) }
  await print(call, 'config', answer, look => renderConfig(answer, look))
  return 0
}
