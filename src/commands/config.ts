import type { Where } from '../app/index.ts'
import {
  aboutSetting,
  type BrokenFile,
  brokenFiles,
  ConfigError,
  configJsonSchema,
  DEFAULT_EFFECTIVE,
  type Effective,
  llmRoles,
  roleWords,
  type SettingsFile,
  settingsFilesOf,
  settingsOf,
  withFlags,
} from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { jsonText, type Page, shownJson } from '../report/index.ts'
import { nearest } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

/** Of a part that was asked for it is said what each setting is for. */
type Shown = Effective['settings'][number] & { readonly about?: string }

export const config = command({
  name: 'config',
  group: 'automatic',
  help: say => say.help.config,
  effect: 'read',
  settings: 'none',
  input: {
    what: {
      kind: 'word',
      need: 'optional',
      completes: ['schema'],
    },
    ...shared('env', 'project', 'rules', 'recentDays', 'merge', 'allowLarge', 'rebuildIndex'),
  },
  examples: [
    'dream config',
    'dream config autoDream --env production',
    'dream config set policy.recentDays 7',
    'dream config schema > dream.schema.json',
  ],
  format: 'config',
  async run({ where }, input) {
    const { what } = input
    if (what === 'schema') return { schema: configJsonSchema() }
    const files = settingsFilesOf(where)
    const { effective, problems } = await readable(where, input.env, files)
    const {
      config,
      settings: all,
      waiting,
      overruled,
      environment,
      unknownVariables,
    } = withFlags(effective, input)
    const isMeant = ({ path }: { readonly path: string }) => path === what || path.startsWith(`${what}.`)
    const settings: readonly Shown[] =
      what === undefined
        ? all
        : all.filter(isMeant).map(each => ({ ...each, about: aboutSetting(each.path) }))
    if (settings.length === 0) throw unknown(what!, all)
    const roles = what === undefined || what === 'llm' ? llmRoles(config, where.env) : []
    return {
      settings,
      ...(environment !== undefined && { environment }),
      waiting,
      overruled,
      roles: roles.map(role => ({ role: role.role, words: roleWords(role) })),
      unknownVariables,
      files,
      ...(problems.length > 0 && { problems }),
    }
  },
  json: result =>
    'schema' in result
      ? jsonText(result.schema)
      : shownJson({ format: 'dream-config', version: 1, ...result }),
  render(result, page) {
    if ('schema' in result) return jsonText(result.schema)
    const words = say().engines.config
    if (result.problems !== undefined) writeProblems(page, result.problems)
    if (result.environment !== undefined) page.text(words.environment(result.environment))
    let part = ''
    for (const { path, value, origin, from, about } of result.settings) {
      const top = path.split('.')[0]!
      if (top !== part) page.gap()
      part = top
      const source = origin === 'default' ? words.default : `${origin}: ${from}`
      page.entry(path, `${valueWords(value)}  (${source})`, 0, origin === 'default' ? 'quiet' : 'name')
      if (about !== undefined) page.text(about, 2, 'quiet')
    }
    page.gap().text(words.models, 0, 'strong')
    for (const { role, words: model } of result.roles) page.entry(role, model, 2)
    if (result.waiting.length > 0) page.gap().text(words.needsTrust, 0, 'warn')
    for (const { path, value, from } of result.waiting) page.entry(path, `${valueWords(value)}  (${from})`, 2)
    const { machine } = say().builds
    if (result.overruled.length > 0) page.gap().text(machine.overruled, 0, 'warn')
    for (const { path, value, from, rule } of result.overruled)
      page.entry(path, machine.overruledBy(valueWords(value), from, valueWords(rule)), 2)
    for (const name of result.unknownVariables) page.text(words.unknownVariable(name), 0, 'quiet')
    writeFiles(page.gap(), result.files)
    return page
  },
  exitCode: result => ('schema' in result || result.problems === undefined ? 0 : 1),
})

/** The settings in force, or the defaults with what is wrong with the files. */
async function readable(where: Where, env: string | undefined, files: readonly SettingsFile[]) {
  try {
    return { effective: await settingsOf(where, env), problems: [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const broken = brokenFiles(files).map(brokenWords)
    const problems = broken.length > 0 ? broken : error.sentence.split('\n')
    return { effective: DEFAULT_EFFECTIVE, problems }
  }
}

/** Which file, where in it, what was expected. */
export function brokenWords({ path, line, column, need }: BrokenFile): string {
  const words = say().configFiles
  return words.broken(path, line, column, words.need[need])
}

function writeProblems(page: Page, problems: readonly string[]): void {
  const words = say().configFiles
  page.text(words.cannotBeUsed, 0, 'bad')
  for (const problem of problems) page.text(problem, 2)
  page.text(words.whatToDo, 0).gap()
}

/** Which file to edit; the first in the list wins. */
export function writeFiles(page: Page, files: readonly SettingsFile[]): void {
  const words = say().configFiles
  page.text(words.files, 0, 'strong')
  for (const { origin, path, state } of files)
    page.uncut(`  ${path}  (${words.file[origin]}, ${words.state[state]})`)
  page.text(words.edit, 0, 'quiet')
}

function unknown(what: string, settings: Effective['settings']): DreamError {
  const meant = nearest(
    what,
    settings.flatMap(({ path }) => [path, path.split('.')[0]!]),
  )
  return new DreamError(say().engines.config.unknown(what, meant), 2)
}

const LONGEST_VALUE = 60

function valueWords(value: unknown): string {
  if (value === null) return say().engines.config.notSet
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
