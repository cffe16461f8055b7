import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize, posix, relative, resolve } from 'node:path'
import { readSmallText } from './read.ts'

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

/** Something in a project that leads out of it: a setting, a link, a pointer of git. It may have come with a clone. */
export interface Lead {
  /** The file or link in the project, absolute. */
  readonly file: string
  /** Where it leads, as it is spelled there. */
  readonly to: string
}

/** Whether the user vouched for it (`dream config trust`). */
export type Trusts = (lead: Lead) => boolean

export const trustsNothing: Trusts = () => false

/** What is trusted: that this file leads there. Whatever else stands in it may change. */
export const leadText = ({ to }: Lead): string => `leads to ${to}`

/** Where it leads, by its spelling alone. */
export const leadTarget = ({ file, to }: Lead): string => resolve(dirname(file), to)

type Way =
  | { readonly at: 'inside'; readonly path: string }
  | { readonly at: 'outside'; readonly lead: Lead }
  | { readonly at: 'nowhere' }

const MOST_LINKS = 40

/**
 * Where a path below a folder leads, its links resolved one by one. Nothing outside of the folder is looked at: a path
 * there may be another project's, or a file system that answers over the network. `folder` has no link in it.
 */
export function wayWithin(folder: string, path: string): Way {
  const open = partsOf(relative(folder, path))
  let at = folder
  let via: Lead = { file: folder, to: path }
  for (let links = 0; open.length > 0; ) {
    const part = open.shift() as string
    const next = part === '..' ? dirname(at) : join(at, part)
    if (!isInside(next, folder)) return { at: 'outside', lead: via }
    const stat = statOf(next)
    if (stat === undefined) return { at: 'nowhere' }
    if (!stat.isSymbolicLink()) {
      at = next
      continue
    }
    if (++links > MOST_LINKS) return { at: 'nowhere' }
    const to = readlinkSync(next)
    via = { file: next, to }
    if (isAbsolute(to) && !`${to}/`.startsWith(`${folder}/`)) return { at: 'outside', lead: via }
    if (isAbsolute(to)) at = folder
    open.unshift(...partsOf(isAbsolute(to) ? to.slice(folder.length) : to))
  }
  return { at: 'inside', path: at }
}

/** A small file of a project, also through links, as long as they stay in the project or are trusted. */
export function readProjectText(
  project: string,
  path: string,
  trusts: Trusts = trustsNothing,
  limit?: number,
): string | undefined {
  const way = wayWithin(project, path)
  if (way.at === 'inside') return readSmallText(way.path, limit)
  return way.at === 'outside' && trusts(way.lead) ? readSmallText(path, limit) : undefined
}

const partsOf = (path: string): string[] => path.split('/').filter(part => part !== '' && part !== '.')

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * The nearest folder upward that holds `.git`. A repository that is the home directory itself (dotfiles) says nothing
 * about the projects below it, so it counts for the home directory alone.
 */
export function gitTopLevel(from: string, home: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (statOf(join(folder, '.git')) !== undefined && (folder !== home || from === home)) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * The repository that a work tree belongs to: memory is kept once for all of them. `.git` file → `gitdir` →
 * `commondir`, by reading. Believed only where the repository names this work tree in return.
 */
export function canonicalRoot(topLevel: string): string {
  const link = readSmallText(join(topLevel, '.git'), 4096)
  if (link === undefined || !link.startsWith('gitdir:')) return topLevel
  const gitDirectory = resolve(topLevel, link.slice('gitdir:'.length).trim())
  const common = readSmallText(join(gitDirectory, 'commondir'), 4096)
  const back = readSmallText(join(gitDirectory, 'gitdir'), 4096)
  if (common === undefined || back === undefined) return topLevel
  if (realPath(resolve(gitDirectory, back.trim())) !== realPath(join(topLevel, '.git'))) return topLevel
  const repository = realPath(resolve(gitDirectory, common.trim()))
  // A pointer that lies in the work tree came with it: only the repository itself can say that it has this one.
  if (repository === undefined || realPath(gitDirectory) !== worktreeFolder(repository, gitDirectory))
    return topLevel
  return basename(repository) === '.git' ? dirname(repository) : repository
}

/** Where a repository keeps what it knows of a work tree. */
const worktreeFolder = (repository: string, gitDirectory: string): string =>
  join(repository, 'worktrees', basename(gitDirectory))

/** With links resolved; nothing where the path leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
