import { sayEarly } from '../languages/index.ts'
import { nearest } from '../text/index.ts'
import { checkLayers, readVariable } from './check.ts'
import {
  ConfigError,
  type ConfigPlace,
  type Layer,
  machineLayer,
  NAMED_VARIABLES,
  type Origin,
  readLayers,
  settingsByVariable,
  variablesIn,
} from './layers.ts'
import {
  type Config,
  DEFAULTS,
  isGroup,
  mayUntrustedSet,
  NAMES,
  settingNamed,
  whyRemoved,
} from './settings.ts'
import { treeOf } from './tree.ts'
import { isTrusted } from './trust.ts'

/** One setting, and how it came to be what it is. */
export interface SettingInForce {
  readonly path: string
  readonly value: unknown
  readonly origin: Origin
  /** The file, block, variable or flag. */
  readonly from?: string
}

/** The settings in force and where each comes from. */
export interface Effective {
  readonly config: Config
  readonly settings: readonly SettingInForce[]
  readonly environment?: string
  /** What a project's own file asks for and does not get before `dream config trust`. */
  readonly waiting: readonly { readonly path: string; readonly value: unknown; readonly from: string }[]
  readonly projectFile?: { readonly path: string; readonly text: string; readonly trusted: boolean }
  /** Variables called `DREAM_…` that are no settings: perhaps another program's. */
  readonly unknownVariables: readonly string[]
  /** What the machine's rules do not allow, and what they say. */
  readonly overruled: readonly {
    readonly path: string
    readonly value: unknown
    readonly from: string
    readonly rule: unknown
  }[]
  readonly floor: Floor
}

const DEFAULT_SETTINGS: readonly SettingInForce[] = NAMES.map(path => ({
  path,
  value: settingNamed(path)!.default,
  origin: 'default',
}))

export const configOf = (settings: readonly SettingInForce[]): Config =>
  treeOf(settings.map(({ path, value }) => ({ name: path, value }))) as unknown as Config

/** What the machine says about each setting that it names. */
class Floor {
  private readonly rules: ReadonlyMap<string, unknown>
  private readonly file: string

  constructor(layers: readonly Layer[]) {
    const machine = layers.find(({ origin }) => origin === 'machine')
    this.rules = new Map(machine?.leaves.map(({ name, value }) => [name, value]))
    this.file = machine?.from ?? ''
  }

  /** Where the value is looser than the machine's own: what that one is. Nothing where it may be set. */
  against(name: string, value: unknown): { readonly rule: unknown } | undefined {
    if (!this.rules.has(name)) return undefined
    const rule = this.rules.get(name)
    return mayUntrustedSet(name, value, rule) === 'follow' ? undefined : { rule }
  }

  /** A flag that asks for more than the machine allows is refused: whoever typed it would expect to get it. */
  refuse(flags: readonly SettingInForce[]): void {
    for (const { path, value, from = path } of flags) {
      const found = this.against(path, value)
      if (found === undefined) continue
      const rule = `${path}: ${JSON.stringify(found.rule)}`
      throw new ConfigError(sayEarly().builds.machine.refused(from, rule, this.file))
    }
  }
}

/** Where no file can be read. */
export const DEFAULT_EFFECTIVE: Effective = {
  config: DEFAULTS,
  settings: DEFAULT_SETTINGS,
  waiting: [],
  unknownVariables: [],
  overruled: [],
  floor: new Floor([]),
}

export function loadConfig(place: ConfigPlace, stateHome: string): Effective {
  const { layers, projectFile, environment, unknownVariables } = readLayers(place)
  refuseMistypedVariables(unknownVariables)
  if (layers.length === 0) return { ...DEFAULT_EFFECTIVE, unknownVariables }
  const trusted = projectFile !== undefined && isTrusted(stateHome, projectFile.path, projectFile.text)
  const found = inForce(checkLayers(layers), trusted)
  const config = configOf(found.settings)
  refuseContradictions(config)
  return {
    ...found,
    config,
    unknownVariables,
    ...(environment !== undefined && { environment }),
    ...(projectFile !== undefined && { projectFile: { ...projectFile, trusted } }),
  }
}

