import { dirname, join } from 'node:path'
import { readRegularFile, readSmallText, realPath, wayWithin } from '../disk/index.ts'
import { sayEarly } from '../languages/index.ts'
import { DreamError, debug } from '../model/index.ts'
import { jsonFault } from '../text/index.ts'
import { DEFAULTS, ENVIRONMENTS, isRemovedDefault } from './settings.ts'

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
  readonly untrusted: boolean
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

export interface Layers {
  readonly layers: readonly Layer[]
  readonly environment: string | undefined
  /** The project's file, where there is one: what `dream config trust` speaks of. */
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

/** The files of settings, in the order in which they override each other. */
export function configFiles(place: ConfigPlace): readonly { origin: 'user' | 'project'; path: string }[] {
  const user = userFile(place)
  const project = `${place.project}/${PROJECT_FILE}`
  const own = project === user ? [] : [{ origin: 'project' as const, path: project }]
  return [{ origin: 'user', path: user }, ...own]
}

/** Machine, user, project, environment block, variables, in the order in which they override each other. */
export function readLayers(place: ConfigPlace, machine: Layer | undefined): Layers {
  const user = readFile(userFile(place))
  const path = `${place.project}/${PROJECT_FILE}`
  const project = path === userFile(place) ? undefined : readProjectFile(path)
  const environment = place.environment ?? (place.env['DREAM_ENV'] || undefined)
  const variables = variablesIn(place.env)
  const layers: Layer[] = machine === undefined ? [] : [machine]
  if (user !== undefined) layers.push(fileLayer('user', user))
  if (project !== undefined) layers.push(fileLayer('project', project))
  const files = [user, project].filter(file => file !== undefined)
  if (environment !== undefined) layers.push(...blockLayers(files, environment, path))
  if (variables.layer.leaves.length > 0) layers.push(variables.layer)
  debug('settings', () => ({
    read: layers.map(({ origin, from, leaves }) => ({
      origin,
      from,
      settings: leaves.map(({ path }) => dotted(path)),
    })),
    absent: [user === undefined ? [userFile(place)] : [], project === undefined ? [path] : []].flat(),
    ...(environment !== undefined && { environment }),
  }))
  return {
    layers,
    environment,
    unknownVariables: variables.unknown,
    ...(project !== undefined && { projectFile: { path, text: project.text } }),
  }
}

interface ConfigFile {
  readonly path: string
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

function readFile(path: string): ConfigFile | undefined {
  const text = readSmallText(path)
  return text === undefined ? undefined : parsedFile(path, text)
}

export function parsedFile(path: string, text: string): ConfigFile {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new ConfigError(sayEarly().settings.notJson(path, jsonFault(error)))
  }
  if (!isTree(data)) throw new ConfigError(sayEarly().settings.notObject(path, kindOf(data)))
  return { path, text, data }
}

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? sayEarly().settings.kinds.list
    : value === null
      ? sayEarly().settings.kinds.null
      : sayEarly().settings.kinds.other(typeof value)

const LARGEST = 1_000_000

function readProjectFile(path: string): ConfigFile | undefined {
  const read = readRegularFile(path, LARGEST)
  if (read.kind === 'read') return parsedFile(path, read.bytes.toString('utf8'))
  if (read.kind !== 'symlink') return undefined
  if (leadsOut(path)) throw new ConfigError(sayEarly().settings.linkOut(path))
  return readFile(path)
}

/** Whatever a link out of the project leads to would be shown in a message, or changed. */
export function leadsOut(projectFile: string): boolean {
  const project = realPath(dirname(projectFile))
  return project !== undefined && wayWithin(project, join(project, PROJECT_FILE)).at === 'outside'
}

function fileLayer(origin: 'user' | 'project', { path, data }: ConfigFile): Layer {
  // Editors find the schema by this key.
  const { $schema: _, ...settings } = data
  const leaves = leavesOf(settings).filter(leaf => !isRemovedDefault(dotted(leaf.path), leaf.value))
  return { origin, from: path, leaves, untrusted: origin === 'project' }
}

/** The built-in block of this name, then that of every file that has it. A name that no file knows is a mistake and said so. */
function blockLayers(files: readonly ConfigFile[], name: string, project: string): Layer[] {
  const layers: Layer[] = []
  const known: string[] = Object.keys(ENVIRONMENTS)
  if (Object.hasOwn(ENVIRONMENTS, name)) {
    const leaves = leavesOf(ENVIRONMENTS[name]!)
    layers.push({ origin: 'environment', from: `environments.${name}`, leaves, untrusted: false })
  }
  for (const { path, data } of files) {
    const blocks = Object.hasOwn(data, 'environments') ? data['environments'] : undefined
    if (!isTree(blocks)) continue
    known.push(...Object.keys(blocks))
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined
    if (!isTree(block)) continue
    const from = `${path}, environments.${name}`
    layers.push({ origin: 'environment', from, leaves: leavesOf(block), untrusted: path === project })
  }
  if (layers.length === 0) {
    throw new ConfigError(
      sayEarly().settings.otherEnvironments(JSON.stringify(name), [...new Set(known)].join(', ')),
    )
  }
  return layers
}

const PREFIX = 'DREAM_'

/** Not settings by their names: they choose the block and what is told, or are older than this file. */
export const NAMED_VARIABLES: Readonly<Record<string, readonly string[] | null>> = {
  DREAM_DEBUG: null,
  DREAM_ENV: null,
  DREAM_VAULT_PATH: ['journal', 'vault'],
}

/** `DREAM_AUTODREAM__ENABLED=false` is `autoDream.enabled`; case does not matter, for shells shout. */
export function variablesIn(env: ConfigPlace['env']): { readonly layer: Layer; readonly unknown: string[] } {
  const leaves: Leaf[] = []
  const unknown: string[] = []
  const given = Object.keys(env).filter(name => name.startsWith(PREFIX) && env[name] !== undefined)
  const known = given.length === 0 ? new Map<string, readonly string[]>() : settingsByVariable()
  for (const name of given.sort()) {
    const path = Object.hasOwn(NAMED_VARIABLES, name) ? NAMED_VARIABLES[name] : known.get(name.toUpperCase())
    if (path === null || (path !== undefined && env[name] === '')) continue
    if (path === undefined) unknown.push(name)
    else leaves.push({ path, value: env[name], spelled: name })
  }
  return { layer: { origin: 'variable', from: 'DREAM_*', leaves, untrusted: false }, unknown }
}

/** Every setting by the name of its variable. */
export function settingsByVariable(): Map<string, readonly string[]> {
  const paths = leavesOf(DEFAULTS).map(leaf => leaf.path)
  return new Map(paths.filter(path => path[0] !== 'environments').map(path => [variableOf(path), path]))
}

export const variableOf = (path: readonly string[]): string => `${PREFIX}${path.join('__').toUpperCase()}`

/** One value and the way to it. */
export interface Leaf {
  readonly path: readonly string[]
  readonly value: unknown
  /** How it was written, where that differs from the path: a variable, a dotted key. */
  readonly spelled?: string
}

/** Configuration is shallow; what nests deeper is somebody's mistake or somebody's joke. */
const DEEPEST = 12

/**
 * Every value of a tree. Keys may be dotted (`autoDream.enabled`); lists are values, and so are parts in which nothing
 * is set, for their names may be wrong. `environments` stays whole.
 */
export function leavesOf(tree: Readonly<Record<string, unknown>>, above: readonly string[] = []): Leaf[] {
  return Object.entries(tree).flatMap(([key, value]): Leaf[] => {
    const path = [...above, ...key.split('.')]
    const isWhole = path[0] === 'environments' || path.length > DEEPEST
    if (isTree(value) && !isWhole && Object.keys(value).length > 0) return leavesOf(value, path)
    return [{ path, value, ...(key.includes('.') && { spelled: [...above, key].join('.') }) }]
  })
}

/** The tree that these values make; a later one wins. Keys come from files, so no tree has a prototype. */
export function treeOf(leaves: readonly Leaf[]): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null)
  for (const { path, value } of leaves) {
    let at = root
    for (const key of path.slice(0, -1)) {
      const next = at[key]
      const below: Record<string, unknown> = isTree(next) ? next : Object.create(null)
      at[key] = below
      at = below
    }
    at[path.at(-1)!] = value
  }
  return root
}

/** What stands at a path, if anything does. */
export function valueAt(tree: unknown, path: readonly string[]): unknown {
  let at: unknown = tree
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

export const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `a.b.c`, as people write it. */
export const dotted = (path: readonly string[]): string => path.join('.')
