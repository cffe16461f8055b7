import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { gitTopLevel, readRegularFile, type Trusts } from '../disk/index.ts'
import type { Clocks, FileName, Memory } from '../model/index.ts'
import { fieldsOf, GitFailed, lineOf } from './git/git.ts'
import { refuseGitOutside } from './git/leads.ts'

const MICRO = 1_000_000
const SAME_MOMENT = 2 * MICRO

/** D11: when each memory was last written, by every clock that can be believed. */
export function readClocks(
  root: string,
  memories: readonly Memory[],
  trusts?: Trusts,
): Map<FileName, Clocks> {
  const commits = commitTimes(root, memories, trusts)
  const fileTimes = areFileTimesKept(memories)
  return new Map(
    memories.map(memory => {
      const git = commits.get(memory.file)
      return [
        memory.file,
        {
          ...(memory.dated === undefined ? {} : { frontmatter: memory.dated }),
          ...(git === undefined ? {} : { git }),
          ...(fileTimes ? { mtime: memory.modified } : {}),
        },
      ]
    }),
  )
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

/** Compared by our own hashing: git's would run the filters that a repository's configuration names. */
function unmodifiedFiles(
  topLevel: string,
  folder: string,
  root: string,
  memories: readonly Memory[],
): Set<string> {
  const tracked = new Map<string, string>()
  for (const entry of fieldsOf(topLevel, ['ls-files', '-s', '-z', '--', folder || '.'])) {
    const [about = '', path = ''] = entry.split('\t')
    tracked.set(path, about.split(' ')[1] as string)
  }
  const prefix = folder === '' ? '' : `${folder}/`
  const files = memories
    .map(memory => memory.file)
    .filter(file => isBlob(`${root}/${file}`, tracked.get(prefix + file)))
  return new Set(files.map(file => prefix + file))
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

const LOG = ['log', '-z', '--raw', '-M100%', '--no-ext-diff', '--no-textconv', '--format=%x01%ct %p', 'HEAD']

/** Newest first through the log. A pure rename is no change: the file is followed under its old name. */
function lastChanges(topLevel: string, folder: string, files: ReadonlySet<string>): Map<string, number> {
  const shallow = lineOf(topLevel, ['rev-parse', '--is-shallow-repository']) === 'true'
  const nameNow = new Map(Array.from(files, path => [path, path.slice(path.lastIndexOf('/') + 1)]))
  const times = new Map<string, number>()
  for (const change of changesIn(fieldsOf(topLevel, [...LOG, '--', folder || '.']))) {
    const file = nameNow.get(change.to)
    if (file === undefined || change.status === 'D') continue
    nameNow.delete(change.to)
    if (change.status === 'R100') nameNow.set(change.from, file)
    // Where a shallow clone is cut off, everything looks new.
    else if (!shallow || change.hasParent) times.set(file, change.time)
  }
  return times
}

interface Change {
  readonly time: number
  readonly hasParent: boolean
  readonly status: string
  readonly from: string
  readonly to: string
}

/** `\x01<seconds> <parents>`, then `:<mode> <mode> <blob> <blob> <status>` and one path, or two for a rename. */
function* changesIn(fields: readonly string[]): Generator<Change> {
  let commit = { time: 0, hasParent: false }
  for (let at = 0; at < fields.length; ) {
    const field = (fields[at++] as string).trimStart()
    if (field.startsWith('\u0001')) {
      const [seconds, parent] = field.slice(1).split(' ')
      commit = { time: Number(seconds) * MICRO, hasParent: !!parent }
      continue
    }
    const status = field.slice(field.lastIndexOf(' ') + 1)
    const from = fields[at++] as string
    const to = /^[RC]/.test(status) ? (fields[at++] as string) : from
    yield { ...commit, status, from, to }
  }
}
