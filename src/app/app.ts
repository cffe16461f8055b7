import { randomBytes } from 'node:crypto'
import { isTrusted, type JournalSettings } from '../config/index.ts'
import { type Clock, leadText, type Trusts } from '../disk/index.ts'
import { DreamError } from '../model/index.ts'
import type { Timer } from '../models/index.ts'
import { type Discovery, discover, type FoundFolder, notPart } from '../sources/index.ts'
import { refuseForeignState } from '../state/index.ts'
import { stateHome } from '../store/index.ts'

/** Whose memory, and where to look for it. */
export interface Where {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Given on the command line: they come instead of the search. */
  readonly paths: readonly string[]
  readonly allProjects: boolean
  readonly project?: string
  /** What the person says the folder is, where both readings fit. */
  readonly layout?: 'index' | 'journal'
  /** The settings that journals follow, as `settingsOf` gives them; read from the configuration where absent. */
  readonly settings?: JournalSettings
  /** By which locks are waited for, and models; the real ones where absent. */
  readonly clock?: Clock
  readonly timer?: Timer
}

export function stateHomeOf({ env, home }: Pick<Where, 'env' | 'home'>): string {
  const path = stateHome(env, home)
  refuseForeignState(path)
  return path
}

/** What the user lets lead out of a project. */
export function trustsOf(where: Pick<Where, 'env' | 'home'>): Trusts {
  const home = stateHomeOf(where)
  return lead => isTrusted(home, lead.file, leadText(lead))
}

export function discoverFolders(where: Where): Discovery {
  return discover({ ...where, trusts: trustsOf(where) })
}

/** The folders, for tasks that make no sense without one. */
export function foldersOf(where: Where, workspace: 'here' | 'anywhere' = 'here'): readonly FoundFolder[] {
  const { folders, missing } = discover({ ...where, trusts: trustsOf(where), workspace })
  if (missing.length > 0) throw new DreamError(`no such file or folder: ${missing.join(', ')}`, 2)
  return folders
}

/** What to say where none was found, or none that is meant. */
export function noFolderHere(where: Where): string {
  const { workspaceElsewhere } = discoverFolders(where)
  return workspaceElsewhere === undefined
    ? 'no memory folder and no journal workspace here: go to one, name it with --folder, or run `dream init` there'
    : `No memory folder for this project. ${notPart(workspaceElsewhere)}`
}

/** `20261116T033000-1f3a9c`: sorts by time, and two runs in one second differ. */
export function newRunId(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return `${time}-${randomBytes(3).toString('hex')}`
}

export function layoutOf({ layout }: Where): { layout?: 'index' | 'journal' } {
  return layout === undefined ? {} : { layout }
}
