import { configAnswer, configJsonSchema, type Scope, settingsOf } from '../app/index.ts'
import { type ConfigAnswer, DreamError, nearest } from '../model/index.ts'
import { jsonText, shownJson } from '../report/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const config = command({
  name: 'config',
  group: 'care',
  summary: 'every setting in force, and where it came from',
  effect: 'read',
  settings: 'none',
  input: {
    what: {
      kind: 'word',
      need: 'optional',
      about: 'a setting or a part of them (autoDream), or schema for the JSON Schema',
      completes: ['schema'],
    },
    ...shared('env', 'project', 'rules', 'recentDays', 'merge', 'allowLarge', 'rebuildIndex'),
  },
  examples: [
    { line: 'dream config', about: 'all of them' },
    { line: 'dream config autoDream --env production', about: 'one part, as that environment has it' },
    { line: 'dream config schema > dream.schema.json', about: 'for an editor' },
  ],
  format: 'config',
  async run({ where }, input) {
    const { what } = input
    if (what === 'schema') return { schema: await configJsonSchema() }
    const whole = configAnswer(await settingsOf(where, input.env), optionSettings(input), where.env)
    const settings = whole.settings.filter(
      ({ path }) => what === undefined || path === what || path.startsWith(`${what}.`),
    )
    if (settings.length === 0) throw unknown(what!, whole)
    return { ...whole, settings, roles: what === undefined || what === 'llm' ? whole.roles : [] }
  },
  json: result =>
    'schema' in result
      ? jsonText(result.schema)
      : shownJson({ format: 'dream-config', version: 1, ...result }),
  render(result, page) {
    if ('schema' in result) return jsonText(result.schema)
    if (result.environment !== undefined) page.text(`environment: ${result.environment}`)
    let part = ''
    for (const { path, value, origin, from } of result.settings) {
      const top = path.split('.')[0]!
      if (top !== part) page.gap()
      part = top
      const source = origin === 'default' ? 'default' : `${origin}: ${from}`
      page.entry(path, `${valueWords(value)}  (${source})`, 0, origin === 'default' ? 'quiet' : 'name')
    }
    page.gap().text('models', 0, 'strong')
    for (const { role, words } of result.roles) page.entry(role, words, 2)
    if (result.waiting.length > 0)
      page.gap().text('not followed until you have read it and said dream trust', 0, 'warn')
    for (const { path, value, from } of result.waiting) page.entry(path, `${valueWords(value)}  (${from})`, 2)
    for (const name of result.unknownVariables)
      page.text(`${name} is set and is no setting of Dream`, 0, 'quiet')
    return page
  },
})

/** Options that are settings: the last word. */
function optionSettings({ rules, recentDays, merge, allowLarge, rebuildIndex }: Scope) {
  const options: (readonly [string, unknown, string])[] = [
    ['rules', rules, '--rules'],
    ['policy.recentDays', recentDays, '--recent-days'],
    ['policy.merge', merge, '--merge'],
    ['policy.large', allowLarge === true ? 'allow' : undefined, '--allow-large'],
    ['policy.index', rebuildIndex === true ? 'rebuild' : undefined, '--rebuild-index'],
  ]
  return options
    .filter(([, value]) => value !== undefined)
    .map(([path, value, from]) => ({ path, value, origin: 'flag', from }) as const)
}

function unknown(what: string, { settings }: ConfigAnswer): DreamError {
  const meant = nearest(
    what,
    settings.flatMap(({ path }) => [path, path.split('.')[0]!]),
  )
  return new DreamError(
    `${what} is not a setting${meant === undefined ? '' : ` (did you mean ${meant}?)`}`,
    2,
  )
}

const LONGEST_VALUE = 60

function valueWords(value: unknown): string {
  if (value === null) return 'not set'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
