import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CacheFile } from '../../state/index.ts'
import type { Past } from '../project.ts'
import type { GitFiles } from './files.ts'
import { fieldsOf } from './git.ts'
import { type GitHead, mainBranchSide } from './head.ts'
import { vanishedPaths } from './vanished.ts'

/** What HEAD's history took away, and what speaks against calling it gone. */
export function gitPast(root: string, files: GitFiles, head: GitHead, log?: CacheFile): Past {
  const vanished = vanishedPaths(root, head, log)
  const undecided = new Map<string, string>()
  const addUndecided = (paths: readonly string[], why: string) => {
    for (const path of paths) undecided.set(path, why)
  }
  addUndecided(ignoredNow(root, [...vanished.keys()], files), 'git ignores it now: it may be made by a build')
  addUndecided(mainBranchSide(root, head).paths, `exists on ${head.main?.name}, this is ${nameOf(head)}`)
  addUndecided([...files.deleted, ...stagedAway(root, head)], 'deleted here, not committed')
  return {
    vanished,
    undecided,
    closed: closedFolders(files),
    ...(head.shallow ? { incomplete: 'this is a shallow clone: its history is cut off' } : {}),
  }
}

function nameOf(head: GitHead): string {
  return head.branch ?? `commit ${head.commit.slice(0, 12)}`
}

function stagedAway(root: string, head: GitHead): string[] {
  if (head.commit === '') return []
  return fieldsOf(root, [
    'diff-index',
    '--cached',
    '--no-renames',
    '--no-ext-diff',
    '--diff-filter=D',
    '--name-only',
    '-z',
    head.commit,
  ])
}

/** Git refuses the whole question where one path leads through a link or a submodule, so those are not asked. */
function ignoredNow(root: string, paths: readonly string[], files: GitFiles): string[] {
  const barred = new Map<string, boolean>(files.submodules.map(path => [path, true]))
  const isBarred = (folder: string): boolean => {
    if (folder === '.') return false
    const known = barred.get(folder)
    if (known !== undefined) return known
    const answer = isBarred(dirname(folder)) || isLink(join(root, folder))
    barred.set(folder, answer)
    return answer
  }
  // A leading colon would be read as a pattern's magic.
  const asked = paths.filter(path => !path.startsWith(':') && !isBarred(path))
  return asked.length === 0
    ? []
    : fieldsOf(root, ['check-ignore', '-z', '--stdin', '--no-index'], `${asked.join('\0')}\0`)
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch {
    return true
  }
}

function closedFolders(files: GitFiles): Map<string, string> {
  return new Map([
    ...files.submodules.map(path => [path, 'it lies in a submodule, whose own history is not read'] as const),
    ...files.nested.map(path => [path, 'it lies in another repository, whose history is not read'] as const),
  ])
}
