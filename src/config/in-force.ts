import { resolve } from 'node:path'
import type { Trusts } from '../disk/index.ts'
import { isFolder, type Lead, leadText, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, type Policy } from '../model/index.ts'
import { gitLeads } from '../project/index.ts'
import { leadsOutOf, surroundingsOf } from '../sources/index.ts'
import { stateHome, stateHomeOf } from '../state/index.ts'
import { ConfigError, type ConfigPlace, type SettingsFile, settingsFiles } from './layers.ts'
import { configOf, type Effective, loadConfig, loadParts, partsFromVariables } from './load.ts'
import type { Config } from './settings.ts'
import { isTrusted, listTrusted, revokeTrust, trustText } from './trust.ts'

/** Which projects' own files the user vouches for. */
export interface TrustAnswer {
  readonly did: 'listed' | 'trusted' | 'already' | 'revoked' | 'was-not-trusted' | 'asked'
  /** What it was done to. */
  readonly files: readonly string[]
  readonly trusted: readonly { readonly file: string; readonly sha256: string; readonly at: string }[]
}

/** The settings in force for a place; `flags` come last and win. */
export async function settingsOf(where: SettingsPlace, environment?: string): Promise<Effective> {
  const { project } = surroundingsOf(where)
  const place = { ...placeOf(where, project), ...(environment !== undefined && { environment }) }
  return loadConfig(place, stateHomeOf(where))
}

const placeOf = ({ home, env, machineFile }: SettingsPlace, project: string): ConfigPlace => ({
  project,
  home,
  env,
  ...(machineFile !== undefined && { machineFile }),
})

/** Which files hold settings here; the first wins. */
export const settingsFilesOf = (where: SettingsPlace): SettingsFile[] =>
  settingsFiles(placeOf(where, surroundingsOf(where).project))

/** Options of commands that are settings. */
interface Flags {
  readonly rules?: string
  readonly recentDays?: number
  readonly merge?: string
  readonly allowLarge?: boolean
  readonly rebuildIndex?: boolean
  readonly checkLinks?: boolean
}

const FLAGS: readonly (readonly [
  option: keyof Flags,
  flag: string,
  path: string,
  /** What the flag sets; a value is set as it is. */
  value?: unknown,
])[] = [
  ['rules', '--rules', 'rules'],
  ['recentDays', '--recent-days', 'policy.recentDays'],
  ['merge', '--merge', 'policy.merge'],
  ['allowLarge', '--allow-large', 'policy.large', 'allow'],
  ['rebuildIndex', '--rebuild-index', 'policy.index', 'rebuild'],
  ['checkLinks', '--check-links', 'expiry.reference.checkLinks', true],
]

/** With the options as the last word, as far as the machine's rules allow. */
export function withFlags(effective: Effective, options: Flags): Effective {
  const flags = FLAGS.filter(([option]) => options[option] !== undefined && options[option] !== false).map(
    ([option, from, path, value = options[option]]) => ({ path, value, origin: 'flag', from }) as const,
  )
  if (flags.length === 0) return effective
  effective.floor.refuse(flags)
  const settings = effective.settings.map(each => flags.find(({ path }) => path === each.path) ?? each)
  return { ...effective, settings, config: configOf(settings) }
}

export function policyFrom({ config }: Pick<Effective, 'config'>): Policy {
  const { model: _, ...policy } = config.policy
  return { rules: config.rules, ...policy, expiry: config.expiry }
}

export function trustList(where: SettingsPlace): TrustAnswer {
  return { did: 'listed', files: [], trusted: listTrusted(stateHomeOf(where)) }
}

/** What there is to trust in a project: its own configuration, and what leads out of it. */
export interface Trustable {
  readonly file?: NonNullable<Effective['projectFile']>
  readonly waiting: Effective['waiting']
  readonly leads: readonly Lead[]
  readonly state: 'trusted' | 'waits'
}

export function trustableOf(where: SettingsPlace, { projectFile, waiting }: Effective): Trustable {
  const { project } = surroundingsOf(where)
  const leads = [...leadsOutOf(where), ...gitLeads(project)]
  if (projectFile === undefined && leads.length === 0)
    throw new DreamError(say().settings.nothingToTrust(project), 2)
  const known = trustsOf(where)
  const isTrusted = projectFile?.trusted !== false && leads.every(known)
  const file = projectFile === undefined ? {} : { file: projectFile }
  return { ...file, waiting, leads, state: isTrusted ? 'trusted' : 'waits' }
}

/** Vouches for the project's own file as it is now, and for where its links and settings lead now. */
export function trustProject(
  where: SettingsPlace,
  { file, leads, state }: Trustable,
  now: number,
): TrustAnswer {
  const stateHome = stateHomeOf(where)
  if (file !== undefined && !file.trusted) trustText(stateHome, file.path, file.text, now)
  for (const lead of leads) trustText(stateHome, lead.file, leadText(lead), now, 'beside')
  return trustAnswer(where, state === 'trusted' ? 'already' : 'trusted', { file, leads })
}

