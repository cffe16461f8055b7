import { sayEarly } from '../languages/index.ts'
import { nearest } from '../text/index.ts'
import { checkLayers, fits, readVariable } from './check.ts'
import { isPart } from './kinds.ts'
import {
  ConfigError,
  type ConfigPlace,
  dotted,
  isTree,
  type Layer,
  type Leaf,
  leavesOf,
  NAMED_VARIABLES,
  type Origin,
  readLayers,
  settingsByVariable,
  treeOf,
  variablesIn,
} from './layers.ts'
import { Floor, machineLayer, type Overruled } from './machine.ts'
import { type Config, DEFAULTS, mayUntrustedSet, nodeAt, whyRemoved } from './settings.ts'
import { isTrusted } from './trust.ts'

/** One setting, and how it came to be what it is. */
interface SettingInForce {
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

/** The settings in force and where each comes from. */
export interface Effective {
  readonly config: Config
  readonly settings: readonly SettingInForce[]
  readonly environment?: string
  /** What `dream config trust` would let through. */
  readonly waiting: readonly Waiting[]
  readonly projectFile?: { readonly path: string; readonly text: string; readonly trusted: boolean }
  /** Variables called `DREAM_…` that are no settings: perhaps another program's. */
  readonly unknownVariables: readonly string[]
  /** What the machine's rules do not allow. */
  readonly overruled: readonly Overruled[]
  readonly floor: Floor
}

export function loadConfig(place: ConfigPlace, stateHome: string): Effective {
  const { layers, projectFile, environment, unknownVariables } = readLayers(place, machineLayer(place))
  refuseMistypedVariables(unknownVariables)
  if (layers.length === 0) return { ...DEFAULT_EFFECTIVE, unknownVariables }
  const checked = checkLayers(layers)
  const trusted = projectFile !== undefined && isTrusted(stateHome, projectFile.path, projectFile.text)
  const { settings, waiting, overruled, floor } = inForce(checked, () => trusted)
  const config = configOf(settings)
  refuseContradictions(config)
  return {
    config,
    settings,
    waiting,
    unknownVariables,
    overruled,
    floor,
    ...(environment !== undefined && { environment }),
    ...(projectFile !== undefined && { projectFile: { ...projectFile, trusted } }),
  }
}

const NO_RULES = { overruled: [], floor: new Floor([]) } as const

const DEFAULT_SETTINGS: readonly SettingInForce[] = leavesOf(DEFAULTS).map(({ path, value }) => ({
  path: dotted(path),
  value,
  origin: 'default',
}))

/** Where no file can be read. */
export const DEFAULT_EFFECTIVE: Effective = {
  config: DEFAULTS,
  settings: DEFAULT_SETTINGS,
  waiting: [],
  unknownVariables: [],
  ...NO_RULES,
}

const configOf = (settings: readonly SettingInForce[]): Config =>
  treeOf(settings.map(({ path, value }) => ({ path: path.split('.'), value }))) as unknown as Config

/** The later layer wins, as far as the user and the machine let it. */
function inForce(layers: readonly Layer[], isTrustedFile: () => boolean) {
  const settings = new Map(DEFAULT_SETTINGS.map(setting => [setting.path, setting]))
  const waiting: Waiting[] = []
  const overruled: Overruled[] = []
  const floor = new Floor(layers)
  for (const { leaves, origin, from, untrusted } of layers) {
    for (const { path, value, spelled } of leaves.filter(leaf => !isEmptyPart(leaf))) {
      const name = dotted(path)
      const source = origin === 'variable' ? (spelled ?? from) : from
      const against = origin === 'machine' ? undefined : floor.against(name, value)
      if (against !== undefined) {
        overruled.push({ path: name, value, from: source, ...against })
        continue
      }
      const may = untrusted ? mayUntrustedSet(path, value, settings.get(name)?.value) : 'follow'
      if (may === 'follow' || isTrustedFile()) settings.set(name, { path: name, value, origin, from: source })
      else waiting.push({ path: name, value, from })
    }
  }
  return { settings: [...settings.values()], waiting, overruled, floor }
}

const isEmptyPart = ({ path, value }: Leaf): boolean => path[0] !== 'environments' && isTree(value)

/** The settings that journals follow. */
export type JournalSettings = Pick<Config, 'journal' | 'forget' | 'schedule'>

/**
 * Some parts of the same settings, for who must not stop at a mistake in another part: hooks, journals. A mistake in these is
 * refused with a word of where it is explained.
 */
export function loadParts<Name extends keyof Config>(
  place: ConfigPlace,
  stateHome: string,
  parts: readonly Name[],
): Pick<Config, Name> {
  const { layers, projectFile } = readLayers(place, machineLayer(place))
  const trusts = () => !!projectFile && isTrusted(stateHome, projectFile.path, projectFile.text)
  return partsOf(layers, parts, trusts)
}

/** What the machine and the variables say, where the other files cannot be read and the work must go on. */
export function partsFromVariables<Name extends keyof Config>(
  { env, machineFile }: Pick<ConfigPlace, 'env' | 'machineFile'>,
  parts: readonly Name[],
): Pick<Config, Name> {
  try {
    const machine = machineLayer(machineFile === undefined ? {} : { machineFile })
    return partsOf([...(machine === undefined ? [] : [machine]), variablesIn(env).layer], parts, () => false)
  } catch (error) {
    if (error instanceof ConfigError) return DEFAULTS
    throw error
  }
}

function partsOf(layers: readonly Layer[], parts: readonly string[], trusts: () => boolean): Config {
  const some = layers.map(layer => {
    const leaves = layer.leaves.filter(({ path }) => parts.includes(path[0]!))
    return {
      ...layer,
      leaves: leaves.flatMap(each => {
        const leaf = layer.origin === 'variable' ? readVariable(each) : each
        const node = nodeAt(leaf.path)
        if (node === undefined || isPart(node)) return []
        if (fits(node, leaf.value)) return [leaf]
        throw new ConfigError(sayEarly().settings.cannotBeUsed(layer.from, dotted(leaf.path)))
      }),
    }
  })
  return configOf(inForce(some, trusts).settings.filter(({ path }) => parts.includes(path.split('.')[0]!)))
}

/** A variable near one of ours is a slip; any other belongs to some other program. */
function refuseMistypedVariables(names: readonly string[]): void {
  if (names.length === 0) return
  const known = [...settingsByVariable().keys(), ...Object.keys(NAMED_VARIABLES)]
  for (const name of names) {
    const own = name.slice('DREAM_'.length)
    const removed = whyRemoved(own.replaceAll('__', '.'))
    if (removed !== undefined)
      throw new ConfigError(sayEarly().settings.isRemoved(sayEarly().settings.variable(name), removed))
    const meant = nearest(name.toUpperCase(), known)
    const part = own.split('__')[0]!.toLowerCase()
    const isOurs = name.includes('__') && Object.keys(DEFAULTS).some(key => key.toLowerCase() === part)
    if (meant === undefined && !isOurs) continue
    const hint = meant === undefined ? '' : sayEarly().settings.didYouMean(meant)
    throw new ConfigError(sayEarly().settings.unknown(sayEarly().settings.variable(name), hint))
  }
}

/** Values that are right one by one and wrong together. */
function refuseContradictions({ autoDream, journal, llm }: Config): void {
  for (const [name, { endpoint, model, preset }] of Object.entries(llm)) {
    if (endpoint === null || model !== null || preset !== null) continue
    throw new ConfigError(sayEarly().settings.needsModel(name))
  }
  const { minHoursBetweenDream: min, maxHoursBetweenDream: max } = autoDream.timeGate
  if (min > max) {
    throw new ConfigError(sayEarly().settings.hoursReversed(min, max))
  }
  const { target, compress, hard } = journal.limits
  if (target > compress || compress > hard) {
    throw new ConfigError(sayEarly().settings.limitsReversed(target, compress, hard))
  }
}
