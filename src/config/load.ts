import { nearest } from '../model/index.ts'
import { type Config, DEFAULTS } from './defaults.ts'
import { ConfigError } from './error.ts'
import {
  type ConfigPlace,
  isProjectTrusted,
  type Layer,
  type Layers,
  type Origin,
  readLayers,
} from './layers.ts'
import { dotted, isEmptyPart, type Leaf, leavesOf, treeOf } from './leaves.ts'
import { whyRemoved } from './removed.ts'
import { mayUntrustedSet } from './untrusted.ts'
import { variableOf } from './variables.ts'

/** One setting, and how it came to be what it is. */
interface Setting {
  readonly path: string
  readonly value: unknown
  readonly origin: Origin
  /** The file, block or variable. */
  readonly from?: string
}

/** A value in a project's own file that is not followed yet. */
interface Waiting {
  readonly path: string
  readonly value: unknown
  readonly from: string
}

export interface Effective {
  readonly config: Config
  readonly settings: readonly Setting[]
  readonly environment?: string
  /** What `dream trust` would let through. */
  readonly waiting: readonly Waiting[]
  readonly projectFile?: { readonly path: string; readonly text: string; readonly trusted: boolean }
  /** Variables called `DREAM_…` that are no settings: perhaps another program's. */
  readonly unknownVariables: readonly string[]
}

/** A6. Where nothing is configured nothing is loaded but the defaults. */
export async function loadConfig(place: ConfigPlace, stateHome: string): Promise<Effective> {
  const read = readLayers(place)
  refuseMistypedVariables(read.unknownVariables)
  if (read.layers.length === 0 && read.projectFile === undefined)
    return {
      config: DEFAULTS,
      settings: DEFAULT_SETTINGS,
      waiting: [],
      unknownVariables: read.unknownVariables,
    }
  const { checkLayers } = await import('./check.ts')
  const layers = checkLayers(read.layers)
  const trusted = await isProjectTrusted(read, stateHome)
  return effectiveOf({ ...read, layers }, trusted)
}

const DEFAULT_SETTINGS: readonly Setting[] = leavesOf(DEFAULTS).map(({ path, value }) => ({
  path: dotted(path),
  value,
  origin: 'default',
}))

function effectiveOf(read: Layers, trusted: boolean): Effective {
  const settings = new Map(DEFAULT_SETTINGS.map(setting => [setting.path, setting]))
  const waiting: Waiting[] = []
  for (const layer of read.layers) {
    for (const leaf of layer.leaves.filter(each => !isEmptyPart(each))) {
      const setting = settingOf(leaf, layer)
      const current = settings.get(setting.path)?.value
      const may = layer.untrusted && !trusted ? mayUntrustedSet(leaf.path, leaf.value, current) : 'follow'
      if (may === 'follow') settings.set(setting.path, setting)
      else waiting.push({ path: setting.path, value: leaf.value, from: layer.from })
    }
  }
  const config = treeOf([...settings.values()].map(({ path, value }) => ({ path: path.split('.'), value })))
  refuseContradictions(config as unknown as Config)
  return {
    config: config as unknown as Config,
    settings: [...settings.values()],
    waiting,
    unknownVariables: read.unknownVariables,
    ...(read.environment !== undefined && { environment: read.environment }),
    ...(read.projectFile !== undefined && { projectFile: { ...read.projectFile, trusted } }),
  }
}

function settingOf({ path, value, spelled }: Leaf, { origin, from }: Layer): Setting {
  return { path: dotted(path), value, origin, from: origin === 'variable' ? (spelled ?? from) : from }
}

/** A variable near one of ours is a slip; any other belongs to some other program. */
function refuseMistypedVariables(names: readonly string[]): void {
  if (names.length === 0) return
  const known = leavesOf(DEFAULTS).map(leaf => variableOf(leaf.path))
  for (const name of names) {
    const removed = whyRemoved(name.slice('DREAM_'.length).replaceAll('__', '.'))
    if (removed !== undefined)
      throw new ConfigError(`the variable ${name} is no setting any more: ${removed}`)
    const meant = nearest(name.toUpperCase(), [...known, 'DREAM_ENV', 'DREAM_VAULT_PATH'])
    const part = name.slice('DREAM_'.length).split('__')[0]!.toLowerCase()
    const isOurs = name.includes('__') && Object.keys(DEFAULTS).some(key => key.toLowerCase() === part)
    if (meant === undefined && !isOurs) continue
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`
    throw new ConfigError(`the variable ${name} is not a setting${hint}; dream config lists them all`)
  }
}

/** Values that are right one by one and wrong together. */
function refuseContradictions({ autoDream, journal, llm }: Config): void {
  for (const [name, { endpoint, model, preset }] of Object.entries(llm)) {
    if (endpoint === null || model !== null || preset !== null) continue
    throw new ConfigError(
      `llm.${name}.endpoint is set and llm.${name}.model is not; expected both, or a preset`,
    )
  }
  const { minHoursBetweenDream: min, maxHoursBetweenDream: max } = autoDream.timeGate
  if (min > max) {
    throw new ConfigError(
      `autoDream.timeGate.minHoursBetweenDream is ${min} and maxHoursBetweenDream is ${max}; expected the first to be no more than the second`,
    )
  }
  const { target, compress, hard } = journal.limits
  if (target > compress || compress > hard) {
    throw new ConfigError(
      `journal.limits are ${target}, ${compress}, ${hard}; expected target, compress and hard to rise in this order`,
    )
  }
}