/** The later layer wins, as far as the user and the machine let it. */
function inForce(layers: readonly Layer[], isTrustedFile: boolean) {
  const settings = new Map(DEFAULT_SETTINGS.map(setting => [setting.path, setting]))
  const waiting: Effective['waiting'][number][] = []
  const overruled: Effective['overruled'][number][] = []
  const floor = new Floor(layers)
  for (const { leaves, origin, from, untrusted } of layers) {
    for (const { name: path, value, spelled } of leaves.filter(({ name }) => !isGroup(name))) {
      const source = spelled ?? from
      const against = origin === 'machine' ? undefined : floor.against(path, value)
      const mayFollow =
        untrusted === undefined ||
        isTrustedFile ||
        mayUntrustedSet(path, value, settings.get(path)?.value) === 'follow'
      if (against !== undefined) overruled.push({ path, value, from: source, ...against })
      else if (mayFollow) settings.set(path, { path, value, origin, from: source })
      else waiting.push({ path, value, from })
    }
  }
  return { settings: [...settings.values()], waiting, overruled, floor }
}

/**
 * Some parts of the same settings, for who must not stop at a mistake in another part: hooks, journals. A mistake in these is
 * refused with a word of where it is explained.
 */
export function loadParts<Name extends keyof Config>(
  place: ConfigPlace,
  stateHome: string,
  parts: readonly Name[],
): Pick<Config, Name> {
  const { layers, projectFile } = readLayers(place)
  return partsOf(layers, parts, !!projectFile && isTrusted(stateHome, projectFile.path, projectFile.text))
}

/** What the machine and the variables say, where the other files cannot be read and the work must go on. */
export function partsFromVariables<Name extends keyof Config>(
  place: Pick<ConfigPlace, 'env' | 'machineFile'>,
  parts: readonly Name[],
): Pick<Config, Name> {
  try {
    const layers = [machineLayer(place), variablesIn(place.env).layer]
    return partsOf(
      layers.filter(layer => layer !== undefined),
      parts,
      false,
    )
  } catch (error) {
    if (error instanceof ConfigError) return DEFAULTS
    throw error
  }
}

function partsOf(layers: readonly Layer[], parts: readonly string[], isTrustedFile: boolean): Config {
  const isWanted = (name: string) => parts.includes(name.split('.')[0]!)
  const some = layers.map(layer => ({
    ...layer,
    leaves: layer.leaves
      .map(leaf => (layer.origin === 'variable' ? readVariable(leaf) : leaf))
      .filter(({ name, value }) => {
        const setting = isWanted(name) ? settingNamed(name) : undefined
        if (setting?.fits(value) === false)
          throw new ConfigError(sayEarly().settings.cannotBeUsed(layer.from, name))
        return setting !== undefined
      }),
  }))
  return configOf(inForce(some, isTrustedFile).settings.filter(({ path }) => isWanted(path)))
}

/** A variable near one of ours is a slip; any other belongs to some other program. */
function refuseMistypedVariables(names: readonly string[]): void {
  if (names.length === 0) return
  const known = [...settingsByVariable().keys(), ...Object.keys(NAMED_VARIABLES)]
  const says = sayEarly().settings
  for (const name of names) {
    const own = name.slice('DREAM_'.length)
    const removed = whyRemoved(own.replaceAll('__', '.'))
    if (removed !== undefined) throw new ConfigError(says.isRemoved(says.variable(name), removed))
    const meant = nearest(name.toUpperCase(), known)
    const part = own.split('__')[0]!.toLowerCase()
    const isOurs = name.includes('__') && Object.keys(DEFAULTS).some(key => key.toLowerCase() === part)
    if (meant === undefined && !isOurs) continue
    throw new ConfigError(
      says.unknown(says.variable(name), meant === undefined ? '' : says.didYouMean(meant)),
    )
  }
}

/** Values that are right one by one and wrong together. */
function refuseContradictions({ autoDream, journal, llm }: Config): void {
  const says = sayEarly().settings
  for (const [name, { endpoint, model, preset }] of Object.entries(llm))
    if (endpoint !== null && model === null && preset === null) throw new ConfigError(says.needsModel(name))
  const { minHoursBetweenDream: min, maxHoursBetweenDream: max } = autoDream.timeGate
  if (min > max) throw new ConfigError(says.hoursReversed(min, max))
  const { target, compress, hard } = journal.limits
  if (target > compress || compress > hard) throw new ConfigError(says.limitsReversed(target, compress, hard))
}
