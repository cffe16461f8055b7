import { dirname, join } from 'node:path'
import { readRegularFile, readSmallText, realPath, wayWithin } from '../disk/index.ts'
import { sayEarly } from '../languages/index.ts'
import { DreamError, debug } from '../model/index.ts'
import { jsonFault } from '../text/index.ts'
import { ENVIRONMENTS, isRemovedDefault, NAMES } from './settings.ts'
import { isTree, type Leaf, leavesOf } from './tree.ts'

/** A setting that cannot be used: named with its place, and with what would be right. */
export class ConfigError extends DreamError {
  constructor(sentence: string) {
    super(sentence, 2)
  }
}

export type Origin = 'default' | 'machine' | 'user' | 'project' | 'environment' | 'variable' | 'flag'

/** One source of settings, as it was written: nothing of it has been checked yet. */
export interface Layer {
  readonly origin: Exclude<Origin, 'default' | 'flag'>
  /** For people: the file, or where in it. */
  readonly from: string
  readonly leaves: readonly Leaf[]
  /** Came with a project's own file, which the user has not trusted yet. */
  readonly untrusted?: true
}

export interface ConfigPlace {
  /** The folder in which `dream.config.json` is looked for. */
  readonly project: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** `--env`. */
  readonly environment?: string
  /** Where the machine's rules lie; never read from the environment, which is the user's own. */
  readonly machineFile?: string
}

interface Layers {
  readonly layers: readonly Layer[]
  readonly environment?: string
  /** The project's file, where there is one: what `dream config trust` speaks of. */
  readonly projectFile?: { readonly path: string; readonly text: string }
  /** Names in the environment that look like settings and are none. */
  readonly unknownVariables: readonly string[]
}

/** A file of settings: the ones named first win. */
export interface SettingsFile {
  readonly origin: Extract<Origin, 'machine' | 'user' | 'project'>
  readonly path: string
  readonly state: 'there' | 'missing'
}

const PROJECT_FILE = 'dream.config.json'

/** Rules for everybody on this machine; whoever may write there is in charge of it. The first that is there counts. */
const MACHINE_FILES: readonly string[] = [
  ...(process.platform === 'darwin' ? ['/Library/Application Support/dream/config.json'] : []),
  '/etc/dream/config.json',
]

const machineFiles = ({ machineFile }: Pick<ConfigPlace, 'machineFile'>): readonly string[] =>
  machineFile === undefined ? MACHINE_FILES : [machineFile]

/** `$XDG_CONFIG_HOME/dream/config.json`, else `~/.config/dream/config.json`. */
function userFile({ home, env }: Pick<ConfigPlace, 'home' | 'env'>): string {
  const xdg = env['XDG_CONFIG_HOME']
  return xdg?.startsWith('/') ? `${xdg}/dream/config.json` : `${home}/.config/dream/config.json`
}

const projectFileOf = (place: ConfigPlace): string | undefined => {
  const path = `${place.project}/${PROJECT_FILE}`
  return path === userFile(place) ? undefined : path
}

export function settingsFiles(place: ConfigPlace): SettingsFile[] {
  const project = projectFileOf(place)
  const file = (origin: SettingsFile['origin'], path: string): SettingsFile => ({
    origin,
    path,
    state: realPath(path) === undefined ? 'missing' : 'there',
  })
  return [
    ...machineFiles(place).map(path => file('machine', path)),
    ...(project === undefined ? [] : [file('project', project)]),
    file('user', userFile(place)),
  ]
}

/** Machine, user, project, environment block, variables, in the order in which they override each other. */
export function readLayers(place: ConfigPlace): Layers {
  const userPath = userFile(place)
  const userText = readSmallText(userPath)
  const user = userText === undefined ? undefined : parsedFile(userPath, userText)
  const projectPath = projectFileOf(place)
  const project = projectPath === undefined ? undefined : readProjectFile(projectPath)
  const environment = place.environment ?? (place.env['DREAM_ENV'] || undefined)
  const variables = variablesIn(place.env)
  const layers = [
    machineLayer(place),
    user && fileLayer('user', user),
    project && fileLayer('project', project),
    ...(environment === undefined ? [] : blockLayers([user, project], environment, projectPath)),
    variables.layer,
  ].filter(layer => layer !== undefined)
  debug('settings', () => ({
    read: layers.map(({ origin, from, leaves }) => ({
      origin,
      from,
      settings: leaves.map(({ name }) => name),
    })),
    absent: [user === undefined ? [userPath] : [], project === undefined ? [projectPath] : []].flat(),
    ...(environment !== undefined && { environment }),
  }))
  return {
    layers,
    unknownVariables: variables.unknown,
    ...(environment !== undefined && { environment }),
    ...(project !== undefined && { projectFile: { path: project.path, text: project.text } }),
  }
}

interface ConfigFile {
  readonly path: string
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

function parsedFile(path: string, text: string): ConfigFile {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new ConfigError(sayEarly().settings.notJson(path, jsonFault(error)))
  }
  if (isTree(data)) return { path, text, data }
  const { list, null: none, other } = sayEarly().settings.kinds
  const kind = Array.isArray(data) ? list : data === null ? none : other(typeof data)
  throw new ConfigError(sayEarly().settings.notObject(path, kind))
}

