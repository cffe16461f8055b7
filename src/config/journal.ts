import { type Config, DEFAULTS } from './defaults.ts'
import { ConfigError } from './error.ts'
import { type ConfigPlace, type Layer, readLayers } from './layers.ts'
import { type Fits, quickValues } from './quick.ts'
import { isTimeZone } from './time-zone.ts'
import { isTrusted } from './trust.ts'
import { variableLayer } from './variables.ts'

/** The settings that journals follow. */
export type JournalSettings = Pick<Config, 'journal' | 'forget' | 'schedule'>

const isLimit = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 10_000_000

const FITS: Fits = {
  'journal.vault': value => value === null || (typeof value === 'string' && /^(?:\/|~\/|~$)/.test(value)),
  'journal.limits.target': isLimit,
  'journal.limits.compress': isLimit,
  'journal.limits.hard': isLimit,
  'journal.limits.cut': value => value === null || isLimit(value),
  'forget.reemerge': value => value === 'ask' || value === 'auto',
  'schedule.enabled': value => typeof value === 'boolean',
  'schedule.timeZone': value => value === null || (typeof value === 'string' && isTimeZone(value)),
}

/** The same values that `loadConfig` gives, at once: much of what needs them cannot wait for a schema. */
export function readJournalSettings(place: ConfigPlace, stateHome: string): JournalSettings {
  const { layers, projectFile } = readLayers(place)
  return followed(layers, () => !!projectFile && isTrusted(stateHome, projectFile.path, projectFile.text))
}

/** What the variables say, where the files cannot be read and the work must go on. */
export function journalVariables(env: ConfigPlace['env']): JournalSettings {
  const { leaves } = variableLayer(env, DEFAULTS)
  try {
    return followed([{ origin: 'variable', from: 'DREAM_*', leaves, untrusted: false }], () => false)
  } catch (error) {
    if (error instanceof ConfigError) return DEFAULTS
    throw error
  }
}

const followed = (layers: readonly Layer[], trusts: () => boolean): JournalSettings =>
  layers.length === 0 ? DEFAULTS : quickValues(layers, FITS, trusts)
