import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { say } from '../languages/index.ts'
import type { RemovedModule } from '../model/index.ts'
import type { Kept } from '../state/index.ts'
import { GitFailed, gitFields, gitLog, gitOutputWithin } from './git.ts'
import type { GitFiles, GitHead } from './git-tree.ts'
import type { Past, Vanished } from './project.ts'

/** What HEAD's history took away, and what speaks against calling it gone. */
export function gitPast(
  root: string,
  files: GitFiles,
  head: GitHead,
  onMain: readonly string[],
  log?: RemovedPaths,
): Past {
  const vanished = vanishedPaths(root, head, log)
  const undecided = new Map<string, string>()
  const addUndecided = (paths: readonly string[], why: string) => {
    for (const path of paths) undecided.set(path, why)
  }
  addUndecided(ignoredNow(root, [...vanished.keys()], files), say().places.project.ignored)
  addUndecided(onMain, say().places.project.onBranch(head.main?.name ?? '', nameOf(head)))
  addUndecided([...files.deleted, ...stagedAway(root, head)], say().places.project.notCommitted)
  return {
    vanished,
    undecided,
    closed: closedFolders(files),
    ...(head.shallow ? { incomplete: say().places.project.shallow } : {}),
  }
}

function nameOf(head: GitHead): string {
  return head.branch ?? say().places.project.commit(head.commit.slice(0, 12))
}

function stagedAway(root: string, head: GitHead): string[] {
  if (head.commit === '') return []
  const how = ['--cached', '--no-renames', '--no-ext-diff', '--diff-filter=D', '--name-only', '-z']
  return gitFields(root, ['diff-index', ...how, head.commit])
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
    : gitFields(root, ['check-ignore', '-z', '--stdin', '--no-index'], `${asked.join('\0')}\0`)
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
    ...files.submodules.map(path => [path, say().places.project.submodule] as const),
    ...files.nested.map(path => [path, say().places.project.nested] as const),
  ])
}

type RemovedPaths = Kept<Map<string, Vanished>>

/** What HEAD's history took away. A long history takes seconds to read, and is the same as long as HEAD is. */
function vanishedPaths(root: string, head: GitHead, cache?: RemovedPaths): Map<string, Vanished> {
  if (head.commit === '') return new Map()
  // Deepening a shallow clone changes its history and not its HEAD.
  const key = `${head.commit} ${head.shallow ? 'shallow' : 'whole'}`
  const known = cache?.load(key)
  if (known !== undefined) return known
  try {
    const vanished = removals(root, '-M')
    cache?.store(vanished, key)
    return vanished
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error
    // A partial clone has no contents to compare: there only exact renames are seen.
    return removals(root, '-M100%')
  }
}

/** The newest commit that names a path wins. */
function removals(root: string, renames: string): Map<string, Vanished> {
  const vanished = new Map<string, Vanished>()
  const how = ['--diff-filter=DR', '--name-status', renames, 'HEAD']
  for (const { commit, status, from, to } of gitLog(root, '%H %cs', how)) {
    const [hash = '', date = ''] = commit.split(' ')
    const by = { commit: hash.slice(0, 12), date, ...(status.startsWith('R') && { to }) }
    if (!vanished.has(from)) vanished.set(from, by)
  }
  return vanished
}

/** More words than this are a vocabulary, and a longer search is not worth its answer. */
const MOST_WORDS = 40
const SEARCH_LIMIT_MS = 2500

/**
 * Of words that occur nowhere in the code, those that a commit took out of it: the others are names of libraries, of other
 * projects, of things to come. `isCode` says which paths count. Where git takes too long, nobody knows.
 */
export function lostWords(
  root: string,
  asked: ReadonlySet<string>,
  isCode: (path: string) => boolean,
): ReadonlySet<string> {
  const words = [...asked].filter(word => /^\w+$/.test(word)).slice(0, MOST_WORDS)
  if (words.length === 0) return new Set()
  const how = ['--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', '--format=', '-p', '-U0']
  // A first commit takes nothing out, and is often the largest.
  const later = ['--min-parents=1', `-G(${words.join('|')})`, 'HEAD']
  const out = gitOutputWithin(SEARCH_LIMIT_MS, root, ['log', ...how, ...later])
  const found = new Set<string>()
  let counts = false
  for (const line of out?.toString('utf8').split('\n') ?? []) {
    if (line.startsWith('--- ')) counts = line.startsWith('--- a/') && isCode(line.slice(6))
    else if (counts && line.startsWith('-'))
      for (const [word] of line.matchAll(/\w+/g)) if (asked.has(word)) found.add(word)
  }
  return found
}

const SHORTEST_NAME = 6
const MOST = 500

/**
 * Folders that history removed whole, by the name that people call them: one with a mark in it (`pay-bridge`, `payBridge`),
 * or that of its main file too (`courier/courier.py`). A plain word such as `testing` says nothing; nor does a name that
 * something else still has.
 */
export function removedModules(past: Past, files: readonly string[]): Map<string, RemovedModule> {
  const left = new Set<string>()
  const folders = new Set<string>()
  for (const path of files) {
    const segments = path.split('/')
    segments.forEach((segment, at) => {
      left.add(stemOf(segment))
      if (at > 0) folders.add(segments.slice(0, at).join('/'))
    })
  }
  const modules = new Map<string, RemovedModule & { isNamed: boolean }>()
  for (const [path, { commit, date, to }] of past.vanished)
    if (to === undefined)
      for (const folder of goneFolders(path, folders)) note(modules, left, path, { folder, commit, date })
  const named = [...modules].filter(([, { isNamed }]) => isNamed).slice(0, MOST)
  return new Map(named.map(([name, { folder, commit, date }]) => [name, { folder, commit, date }]))
}

function note(
  modules: Map<string, RemovedModule & { isNamed: boolean }>,
  left: ReadonlySet<string>,
  path: string,
  { folder, commit, date }: RemovedModule,
): void {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  const key = name.toLowerCase()
  if (key.length < SHORTEST_NAME || left.has(key)) return
  const before = modules.get(key)
  const isNamed =
    before?.isNamed === true ||
    /[a-z\d][-_][a-z\d]|[a-z][A-Z]/.test(name) ||
    stemOf(path.slice(path.lastIndexOf('/') + 1)) === key
  const newest = before !== undefined && before.date > date ? before : { commit, date }
  modules.set(key, { commit: newest.commit, date: newest.date, folder, isNamed })
}

const stemOf = (name: string): string => name.replace(/(?!^)\.\w+$/, '').toLowerCase()

/** The folders above a path that are not there any more. */
function goneFolders(path: string, folders: ReadonlySet<string>): string[] {
  const segments = path.split('/')
  return segments
    .slice(1)
    .map((_, at) => segments.slice(0, at + 1).join('/'))
    .filter(folder => !folders.has(folder))
}