const LARGEST = 1_000_000

function readProjectFile(path: string): ConfigFile | undefined {
  const read = readRegularFile(path, LARGEST)
  if (read.kind === 'read') return parsedFile(path, read.bytes.toString('utf8'))
  if (read.kind !== 'symlink') return undefined
  if (leadsOut(path)) throw new ConfigError(sayEarly().settings.linkOut(path))
  const text = readSmallText(path)
  return text === undefined ? undefined : parsedFile(path, text)
}

/** Whatever a link out of the project leads to would be shown in a message, or changed. */
export function leadsOut(projectFile: string): boolean {
  const project = realPath(dirname(projectFile))
  return project !== undefined && wayWithin(project, join(project, PROJECT_FILE)).at === 'outside'
}

function fileLayer(origin: 'user' | 'project', { path, data }: ConfigFile): Layer {
  const leaves = fileLeaves(data).filter(({ name, value }) => !isRemovedDefault(name, value))
  return { origin, from: path, leaves, ...(origin === 'project' && { untrusted: true }) }
}

/** What a file sets; editors find the schema by the key `$schema`. */
export function fileLeaves({ $schema: _, ...settings }: ConfigFile['data']): Leaf[] {
  return leavesOf(settings)
}

/** The lowest layer, and a floor under all others. One that cannot be read stops Dream. */
export function machineLayer(place: Pick<ConfigPlace, 'machineFile'>): Layer | undefined {
  for (const path of machineFiles(place)) {
    const read = readRegularFile(path, LARGEST, 'follow')
    if (read.kind === 'gone') continue
    const words = sayEarly().builds.machine
    if (read.kind !== 'read')
      throw new ConfigError(words.unreadable(path, 'why' in read ? read.why : read.kind))
    const leaves = fileLeaves(parsedFile(path, read.bytes.toString('utf8')).data)
    if (leaves.some(({ name }) => name === 'environments')) throw new ConfigError(words.environments(path))
    return { origin: 'machine', from: path, leaves }
  }
  return undefined
}

/** The built-in block of this name, then that of every file that has it. A name that no file knows is a mistake and said so. */
function blockLayers(
  files: readonly (ConfigFile | undefined)[],
  name: string,
  project: string | undefined,
): Layer[] {
  const built = ENVIRONMENTS[name]
  const layers: Layer[] = Object.hasOwn(ENVIRONMENTS, name)
    ? [{ origin: 'environment', from: `environments.${name}`, leaves: leavesOf(built!) }]
    : []
  const known = Object.keys(ENVIRONMENTS)
  for (const { path, data } of files.filter(file => file !== undefined)) {
    const blocks = Object.hasOwn(data, 'environments') ? data['environments'] : undefined
    if (!isTree(blocks)) continue
    known.push(...Object.keys(blocks))
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined
    if (!isTree(block)) continue
    const from = `${path}, environments.${name}`
    const layer = { origin: 'environment', from, leaves: leavesOf(block) } as const
    layers.push(path === project ? { ...layer, untrusted: true } : layer)
  }
  if (layers.length > 0) return layers
  const names = [...new Set(known)].join(', ')
  throw new ConfigError(sayEarly().settings.otherEnvironments(JSON.stringify(name), names))
}

const PREFIX = 'DREAM_'

/** Not settings by their names: they choose the block and what is told, or are older than this file. */
export const NAMED_VARIABLES: Readonly<Record<string, string | null>> = {
  DREAM_DATABASE_URL: null,
  DREAM_DEBUG: null,
  DREAM_ENV: null,
  DREAM_VAULT_PATH: 'journal.vault',
}

/** `DREAM_AUTODREAM__ENABLED=false` is `autoDream.enabled`; case does not matter, for shells shout. */
export function variablesIn(env: ConfigPlace['env']): { readonly layer?: Layer; readonly unknown: string[] } {
  const leaves: Leaf[] = []
  const unknown: string[] = []
  const given = Object.keys(env).filter(name => name.startsWith(PREFIX) && env[name] !== undefined)
  const known = given.length === 0 ? new Map<string, string>() : settingsByVariable()
  for (const spelled of given.sort()) {
    const name = Object.hasOwn(NAMED_VARIABLES, spelled)
      ? NAMED_VARIABLES[spelled]
      : known.get(spelled.toUpperCase())
    if (name === null || (name !== undefined && env[spelled] === '')) continue
    if (name === undefined) unknown.push(spelled)
    else leaves.push({ name, value: env[spelled], spelled })
  }
  return { unknown, ...(leaves.length > 0 && { layer: { origin: 'variable', from: 'DREAM_*', leaves } }) }
}

/** Every setting by the name of its variable. */
export const settingsByVariable = (): Map<string, string> =>
  new Map(NAMES.filter(name => name !== 'environments').map(name => [variableOf(name), name]))

export const variableOf = (name: string): string => `${PREFIX}${name.replaceAll('.', '__').toUpperCase()}`
