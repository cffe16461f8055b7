import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import {
  DEFAULT_EFFECTIVE,
  type Effective,
  languageSet,
  policyFrom,
  type SettingsPlace,
  settingsOf,
  trustsOf,
  withFlags,
  withVault,
} from '../config/index.ts'
import { type Clock, namesIn, realClock, realSys } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  type Policy,
  type Rules,
} from '../model/index.ts'
import type { Timer } from '../models/index.ts'
import { indexStep } from '../plan/index.ts'
import {
  type Discovery,
  discover,
  type FoundFolder,
  findWorkspace,
  formatOf,
  readFolder,
} from '../sources/index.ts'
import { stateHomeOf } from '../state/index.ts'
import { type Store, type StoreContext, withStore } from '../store/index.ts'

/** Whose memory, and where to look for it. */
export interface Where extends SettingsPlace {
  /** Given on the command line: they come instead of the search. */
  readonly paths: readonly string[]
  readonly allProjects: boolean
  /** What the person says the folder is, where both readings fit. */
  readonly layout?: 'index' | 'journal'
  /** By which locks are waited for, and models; the real ones where absent. */
  readonly clock?: Clock
  readonly timer?: Timer
}

export function discoverFolders(where: Where): Discovery {
  return discover({ ...where, trusts: trustsOf(where) })
}

/** The folders, for tasks that make no sense without one. */
export function foldersOf(where: Where, workspace: 'here' | 'anywhere' = 'here'): readonly FoundFolder[] {
  const { folders, missing } = discover({ ...where, trusts: trustsOf(where), workspace })
  if (missing.length > 0) throw new DreamError(say().places.files.noSuchFile(missing.join(', ')), 2)
  return folders
}

/** What to say where none was found, or none that is meant. */
/** `20261116T033000-1f3a9c`: sorts by time, and two runs in one second differ. */
export function newRunId(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return `${time}-${randomBytes(3).toString('hex')}`
}

export function layoutOf({ layout }: Where): { layout?: 'index' | 'journal' } {
  return layout === undefined ? {} : { layout }
}

/** The machine a command runs on: its own process, or what a test or another interface passes. */
export interface Host {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  /** Node, and the file that was started with it: what a timer has to call. */
  readonly program: readonly string[]
  /** Where the machine's rules lie, where that is not the usual place. */
  readonly machineFile?: string
  /** By which locks and models are waited for; the real ones where absent. */
  readonly time?: Pick<Where, 'clock' | 'timer'>
}

/** Which folders and rules are meant: options that many commands share. */
export interface Scope {
  readonly paths?: string | readonly string[]
  readonly folder?: readonly string[]
  /** A folder; a flag with commands that mean the project's own file by it. */
  readonly project?: string | boolean
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
  /** The language that the settings ask for. */
  readonly language: string | undefined
}

export async function openApp(host: Host, scope: Scope, need: SettingsNeed): Promise<App> {
  const bare = whereOf(host, scope)
  const settings = need === 'none' ? undefined : await settingsFor(bare, scope, need)
  const policy = policyFrom(withFlags(settings ?? DEFAULT_EFFECTIVE, scope))
  const where = settings === undefined ? bare : { ...bare, settings: settings.config }
  return {
    host,
    where,
    get settings() {
      if (settings === undefined) throw new Error('a command that declares no settings asks for them')
      return settings
    },
    policy,
    get place() {
      return placeOf(scope)
    },
    get language() {
      return languageSet(where)
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

function whereOf({ cwd, home, env, machineFile, time }: Host, scope: Scope): Where {
  return {
    cwd,
    home,
    env: { ...env },
    paths: pathsOf(scope),
    allProjects: scope.allProjects === true,
    ...(typeof scope.project === 'string' && { project: resolve(cwd, scope.project) }),
    ...(scope.layout !== undefined && { layout: scope.layout }),
    ...(machineFile !== undefined && { machineFile }),
    ...time,
  }
}

/** The same folders as options, to be put behind another command. */
export function placeOf(scope: Scope): string {
  const folders = pathsOf(scope).map(path => ` --folder ${shellWord(path)}`)
  const project = typeof scope.project === 'string' ? ` --project ${shellWord(scope.project)}` : ''
  return `${folders.join('')}${project}${scope.allProjects === true ? ' --all-projects' : ''}`
}

const shellWord = (text: string): string =>
  /^[\w.,:@%+/~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

export function storeContext(where: Where): StoreContext {
  const stateHome = stateHomeOf(where)
  const knowsVault = (root: string, vault: string) =>
    vault === `${stateHome}/vault` ||
    findWorkspace({ ...withVault(where, 'go-on'), paths: [root] })?.vault.path === vault
  return {
    sys: realSys,
    stateHome,
    clock: where.clock ?? realClock,
    knowsVault,
    isReadOnly: root =>
      formatOf(root, new Set(namesIn(root))).isReadOnly === true
        ? say().plan.suspended.readOnly(root)
        : undefined,
    magmaVault: () => magmaVault(where),
    planIndex: async (folder, changed) => planIndex(where, folder, changed),
  }
}

/** Looks into the state of a folder, if there is any yet. */
export function withState<Result>(
  where: Where,
  root: string,
  look: (store: Store) => Result,
): Result | undefined {
  return withStore(storeContext(where), root, look)
}

async function magmaVault(where: Where): Promise<string | undefined> {
  const [{ settingsOf }, { magmaHome }] = await Promise.all([
    import('../config/in-force.ts'),
    import('../config/in-force.ts'),
  ])
  try {
    const { config } = await settingsOf(where)
    return magmaHome(where, config).vault
  } catch {
    // A configuration that cannot be read names no vault; the command that needs it says what is wrong with it.
    return undefined
  }
}

/** The index as it is now, without the lines of what was archived and with one for each file that was written. */
function planIndex(
  where: Where,
  { root, rules = DEFAULT_POLICY.rules }: { readonly root: string; readonly rules?: Rules },
  changed: readonly Action[],
): Action | undefined {
  const found = discoverFolders({ ...where, paths: [root] }).folders.find(each => each.root === root)
  const folder = found && readFolder(found, layoutOf(where))
  if (folder?.layout !== 'index') return undefined
  const archived = changed.filter(({ kind }) => kind === 'archive')
  const seen = { by: 'dream', date: new Date().toISOString().slice(0, 10) } as const
  const listing = {
    folder,
    going: new Set<FileName>(),
    memories: folder.memories,
    past: { left: new Map(archived.map(({ file }) => [file, seen])), takenOut: new Map() },
    newMemories: new Set(changed.filter(({ kind }) => kind !== 'archive').map(({ file }) => file)),
  }
  return indexStep(listing, { ...DEFAULT_POLICY, rules }).action
}

/** Questions to a person at a terminal. */
export interface Ask {
  choose<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T | 'cancelled'>
  confirm(question: string): Promise<'yes' | 'no' | 'cancelled'>
  /** One key press; Enter alone is `otherwise`. */
  key<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    otherwise: NoInfer<T>,
  ): Promise<T | 'cancelled'>
  /** A line of the person's own; empty where they have nothing to say. */
  line(question: string): Promise<{ readonly text: string } | 'cancelled'>
  /** The person's own editor on a copy of the text. */
  edit(name: string, text: string): Promise<{ readonly text: string } | 'cancelled'>
}

export interface Choice<T extends string> {
  readonly value: T
  readonly label: string
  readonly hint?: string
}

/** Called now and then during long work, so that a person sees that something happens. */
export type Progress = (step: { what: string; done?: number; of?: number }) => void
