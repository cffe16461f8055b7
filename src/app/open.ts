import { resolve } from 'node:path'
import type { Effective } from '../config/index.ts'
import { DEFAULT_POLICY, type Policy } from '../model/index.ts'
import type { Where } from './app.ts'
import { policyFrom, settingsOf } from './settings.ts'

/** The machine a command runs on: its own process, or what a test or another interface passes. */
export interface Host {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  /** Node, and the file that was started with it: what a timer has to call. */
  readonly program: readonly string[]
  /** By which locks and models are waited for; the real ones where absent. */
  readonly time?: Pick<Where, 'clock' | 'timer'>
}

/** Which folders and rules are meant: options that many commands share. */
export interface Scope {
  readonly paths?: string | readonly string[]
  readonly folder?: readonly string[]
  readonly project?: string
  readonly allProjects?: boolean
  readonly layout?: 'index' | 'journal'
  readonly env?: string
  readonly rules?: Policy['rules']
  readonly recentDays?: number
  readonly merge?: Policy['merge']
  readonly allowLarge?: boolean
  readonly rebuildIndex?: boolean
  readonly checkLinks?: boolean
}

/** `none`: works without the settings. `where-readable`: goes on where they cannot be read. */
export type SettingsNeed = 'none' | 'where-readable' | 'follow'

/** What a command gets: each part is made when it is first asked for. */
export interface App {
  readonly host: Host
  readonly where: Where
  /** The settings in force; an error where the command declares that it works without them. */
  readonly settings: Effective
  readonly policy: Policy
  /** Options that lead another command to the same folders: ` --folder notes`. */
  readonly place: string
}

export async function openApp(host: Host, scope: Scope, need: SettingsNeed): Promise<App> {
  const bare = whereOf(host, scope)
  const settings = need === 'none' ? undefined : await settingsFor(bare, scope, need)
  const where = settings === undefined ? bare : { ...bare, settings: settings.config }
  return {
    host,
    where,
    get settings() {
      if (settings === undefined) throw new Error('a command that declares no settings asks for them')
      return settings
    },
    get policy() {
      return policyOf(settings, scope)
    },
    get place() {
      return placeOf(scope)
    },
  }
}

async function settingsFor(where: Where, scope: Scope, need: SettingsNeed): Promise<Effective | undefined> {
  try {
    return await settingsOf(where, scope.env)
  } catch (error) {
    if (need === 'where-readable') return undefined
    throw error
  }
}

const pathsOf = ({ paths = [], folder = [] }: Scope): string[] => [
  ...(typeof paths === 'string' ? [paths] : paths),
  ...folder,
]

function whereOf({ cwd, home, env, time }: Host, scope: Scope): Where {
  return {
    cwd,
    home,
    env: { ...env },
    paths: pathsOf(scope),
    allProjects: scope.allProjects === true,
    ...(scope.project !== undefined && { project: resolve(cwd, scope.project) }),
    ...(scope.layout !== undefined && { layout: scope.layout }),
    ...time,
  }
}

/** What may happen without a person: the settings in force, and the options over them. */
function policyOf(settings: Effective | undefined, scope: Scope): Policy {
  const configured = settings === undefined ? DEFAULT_POLICY : policyFrom(settings)
  const { expiry } = configured
  const checkLinks = scope.checkLinks === true || expiry.reference.checkLinks
  return {
    ...configured,
    rules: scope.rules ?? configured.rules,
    index: scope.rebuildIndex === true ? 'rebuild' : configured.index,
    merge: scope.merge ?? configured.merge,
    large: scope.allowLarge === true ? 'allow' : configured.large,
    recentDays: scope.recentDays ?? configured.recentDays,
    expiry: { ...expiry, reference: { ...expiry.reference, checkLinks } },
  }
}

/** The same folders as options, to be put behind another command. */
export function placeOf(scope: Scope): string {
  const folders = pathsOf(scope).map(path => ` --folder ${shellWord(path)}`)
  const project = scope.project === undefined ? '' : ` --project ${shellWord(scope.project)}`
  return `${folders.join('')}${project}${scope.allProjects === true ? ' --all-projects' : ''}`
}

const shellWord = (text: string): string =>
  /^[\w.,:@%+/~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
