import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readSmallText } from './regular-file.ts'

/**
 * The nearest folder upward that holds `.git`. A repository that is the home directory itself (dotfiles) says nothing
 * about the projects below it, so it counts for the home directory alone.
 */
export function gitTopLevel(from: string, home: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (isThere(join(folder, '.git')) && (folder !== home || from === home)) return folder
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

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