/** What became of each. */
export function trustAnswer(
  where: SettingsPlace,
  did: TrustAnswer['did'],
  { file, leads }: { readonly file?: { readonly path: string } | undefined; readonly leads: readonly Lead[] },
): TrustAnswer {
  const files = [...(file === undefined ? [] : [file.path]), ...leads.map(lead => lead.file)]
  return { did, files: [...new Set(files)], trusted: listTrusted(stateHomeOf(where)) }
}

/** Takes back all that was said of this project. */
export function revokeProject(where: SettingsPlace, trustable: Trustable): TrustAnswer {
  const stateHome = stateHomeOf(where)
  const { files } = trustAnswer(where, 'revoked', trustable)
  const done = files.map(file => revokeTrust(stateHome, file))
  return trustAnswer(where, done.includes('revoked') ? 'revoked' : 'was-not-trusted', trustable)
}

/** Takes it back; also where the file or its project is gone. */
export function revokeFile(where: SettingsPlace, file: string): TrustAnswer {
  const did = revokeTrust(stateHomeOf(where), file)
  return trustAnswer(where, did, { file: { path: file }, leads: [] })
}

/** Whose memory, and where its settings are looked for. */
export interface SettingsPlace {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly project?: string
  /** Where the machine's rules lie, where that is not the usual place. */
  readonly machineFile?: string
  /** The settings that journals follow; read from the configuration where absent. */
  readonly settings?: JournalSettings
}

/** The settings that journals follow. */
export type JournalSettings = Pick<Config, 'journal' | 'forget' | 'schedule'>

const PARTS = ['journal', 'forget', 'schedule'] as const

/** The settings given, else those of the configuration; `go-on`: also where that cannot be read. */
export function journalSettings(
  place: SettingsPlace,
  unreadable: 'refuse' | 'go-on' = 'refuse',
): JournalSettings {
  if (place.settings !== undefined) return place.settings
  const state = stateHomeOf(place)
  try {
    return loadParts(placeOf(place, surroundingsOf(place).project), state, PARTS)
  } catch (error) {
    if (unreadable === 'refuse' || !(error instanceof ConfigError)) throw error
    return partsFromVariables(place, PARTS)
  }
}

/** The language that is set, whatever is wrong with other settings; nothing where it is left to Dream. */
export function languageSet(place: SettingsPlace): string | undefined {
  const { env, home } = place
  const set = (() => {
    try {
      const project = placeOf(place, surroundingsOf(place).project)
      return loadParts(project, stateHome(env, home), ['language']).language
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return partsFromVariables(place, ['language']).language
    }
  })()
  return set === 'auto' ? undefined : set
}

/** With the settings and the vault that they name: where a journal workspace is looked for. */
export function withVault<Where extends SettingsPlace>(
  where: Where,
  unreadable?: 'go-on',
): Where & { readonly settings: JournalSettings; readonly vault: string | null } {
  const settings = journalSettings(where, unreadable)
  return { ...where, settings, vault: settings.journal.vault }
}

/** Whose wall clock is meant; the machine's own where undefined. */
export const zoneOf = ({ schedule }: JournalSettings, { env }: SettingsPlace): string | undefined =>
  schedule.timeZone ?? (env['TZ'] || undefined)

/** The settings that MAGMA follows. */
export type MagmaSettings = Pick<Config, 'magma' | 'obsidian' | 'rules'>

/** Where MAGMA's notes lie: in the Obsidian vault, or in Dream's own state where none is set. */
export interface MagmaHome {
  readonly kind: 'obsidian' | 'state'
  /** Links resolved where it is there. */
  readonly vault: string
  readonly state: 'there' | 'missing'
  /** The folder of the notes. */
  readonly folder: string
}

/** In the vault; the name that actions use is `@vault/magma/…`. */
export const NOTES = 'magma'

export function magmaHome(where: SettingsPlace, { obsidian }: MagmaSettings): MagmaHome {
  const set = obsidian.vault
  const path =
    set === null ? `${stateHomeOf(where)}/vault` : resolve(where.cwd, set.replace(/^~(?=\/|$)/, where.home))
  const real = isFolder(path) ? realPath(path) : undefined
  const vault = real ?? path
  const state = real === undefined ? 'missing' : 'there'
  return { kind: set === null ? 'state' : 'obsidian', vault, state, folder: `${vault}/${NOTES}` }
}

/** What the user lets lead out of a project. */
export function trustsOf(place: Pick<SettingsPlace, 'env' | 'home'>): Trusts {
  const home = stateHomeOf(place)
  return lead => isTrusted(home, lead.file, leadText(lead))
}
