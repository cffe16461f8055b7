import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Past, Vanished } from '../world/world.ts'
import type { GitFiles } from './files.ts'
import { fieldsOf, GitFailed } from './git.ts'
import { type GitHead, mainBranchSide } from './head.ts'

/** What HEAD's history took away, and what speaks against calling it gone. */
export function gitPast(root: string, files: GitFiles, head: GitHead): Past {
  const vanished = head.commit === '' ? new Map<string, Vanished>() : vanishedPaths(root)
  const undecided = new Map<string, string>()
  const doubt = (paths: readonly string[], why: string) => {
    for (const path of paths) undecided.set(path, why)
  }
  doubt(ignoredNow(root, [...vanished.keys()], files), 'git ignores it now: it may be made by a build')
  doubt(mainBranchSide(root, head).paths, `exists on ${head.main?.name}, this is ${nameOf(head)}`)
  doubt([...files.deleted, ...stagedAway(root, head)], 'deleted here, not committed')
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

const LOG = [
  'log',
  '-z',
  '--no-ext-diff',
  '--no-textconv',
  '--diff-filter=DR',
  '--name-status',
  '--format=%x01%H %cs',
]

/** One pass over the log. A partial clone has no contents to compare: there only exact renames are seen. */
function vanishedPaths(root: string): Map<string, Vanished> {
  try {
    return parseLog(fieldsOf(root, [...LOG, '-M', 'HEAD']))
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error
    return parseLog(fieldsOf(root, [...LOG, '-M100%', 'HEAD']))
  }
}

/** `\x01<hash> <date>`, then `D path` or `R<n> old new`, each a field. The newest commit that names a path wins. */
function parseLog(fields: readonly string[]): Map<string, Vanished> {
  const vanished = new Map<string, Vanished>()
  let by = { commit: '', date: '' }
  for (let at = 0; at < fields.length; ) {
    const field = (fields[at++] as string).trimStart()
    if (field.startsWith('\u0001')) {
      by = { commit: field.slice(1, 13), date: field.slice(field.indexOf(' ') + 1) }
      continue
    }
    const from = fields[at++] as string
    const to = field.startsWith('R') ? { to: fields[at++] as string } : {}
    if (!vanished.has(from)) vanished.set(from, { ...by, ...to })
  }
  return vanished
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
