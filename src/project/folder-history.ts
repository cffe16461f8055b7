import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { gitTopLevel, readRegularFile, type Trusts } from '../disk/index.ts'
import { type Clocks, type FileName, INDEX_FILE, type Memory, type SeenBy } from '../model/index.ts'
import { filesNamedIn } from '../text/index.ts'
import { GitFailed, gitFields, gitLine, gitLog, gitOutput, refuseGitOutside } from './git.ts'
import { gitHead, indexTimes } from './git-tree.ts'
import { once } from './project.ts'

const MICRO = 1_000_000
const SAME_MOMENT = 2 * MICRO

/** When each memory was last written, by every clock that can be believed. */
export function readClocks(
  root: string,
  memories: readonly Memory[],
  trusts?: Trusts,
): Map<FileName, Clocks> {
  const commits = commitTimes(root, memories, trusts)
  const fileTimes = areFileTimesKept(memories)
  const isImport = massCommits(commits)
  return new Map(
    memories.map(({ file, dated, modified }) => {
      const git = commits.get(file)
      const clocks = {
        ...(dated !== undefined && { frontmatter: dated }),
        ...(git !== undefined && { git }),
        ...(fileTimes && { mtime: modified }),
        ...(git !== undefined && isImport(git) && { imported: true as const }),
      }
      return [file, clocks]
    }),
  )
}

const FEWEST_AT_ONCE = 3
const MOST_OF_THEM = 0.5

/** D45: whether a commit wrote so many of a folder's files at once that it says nothing about any of them. */
function massCommits(commits: ReadonlyMap<string, number>): (time: number) => boolean {
  const counts = new Map<number, number>()
  for (const time of commits.values()) counts.set(time, (counts.get(time) ?? 0) + 1)
  return time => (counts.get(time) ?? 0) >= Math.max(FEWEST_AT_ONCE, MOST_OF_THEM * commits.size)
}

/** A clone or a restored backup gives all files one time, which says nothing about which is newer. */
function areFileTimesKept(memories: readonly Memory[]): boolean {
  if (memories.length < 2) return true
  const times = memories.map(memory => memory.modified)
  const span = times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b))
  return span > SAME_MOMENT
}

/** The last commit that changed what a file says, for tracked files that are as that commit left them. */
function commitTimes(
  root: string,
  memories: readonly Memory[],
  trusts: Trusts | undefined,
): ReadonlyMap<string, number> {
  const topLevel = gitTopLevel(root, '')
  if (topLevel === undefined || memories.length === 0) return new Map()
  try {
    refuseGitOutside(topLevel, trusts)
    const folder = relative(topLevel, root)
    const unmodified = unmodifiedFiles(topLevel, folder, root, memories)
    return unmodified.size === 0 ? new Map() : lastChanges(topLevel, folder, unmodified)
  } catch (error) {
    if (error instanceof GitFailed) return new Map()
    throw error
  }
}

const prefixOf = (folder: string): string => (folder === '' ? '' : `${folder}/`)

/** Compared by our own hashing: git's would run the filters that a repository's configuration names. */
function unmodifiedFiles(
  topLevel: string,
  folder: string,
  root: string,
  memories: readonly Memory[],
): Set<string> {
  const tracked = new Map<string, string>()
  for (const entry of gitFields(topLevel, ['ls-files', '-s', '-z', '--', folder || '.'])) {
    const [about = '', path = ''] = entry.split('\t')
    tracked.set(path, about.split(' ')[1] as string)
  }
  const prefix = prefixOf(folder)
  const unmodified = memories.filter(({ file }) => isBlob(`${root}/${file}`, tracked.get(prefix + file)))
  return new Set(unmodified.map(({ file }) => prefix + file))
}

