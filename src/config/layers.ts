import { readRegularFile, readSmallText, realPath } from '../disk/index.ts'
import { jsonFault } from '../text/index.ts'
import { DEFAULTS } from './defaults.ts'
import { ConfigError } from './error.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { variableLayer } from './variables.ts'

export type Origin = 'default' | 'user' | 'project' | 'environment' | 'variable' | 'flag'

/** One source of settings, as it was written: nothing of it has been checked yet. */
export interface Layer {
  readonly origin: Exclude<Origin, 'default' | 'flag'>
  /** For people: the file, or where in it. */
  readonly from: string
  readonly leaves: readonly Leaf[]
  /** Came with a project's own file, which the user has not trusted yet. */
  readonly untrusted: boolean
}

export interface ConfigPlace {
  /** The folder in which `dream.config.json` is looked for. */
  readonly project: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** `--env`. */
  readonly environment?: string
}

export interface Layers {
  readonly layers: readonly Layer[]
  readonly environment: string | undefined
  /** The project's file, where there is one: what `dream trust` speaks of. */
  readonly projectFile?: { readonly path: string; readonly text: string }
  /** Names in the environment that look like settings and are none. */
  readonly unknownVariables: readonly string[]
}

const PROJECT_FILE = 'dream.config.json'

/** `$XDG_CONFIG_HOME/dream/config.json`, else `~/.config/dream/config.json`. */
function userFile({ home, env }: Pick<ConfigPlace, 'home' | 'env'>): string {
  const xdg = env['XDG_CONFIG_HOME']
  return xdg?.startsWith('/') ? `${xdg}/dream/config.json` : `${home}/.config/dream/config.json`
}

/** A6: user, project, environment block, variables, in the order in which they override each other. */
export function readLayers(place: ConfigPlace): Layers {
  const user = readFile(userFile(place))
  const path = `${place.project}/${PROJECT_FILE}`
  const project = path === userFile(place) ? undefined : readProjectFile(place.project, path)
  const environment = place.environment ?? (place.env['DREAM_ENV'] || undefined)
  const variables = variableLayer(place.env, DEFAULTS)
  const layers: Layer[] = []
  if (user !== undefined) layers.push(fileLayer('user', user))
  if (project !== undefined) layers.push(fileLayer('project', project))
  const files = [user, project].filter(file => file !== undefined)
  if (environment !== undefined) layers.push(...blockLayers(files, environment, path))
  if (variables.leaves.length > 0)
    layers.push({ origin: 'variable', from: 'DREAM_*', leaves: variables.leaves, untrusted: false })
  return {
    layers,
    environment,
    unknownVariables: variables.unknown,
    ...(project !== undefined && { projectFile: { path, text: project.text } }),
  }
}

/** Only where there is something to trust is anything loaded for it. */
export async function isProjectTrusted({ projectFile }: Layers, stateHome: string): Promise<boolean> {
  if (projectFile === undefined) return false
  const { isTrusted } = await import('./trust.ts')
  return isTrusted(stateHome, projectFile.path, projectFile.text)
}

interface ConfigFile {
  readonly path: string
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

function readFile(path: string): ConfigFile | undefined {
  const text = readSmallText(path)
  return text === undefined ? undefined : parsed(path, text)
}

function parsed(path: string, text: string): ConfigFile {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`${path} is not JSON: ${jsonFault(error)}`)
  }
  if (!isPlain(data)) throw new ConfigError(`${path} holds ${kindOf(data)}, and has to hold an object`)
  return { path, text, data }
}

/** A link that leads out of the project would show whatever it leads to in a message. */
function readProjectFile(project: string, path: string): ConfigFile | undefined {
  const read = readRegularFile(path, LARGEST)
  if (read.kind === 'read') return parsed(path, read.bytes.toString('utf8'))
  if (read.kind !== 'symlink') return undefined
  const real = realPath(path)
  if (real?.startsWith(`${realPath(project)}/`)) return readFile(path)
  throw new ConfigError(
    `${path} is a link out of the project, and is not followed; make it a file, or remove it`,
  )
}

const LARGEST = 1_000_000

function fileLayer(origin: 'user' | 'project', { path, data }: ConfigFile): Layer {
  // Editors find the schema by this key.
  const { $schema: _, ...settings } = data
  return { origin, from: path, leaves: leavesOf(settings), untrusted: origin === 'project' }
}

/** The chosen block of every file that has it. A name that no file knows is a mistake and said so. */
function blockLayers(files: readonly ConfigFile[], name: string, project: string): Layer[] {
  const layers: Layer[] = []
  const known: string[] = []
  for (const { path, data } of files) {
    const blocks = Object.hasOwn(data, 'environments') ? data['environments'] : undefined
    if (!isPlain(blocks)) continue
    known.push(...Object.keys(blocks))
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined
    if (!isPlain(block)) continue
    const from = `${path}, environments.${name}`
    layers.push({ origin: 'environment', from, leaves: leavesOf(block), untrusted: path === project })
  }
  if (layers.length === 0) {
    throw new ConfigError(
      `there is no environment ${JSON.stringify(name)}: ${known.length === 0 ? 'no configuration file has any' : `there is ${known.join(', ')}`}`,
    )
  }
  return layers
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`
}
