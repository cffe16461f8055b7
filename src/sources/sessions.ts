import { type Dirent, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalRoot, isInside, readSmallText, realPath } from '../disk/index.ts'
import { configDirectory, type Environment, projectFolderNames } from './claude-code.ts'
import { isDatedName } from './layout.ts'
import { projectOfTranscripts } from './slug-folder.ts'

/** A2: sessions are counted from what agents leave behind: transcripts by their time, journals, and what hooks noted. */
export interface SessionRequest {
  /** The repository (or folder) whose memory is meant. */
  readonly project: string
  /** Other spellings of it that a transcript folder may be named after. */
  readonly spellings: readonly string[]
  /** Memory folders: where one is a journal workspace, its journals count. */
  readonly roots: readonly string[]
  readonly home: string
  readonly env: Environment
  /** Milliseconds since 1970; only what was touched later counts. */
  readonly since: number
  readonly now: number
  /** The session that asks; it never counts. Where nobody says which it is, what is still being written does not. */
  readonly current?: string
  /** A folder of files named by the sessions that hooks noted. */
  readonly noted: string
  /** A folder of files named by sessions of Dream's own. */
  readonly own: string
}

export interface Sessions {
  readonly count: number
  readonly newest: number | undefined
}

/** A transcript touched within this time belongs to somebody who is still talking. */
const QUIET_MS = 10 * 60_000

export function sessionsSince(request: SessionRequest): Sessions {
  const own = new Set(namesIn(request.own).map(entry => entry.name))
  const times = new Map<string, number>()
  const found = [
    ...transcriptFolders(request).flatMap(transcriptsIn),
    ...filesIn(request.noted, () => true),
    ...request.roots.flatMap(journalsIn),
  ]
  for (const { id, time } of found) times.set(id, Math.max(time, times.get(id) ?? 0))
  const counted = [...times].filter(
    ([id, time]) => time > request.since && !own.has(id) && !isCurrent(id, time, request),
  )
  const newest = counted.reduce((latest, [, time]) => Math.max(latest, time), 0)
  return { count: counted.length, newest: counted.length === 0 ? undefined : newest }
}

function isCurrent(id: string, time: number, { current, now }: SessionRequest): boolean {
  return current === undefined ? Math.abs(now - time) < QUIET_MS : id === current
}

interface Left {
  readonly id: string
  readonly time: number
}

function transcriptsIn(folder: string): Left[] {
  return filesIn(folder, name => name.endsWith('.jsonl')).map(({ id, time }) => ({
    id: id.slice(0, -'.jsonl'.length),
    time,
  }))
}

/** A day of talk is a session. */
function journalsIn(root: string): Left[] {
  return filesIn(join(root, 'memory'), isDatedName).map(({ id, time }) => ({ id: `${root}/${id}`, time }))
}

function filesIn(folder: string, isMeant: (name: string) => boolean): Left[] {
  return namesIn(folder)
    .filter(entry => entry.isFile() && isMeant(entry.name))
    .map(entry => ({ id: entry.name, time: timeOf(join(folder, entry.name)) }))
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/**
 * One memory, many transcript folders: each is named after the working directory of its sessions. The repository's own,
 * those of its work trees, and of every folder below them, which their transcripts tell, for a slug cannot be read back.
 */
export function transcriptFolders(
  request: Omit<SessionRequest, 'roots' | 'now' | 'current' | 'noted' | 'own'>,
): string[] {
  const { project, spellings, home, env } = request
  const projects = join(configDirectory(home, env), 'projects')
  const places = [...new Set([project, ...spellings, ...workTrees(project)])]
  const named = new Set(projectFolderNames(places, env))
  const starts = [...named].map(name => `${name}-`)
  return namesIn(projects)
    .filter(entry => entry.isDirectory())
    .filter(({ name }) => {
      if (named.has(name)) return true
      if (!starts.some(start => name.startsWith(start))) return false
      return wasUsedBelow(join(projects, name), places, request.since)
    })
    .map(entry => join(projects, entry.name))
}

/** `shop-api` begins like `shop` and is another project: only a session inside counts. Old folders are not opened. */
function wasUsedBelow(folder: string, places: readonly string[], since: number): boolean {
  if (!transcriptsIn(folder).some(({ time }) => time > since)) return false
  const cwd = projectOfTranscripts(folder)
  return cwd !== undefined && places.some(place => isInside(realPath(cwd) ?? cwd, place))
}

/** The folders that git has checked this repository out to. */
function workTrees(repository: string): string[] {
  // The second is where a bare repository keeps them.
  return [join(repository, '.git', 'worktrees'), join(repository, 'worktrees')].flatMap(kept =>
    namesIn(kept).flatMap(({ name }) => {
      const link = readSmallText(join(kept, name, 'gitdir'), 4096)?.trim()
      const tree = link?.startsWith('/') ? dirname(link) : undefined
      // The list may have come with the repository: a work tree is one that says so itself.
      return tree !== undefined && canonicalRoot(tree) === repository ? [tree] : []
    }),
  )
}

function namesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