function isBlob(path: string, blob: string | undefined): boolean {
  if (blob === undefined) return false
  const read = readRegularFile(path, 5_000_000)
  if (read.kind !== 'read') return false
  if (blobId(read.bytes, blob.length) === blob) return true
  const unixLines = Buffer.from(read.bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return blobId(unixLines, blob.length) === blob
}

function blobId(bytes: Buffer, digits: number): string {
  const hash = createHash(digits === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** Newest first through the log. A pure rename is no change: the file is followed under its old name. */
function lastChanges(topLevel: string, folder: string, files: ReadonlySet<string>): Map<string, number> {
  const isShallow = once(() => gitLine(topLevel, ['rev-parse', '--is-shallow-repository']) === 'true')
  const nameNow = new Map(Array.from(files, path => [path, path.slice(path.lastIndexOf('/') + 1)]))
  const times = new Map<string, number>()
  const log = gitLog(topLevel, '%ct %p', ['--raw', '-M100%', 'HEAD', '--', folder || '.'])
  for (const { commit, status, from, to } of log) {
    const file = nameNow.get(to)
    if (file === undefined || status === 'D') continue
    const [seconds, parent] = commit.split(' ')
    nameNow.delete(to)
    if (status === 'R100') nameNow.set(from, file)
    // Where a shallow clone is cut off, everything looks new.
    else if (parent || !isShallow()) times.set(file, Number(seconds) * MICRO)
  }
  return times
}

/** Tells whether the commits that a folder's clocks come from may have changed; asks git once a repository. */
export function commitStamps(trusts: Trusts): (root: string) => string {
  const known = new Map<string, string>()
  return root => {
    const topLevel = gitTopLevel(root, '')
    if (topLevel === undefined) return ''
    const stamp = known.get(topLevel) ?? commitStamp(topLevel, trusts)
    known.set(topLevel, stamp)
    return stamp
  }
}

function commitStamp(topLevel: string, trusts: Trusts): string {
  try {
    refuseGitOutside(topLevel, trusts)
    return `${gitLine(topLevel, ['rev-parse', '-q', '--verify', 'HEAD'])} ${indexTimes(topLevel)}`
  } catch (error) {
    if (error instanceof GitFailed) return 'unknown'
    throw error
  }
}

export interface GitFolderPast {
  readonly left: ReadonlyMap<string, SeenBy>
  readonly takenOut: ReadonlyMap<string, SeenBy>
}

const NOTHING: GitFolderPast = { left: new Map(), takenOut: new Map() }

/** What the commits of a memory folder tell about files that its index names in vain, and about those it does not name. */
export function gitFolderPast(
  root: string,
  { gone, unlisted }: { readonly gone: readonly string[]; readonly unlisted: readonly string[] },
): GitFolderPast {
  const topLevel = gitTopLevel(root, '')
  if (topLevel === undefined || gone.length + unlisted.length === 0) return NOTHING
  try {
    const folder = relative(topLevel, root)
    const changes = changesOf(topLevel, folder)
    return {
      left: gone.length === 0 ? NOTHING.left : leftBy(topLevel, folder, changes, gone),
      takenOut: unlisted.length === 0 ? NOTHING.takenOut : outOf(topLevel, folder, changes, unlisted),
    }
  } catch (error) {
    // Before the first commit, or where git does not trust the folder: nothing is proven.
    if (error instanceof GitFailed) return NOTHING
    throw error
  }
}

interface Commit {
  /** Seconds since 1970. */
  readonly time: number
  readonly seenBy: SeenBy
}

/** The newest coming or going of each file of a folder. */
type Changes = ReadonlyMap<string, { readonly isGone: boolean; readonly commit: Commit }>

const COMMIT = '%H %cs %ct'

function commitOf(line: string): Commit {
  const [hash = '', date = '', seconds] = line.trim().split(' ')
  return { time: Number(seconds), seenBy: { by: 'git', date, commit: hash.slice(0, 12) } }
}

function changesOf(topLevel: string, folder: string): Changes {
  const how = ['--diff-filter=AD', '--name-status', '--no-renames', 'HEAD', '--', folder || '.']
  const changes = new Map<string, { isGone: boolean; commit: Commit }>()
  for (const { commit, status, to } of gitLog(topLevel, COMMIT, how)) {
    const name = to.slice(prefixOf(folder).length)
    if (!changes.has(name)) changes.set(name, { isGone: status === 'D', commit: commitOf(commit) })
  }
  return changes
}

/** Removed by a commit, and not there on the main branch either: a deletion that is not committed may be an accident. */
function leftBy(
  topLevel: string,
  folder: string,
  changes: Changes,
  asked: readonly string[],
): Map<string, SeenBy> {
  const { main } = gitHead(topLevel)
  const prefix = prefixOf(folder)
  const elsewhere = new Set(
    main === undefined ? [] : gitFields(topLevel, ['ls-tree', '-z', '--name-only', main.ref, prefix || '.']),
  )
  return new Map(
    asked.flatMap(name => {
      const change = changes.get(name)
      return change?.isGone === true && !elsewhere.has(prefix + name) ? [[name, change.commit.seenBy]] : []
    }),
  )
}

/** The newest commit that took the line out, where the memory was in git before and stayed. */
function outOf(
  topLevel: string,
  folder: string,
  changes: Changes,
  asked: readonly string[],
): Map<string, SeenBy> {
  const open = new Map(
    asked.flatMap(name => {
      const change = changes.get(name)
      return change?.isGone === false ? [[name, change.commit]] : []
    }),
  )
  const takenOut = new Map<string, SeenBy>()
  const how = ['-p', '-U0', '--no-color', '--no-renames', '--no-ext-diff', '--no-textconv']
  const log = ['log', ...how, `--format=%x01${COMMIT}`, 'HEAD', '--', prefixOf(folder) + INDEX_FILE]
  // Each commit of the index with the names that it adds and takes out, newest first.
  for (const part of gitOutput(topLevel, log).toString('utf8').split('\u0001').slice(1)) {
    const lines = part.split('\n')
    const named = (mark: string) =>
      new Set(lines.filter(line => line.startsWith(mark)).flatMap(line => filesNamedIn(line.slice(1))))
    const [added, removed] = [named('+'), named('-')]
    const commit = commitOf(lines[0]!)
    for (const [name, came] of open) {
      if (!added.has(name) && !removed.has(name)) continue
      open.delete(name)
      // One that came with that commit, or after it, was not there to be taken out.
      const wasThere = came.time <= commit.time && came.seenBy.commit !== commit.seenBy.commit
      if (!added.has(name) && wasThere) takenOut.set(name, commit.seenBy)
    }
    if (open.size === 0) break
  }
  return takenOut
}
