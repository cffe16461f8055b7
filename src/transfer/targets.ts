import { basename, dirname, join, relative, resolve } from 'node:path'
import { discoverFolders, type Where, withState } from '../app/index.ts'
import { isFolder, isInside, namesIn, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { slugFolderOf, slugMemoryOf, surroundingsOf } from '../sources/index.ts'
import type { Container, MovedFolder, Origin } from './container.ts'

/** Where each folder goes on this machine: as somebody says, else where its project or its home lies here. */
export function targetsOf(where: Where, { origin, folders }: Container, to: readonly string[]): string[] {
  const named = namedTargets(where, to, folders.length)
  const targets = folders.map((folder, at) => {
    const target = named.get(at) ?? targetOf(where, folder, origin)
    if (target === undefined) throw new DreamError(say().transfer.import.sayWhere(at + 1, folder.root), 2)
    if (!named.has(at) && !isForMemory(where, target))
      throw new DreamError(say().transfer.import.notForMemory(at + 1, target), 2)
    return target
  })
  const twice = targets.find((target, at) => targets.indexOf(target) !== at)
  if (twice !== undefined) throw new DreamError(say().transfer.import.sameTarget(twice), 2)
  return targets
}

const MEMORY = /\/(?:\.claude\/(?:memory|agent-memory(?:-local)?\/[^/]+)|projects\/[^/]+\/memory)$/

/**
 * The file may come from anybody, and names any folder: unasked, notes go only where memory is kept, to folders that Dream
 * knows, and into a new one that holds nobody's settings. A link on the way may have come with a repository.
 */
function isForMemory(where: Where, target: string): boolean {
  const found = discoverFolders({ ...where, allProjects: true }).folders.map(({ root }) => root)
  if (found.includes(realPath(target) ?? target)) return true
  if (!isStraight(target)) return false
  if (MEMORY.test(target) || withState(where, target, () => true) === true) return true
  return namesIn(target).length === 0 && !`/${relative(surroundingsOf(where).home, target)}`.includes('/.')
}

const isStraight = (path: string): boolean => {
  const real = realPath(path)
  return real === undefined ? isStraight(dirname(path)) : real === path
}

/** `--to DIR` for the only folder, `--to 2=DIR` for the second of several. */
function namedTargets({ cwd }: Where, to: readonly string[], count: number): Map<number, string> {
  return new Map(
    to.map(each => {
      const [, number, folder = ''] = /^(\d{1,4})=(.+)$/s.exec(each) ?? []
      if (number === undefined && count === 1) return [0, resolve(cwd, each)]
      const at = Number(number) - 1
      if (number === undefined || at < 0 || at >= count)
        throw new DreamError(say().transfer.import.wrongTo(each, count), 2)
      return [at, resolve(cwd, folder)]
    }),
  )
}

function targetOf(
  where: Where,
  { root, project }: MovedFolder,
  { home: oldHome }: Origin,
): string | undefined {
  const { home, project: here } = surroundingsOf(where)
  const { env } = where
  const moved = (path: string) => (isInside(path, oldHome) ? join(home, relative(oldHome, path)) : undefined)
  // The project that somebody stands in has the name of the one that is meant, wherever it lies.
  const isHere = project !== undefined && basename(project) === basename(here)
  const now = project === undefined ? undefined : isHere ? here : (moved(project) ?? project)
  if (project !== undefined && now !== undefined && isInside(root, project))
    return isFolder(now) ? join(now, relative(project, root)) : undefined
  // Claude Code names the folder after the path of its project, which may be another here.
  if (now !== undefined && slugFolderOf(root) !== undefined) return slugMemoryOf(now, home, env)
  return moved(root) ?? (isFolder(root) ? root : undefined)
}
