import { type Config, DEFAULTS } from './defaults.ts'
import { ConfigError } from './error.ts'
import { type ConfigPlace, isProjectTrusted, type Layer, readLayers } from './layers.ts'
import { dotted, type Leaf, treeOf, valueAt } from './leaves.ts'
import { mayUntrustedSet } from './untrusted.ts'

/** What the gates need to know. */
export interface GateSettings {
  readonly enabled: boolean
  readonly minHours: number
  readonly maxHours: number
  readonly minSessions: number
  readonly scanIntervalMs: number
}

export const DEFAULT_GATES: GateSettings = gatesOf(DEFAULTS.autoDream)

export function gatesOf({ enabled, timeGate, sessionGate }: (typeof DEFAULTS)['autoDream']): GateSettings {
  return {
    enabled,
    minHours: timeGate.minHoursBetweenDream,
    maxHours: timeGate.maxHoursBetweenDream,
    minSessions: sessionGate.minSessionsForDream,
    scanIntervalMs: sessionGate.scanIntervalMs,
  }
}

/** The same values that `loadConfig` gives, for one who has no time to load a schema: `dream auto` with closed gates. */
export async function quickGates(place: ConfigPlace, stateHome: string): Promise<GateSettings> {
  const read = readLayers(place)
  if (read.layers.length === 0) return DEFAULT_GATES
  const trusted = await isProjectTrusted(read, stateHome)
  return gatesOf(quickValues(read.layers, GATES, () => trusted).autoDream)
}

/** What a value of a setting has to be, by the setting's name. */
export type Fits = Readonly<Record<string, (value: unknown) => boolean>>

const isYesNo = (value: unknown) => typeof value === 'boolean'
const isAmount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0

const GATES: Fits = {
  'autoDream.enabled': isYesNo,
  'autoDream.timeGate.minHoursBetweenDream': isAmount,
  'autoDream.timeGate.maxHoursBetweenDream': isAmount,
  'autoDream.sessionGate.minSessionsForDream': isAmount,
  'autoDream.sessionGate.scanIntervalMs': isAmount,
}

/** A tree of the settings that `fits` names, and of no others, with no schema loaded. */
export function quickValues(layers: readonly Layer[], fits: Fits, isTrusted: () => boolean): Config {
  const values = new Map<string, unknown>(
    Object.keys(fits).map(name => [name, valueAt(DEFAULTS, name.split('.'))]),
  )
  for (const layer of layers) {
    for (const leaf of layer.leaves) {
      const name = dotted(leaf.path)
      const isFit = Object.hasOwn(fits, name) ? fits[name] : undefined
      if (isFit === undefined) continue
      const value = plainValue(leaf, layer, isFit)
      const may = layer.untrusted ? mayUntrustedSet(leaf.path, value, values.get(name)) : 'follow'
      if (may === 'follow' || isTrusted()) values.set(name, value)
    }
  }
  return treeOf([...values].map(([name, value]) => ({ path: name.split('.'), value }))) as unknown as Config
}

/** Variables are texts: where the setting is no text, what the text spells as JSON. */
function plainValue({ path, value }: Leaf, layer: Layer, isFit: (value: unknown) => boolean): unknown {
  const plain = layer.origin === 'variable' && !isFit(value) ? spelledOut(String(value)) : value
  if (!isFit(plain))
    throw new ConfigError(`${layer.from}: ${dotted(path)} cannot be used; dream config says why`)
  return plain
}

function spelledOut(text: string): unknown {
  try {
    return JSON.parse(text.toLowerCase() === 'null' ? 'null' : text)
  } catch {
    return text
  }
}
