import { DEFAULTS } from './defaults.ts'
import { ConfigError } from './error.ts'
import { type ConfigPlace, isProjectTrusted, type Layer, readLayers } from './layers.ts'
import { dotted, type Leaf, valueAt } from './leaves.ts'
import { mayStrangerSet } from './stranger.ts'

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
  const values = new Map<string, unknown>(PATHS.map(path => [dotted(path), valueAt(DEFAULTS, path)]))
  let trusted: boolean | undefined
  for (const layer of read.layers) {
    for (const leaf of layer.leaves.filter(each => values.has(dotted(each.path)))) {
      const name = dotted(leaf.path)
      const value = plainValue(leaf, layer, values.get(name))
      if (layer.stranger && mayStrangerSet(leaf.path, value, values.get(name)) !== 'follow') {
        trusted ??= await isProjectTrusted(read, stateHome)
        if (!trusted) continue
      }
      values.set(name, value)
    }
  }
  const at = (index: number) => values.get(dotted(PATHS[index]!)) as never
  return { enabled: at(0), minHours: at(1), maxHours: at(2), minSessions: at(3), scanIntervalMs: at(4) }
}

const PATHS = [
  ['autoDream', 'enabled'],
  ['autoDream', 'timeGate', 'minHoursBetweenDream'],
  ['autoDream', 'timeGate', 'maxHoursBetweenDream'],
  ['autoDream', 'sessionGate', 'minSessionsForDream'],
  ['autoDream', 'sessionGate', 'scanIntervalMs'],
] as const

function plainValue({ path, value }: Leaf, layer: Layer, like: unknown): unknown {
  const plain = layer.origin === 'variable' ? spelledOut(String(value)) : value
  const fits =
    typeof plain === typeof like && (typeof plain !== 'number' || (Number.isFinite(plain) && plain >= 0))
  if (!fits) throw new ConfigError(`${layer.from}: ${dotted(path)} cannot be used; dream config says why`)
  return plain
}

function spelledOut(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return text.trim() === '' ? text : Number(text)
}
