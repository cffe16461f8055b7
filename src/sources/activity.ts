import { join } from 'node:path'
import { memoryPaths } from '../disk/index.ts'
import { type Activity, INDEX_FILE } from '../model/index.ts'
import { GitFailed, gitLine, type Project } from '../project/index.ts'
import { listFolder, timeOf } from './listing.ts'
import { type SessionRequest, sessionFolders, sessionsSince } from './sessions.ts'

/** One way to see that somebody was there. In microseconds since 1970, 0 for never; nothing where it is not known. */
export interface Sign {
  readonly what: Activity['what']
  /** Anything as new as `since` will do. */
  look(since: number): number | undefined
}

/**
 * The last sign of life, in the order in which signs are cheap to see: as soon as one is as new as `since`, nobody looks for
 * more. Where one of them is not known, or there is none at all, it is not known.
 */
export function lastActivity(signs: readonly Sign[], since: number): Activity | undefined {
  let last: Activity | undefined
  let isKnown = true
  for (const { what, look } of signs) {
    const newest = look(since)
    if (newest === undefined) isKnown = false
    else if (newest > (last?.newest ?? 0)) last = { newest, what }
    if (last !== undefined && last.newest >= since) return last
  }
  return isKnown ? last : undefined
}

/** The newest memory. `MEMORY.md` is left out: Dream writes it itself. */
export function editedMemory(root: string): Sign {
  return {
    what: 'edit',
    look(since) {
      const listed = listFolder(root)
      if ('failed' in listed) return undefined
      const names = listed.files.map(({ name }) => name).filter(name => name !== INDEX_FILE)
      return newestOf(root, names, since)
    },
  }
}

/**
 * The newest session. Agents throw transcripts away after some weeks; the folder's own time tells that there were any, and
 * is never older than the last of them.
 */
export function session(
  place: Pick<SessionRequest, 'project' | 'spellings' | 'home' | 'env' | 'noted' | 'own' | 'now'>,
): Sign {
  return {
    what: 'session',
    look() {
      // Whoever talks right now counts as well.
      const request = { ...place, roots: [], since: 0, current: '' }
      const { newest = 0 } = sessionsSince(request)
      const folders = [...sessionFolders(request).map(({ folder }) => folder), place.noted]
      return Math.max(Math.round(newest * 1000), newestOf('/', folders, Number.POSITIVE_INFINITY))
    },
  }
}

/** The newest commit that any branch, tag or stash leads to. */
export function committed({ project }: Project): Sign {
  return {
    what: 'commit',
    look() {
      if (project.kind !== 'git') return 0
      try {
        const seconds = gitLine(project.root, ['log', '-1', '--all', '--format=%ct'])
        return seconds === '' ? 0 : Number(seconds) * 1_000_000
      } catch (error) {
        if (error instanceof GitFailed) return undefined
        throw error
      }
    },
  }
}

/** More than these are not looked at one by one. */
const MOST_FILES = 100_000

/** The newest file of the project, its memories apart: work that was never committed, or a project without git. */
export function editedFile({ project, memoryFolders, files }: Project): Sign {
  return {
    what: 'edit',
    look(since) {
      const listed = files()
      if (project.kind === 'absent' || 'unknown' in listed || listed.length > MOST_FILES) return undefined
      const isMemory = memoryPaths(project.root, memoryFolders)
      const paths = listed.filter(path => !isMemory(path))
      // Nothing but memories: the project has moved away, or was never here.
      return paths.length === 0 ? undefined : newestOf(project.root, paths, since)
    },
  }
}

function newestOf(folder: string, paths: readonly string[], since: number): number {
  let newest = 0
  for (const path of paths) {
    newest = Math.max(newest, Math.round(timeOf(join(folder, path)) * 1000))
    if (newest >= since) break
  }
  return newest
}
