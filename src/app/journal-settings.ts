import { ConfigError, type JournalSettings, journalVariables, readJournalSettings } from '../config/index.ts'
import { surroundingsOf } from '../sources/index.ts'
import { refuseForeignState } from '../state/index.ts'
import { stateHome } from '../store/index.ts'

interface Place {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly project?: string
  readonly settings?: JournalSettings
}

/** The settings given, else those of the configuration; `go-on`: also where that cannot be read. */
export function journalSettings(place: Place, unreadable: 'refuse' | 'go-on' = 'refuse'): JournalSettings {
  if (place.settings !== undefined) return place.settings
  const { env, home } = place
  const state = stateHome(env, home)
  refuseForeignState(state)
  try {
    return readJournalSettings({ project: surroundingsOf(place).project, home, env }, state)
  } catch (error) {
    if (unreadable === 'refuse' || !(error instanceof ConfigError)) throw error
    return journalVariables(env)
  }
}

/** With the settings and the vault that they name: where a journal workspace is looked for. */
export function withVault<Where extends Place>(
  where: Where,
  unreadable?: 'go-on',
): Where & { readonly settings: JournalSettings; readonly vault: string | null } {
  const settings = journalSettings(where, unreadable)
  return { ...where, settings, vault: settings.journal.vault }
}

/** Whose wall clock is meant; the machine's own where undefined. */
export const zoneOf = ({ schedule }: JournalSettings, { env }: Place): string | undefined =>
  schedule.timeZone ?? (env['TZ'] || undefined)
