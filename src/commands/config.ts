import { resolve } from 'node:path'
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
  revokeFile,
  revokeProject,
  roleWords,
  type SetAnswer,
  type SettingsFile,
  setInFile,
  settingsFilesOf,
  settingsOf,
  type Trustable,
  trustAnswer,
  trustableOf,
  trustList,
  trustProject,
  withFlags,
} from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { jsonText, type Page, shownJson } from '../report/index.ts'
import { nearest, showText } from '../text/index.ts'
import { command, type Talk } from './command.ts'
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
    what: { kind: 'word', need: 'optional', completes: ['schema'] },
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
      page.entry(path, words.sourced(valueWords(value), source), 0, origin === 'default' ? 'quiet' : 'name')
      if (about !== undefined) page.text(about, 2, 'quiet')
    }
    if (result.roles.length > 0) page.gap().text(words.models, 0, 'strong')
    for (const { role, words: model } of result.roles) page.entry(role, model, 2)
    if (result.waiting.length > 0) page.gap().text(words.needsTrust, 0, 'warn')
    for (const { path, value, from } of result.waiting)
      page.entry(path, words.sourced(valueWords(value), from), 2)
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
function brokenWords({ path, line, column, need }: BrokenFile): string {
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
    page.uncut(
      `  ${say().engines.config.sourced(path, say().look.and([words.file[origin], words.state[state]]))}`,
    )
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

export const configPath = command({
  name: 'config path',
  group: 'automatic',
  help: say => say.help.configPath,
  effect: 'read',
  settings: 'none',
  input: shared('project'),
  examples: ['dream config path', 'dream config path --json'],
  format: 'config-path',
  run: async ({ where }) => ({ files: settingsFilesOf(where) }),
  render({ files }, page) {
    writeFiles(page, files)
    return page
  },
})

export const configSet = command({
  name: 'config set',
  group: 'automatic',
  help: say => say.help.configSet,
  effect: 'write',
  settings: 'none',
  input: {
    key: { kind: 'word', need: 'required', completes: 'nothing' },
    value: { kind: 'word', need: 'required', completes: 'nothing' },
    project: { kind: 'flag' },
  },
  examples: [
    'dream config set policy.recentDays 7',
    'dream config set rules propose --project',
    'dream config set llm.agents.budget.usd null',
  ],
  format: 'config-set',
  async run({ where }, { key, value, project }) {
    const origin = project === true ? 'project' : 'user'
    const file = settingsFilesOf(where).find(each => each.origin === origin)
    if (file === undefined) throw new DreamError(say().configFiles.sameFile, 2)
    const done = setInFile(file, key, value)
    const words = say().configFiles
    if (done.did === 'broken') throw new DreamError(words.notEdited(brokenWords(done.fault)), 2)
    if (done.did === 'no-object') throw new DreamError(words.noObject(done.file), 2)
    if (done.did === 'in-the-way') throw new DreamError(words.inTheWay(done.file, done.key), 2)
    if (done.did === 'not-one') throw new DreamError(words.notOne(done.key), 2)
    return { ...done, ...(await afterwards(where, done)) }
  },
  render({ key, value, file, did, before, notes }, page) {
    const words = say().configFiles
    page.text(words.did[did](key, JSON.stringify(value), file))
    if (did === 'changed')
      page.text(before === undefined ? words.wasUnset : words.was(JSON.stringify(before.value)), 2, 'quiet')
    for (const note of notes) page.text(note, 0, 'warn')
    return page
  },
})

/** What keeps the new value from being in force. */
async function afterwards(
  where: Where,
  { key, file }: SetAnswer,
): Promise<{ readonly notes: readonly string[] }> {
  const words = say().configFiles
  try {
    const { settings, waiting } = await settingsOf(where)
    const inForce = settings.find(({ path }) => path === key)
    if (waiting.some(({ path, from }) => path === key && from === file)) return { notes: [words.waits] }
    const isOther = inForce?.from !== undefined && inForce.from !== file
    return { notes: isOther ? [words.overridden(inForce.from, JSON.stringify(inForce.value))] : [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { notes: [words.stillWrong(error.sentence)] }
  }
}

export const configTrust = command({
  name: 'config trust',
  group: 'automatic',
  help: say => say.help.configTrust,
  effect: 'write',
  settings: 'none',
  input: {
    file: { kind: 'word', need: 'optional', completes: 'files' },
    list: { kind: 'flag', conflicts: ['revoke'] },
    revoke: { kind: 'flag' },
    ...shared('yes', 'project', 'quiet'),
  },
  examples: ['dream config trust', 'dream config trust --list', 'dream config trust --revoke'],
  format: 'trust',
  async run({ where }, { file, list, revoke, yes }, talk) {
    if (list === true) return trustList(where)
    if (revoke === true && file !== undefined) return revokeFile(where, resolve(where.cwd, file))
    const trustable = trustableOf(where, await settingsOf(where))
    if (revoke === true) return revokeProject(where, trustable)
    const mayTrust = trustable.state === 'trusted' || yes === true || (await asked(trustable, talk)) === 'yes'
    return mayTrust ? trustProject(where, trustable, Date.now()) : trustAnswer(where, 'asked', trustable)
  },
  render({ did, files, trusted }, page) {
    const words = say().engines.trust
    if (did !== 'listed') for (const file of files) page.text(`${file} ${words.did[did]}`)
    else if (trusted.length === 0) page.text(words.none)
    else for (const { file, at } of trusted) page.entry(file, words.since(at.slice(0, 10)), 0)
    return page
  },
})

async function asked({ file, waiting, leads }: Trustable, { ask, say: print }: Talk): Promise<string> {
  const words = say().engines.trust
  if (ask === undefined) throw new DreamError(words.needsPerson, 2)
  if (file !== undefined) print(`${showText(file.path)}\n`)
  for (const { path, value } of waiting) print(`  ${showText(`${path}: ${JSON.stringify(value)}`)}\n`)
  if (file !== undefined && waiting.length === 0) print(`  ${words.asksNothing}\n`)
  for (const { file: from, to } of leads) print(`${showText(from)}\n  ${words.leadsTo(showText(to))}\n`)
  return ask.confirm(words.confirm)
}
