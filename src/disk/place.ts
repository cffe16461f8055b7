import { isAbsolute, normalize, posix, relative } from 'node:path'

/** True for the folder itself and whatever lies below it. Compares spelling: resolve links first. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith('../'))
}

/** Where a path that a memory spells leads. */
export type Place =
  | { readonly at: 'inside'; readonly path: string }
  | { readonly at: 'outside'; readonly path: string }
  /** Another user's home, a drive letter: nothing that this machine could look up. */
  | { readonly at: 'nowhere' }

/** No home, no drive, no empty, single or double dot segment: a way down from the root that is spelled as short as can be. */
const PLAIN = /^(?![~$/]|[A-Za-z]:)(?!.*(?:^|\/)(?:\.{0,2})(?:\/|$))[^\0]+$/s

/** Relative to the project's root where it leads inside, absolute where it leads outside. */
export function locate(spelled: string, root: string, home: string): Place {
  if (PLAIN.test(spelled)) return { at: 'inside', path: spelled }
  if (spelled.includes('\0') || /^[A-Za-z]:[\\/]/.test(spelled)) return { at: 'nowhere' }
  const absolute = absolutePath(spelled, root, home)
  if (absolute === undefined) return { at: 'nowhere' }
  if (!isInside(absolute, root)) return { at: 'outside', path: absolute }
  return { at: 'inside', path: relative(root, absolute) || '.' }
}

function absolutePath(spelled: string, root: string, home: string): string | undefined {
  for (const sign of ['~', '$HOME']) {
    if (spelled === sign) return home
    if (spelled.startsWith(`${sign}/`)) return clean(posix.join(home, spelled.slice(sign.length + 1)))
  }
  if (spelled.startsWith('~')) return undefined
  return clean(isAbsolute(spelled) ? spelled : posix.join(root, spelled))
}

function clean(path: string): string {
  const plain = normalize(path)
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
}

const MEMORY_PLACE = /(?:^|\/)\.claude\/(?:agent-memory|agent-memory-local|memory|projects)(?:\/|$)/

/** Tells project paths that lead into a memory folder: memories are no evidence for one another. */
export function memoryPaths(root: string, memoryFolders: readonly string[]): (path: string) => boolean {
  const folders = memoryFolders.filter(folder => folder !== root && isInside(folder, root))
  const prefixes = folders.map(folder => `${relative(root, folder)}/`)
  return path => MEMORY_PLACE.test(path) || prefixes.some(prefix => `${path}/`.startsWith(prefix))
}
