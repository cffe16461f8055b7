import { createHash } from 'node:crypto'
import { type BigIntStats, lstatSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Kept } from '../state/index.ts'
import { VERSION } from '../version.ts'
import { GitFailed, gitFields, gitLine, gitOutput, gitOutputWithin, splitFields } from './git.ts'
import { findHashes, hashesOfWord, type WordIndex, WordList } from './words.ts'

/** What is checked out, and the branch that the project calls its main one. */
export interface GitHead {
  /** Empty before the first commit. */
  readonly commit: string
  readonly branch: string | null
  readonly shallow: boolean
  /** Only where something else is checked out. */
  readonly main?: { readonly name: string; readonly ref: string }
}

/** The default branch of where it came from, then the usual names; git leaves out what is not there. */
const MAIN_REFS = [
  'remotes/origin/HEAD',
  'heads/main',
  'heads/master',
  'remotes/origin/main',
  'remotes/origin/master',
]
// Written as a pattern: a name that is not there would be an error.
const MAINS = MAIN_REFS.map(name => `--glob=refs/${name.slice(0, -1)}[${name.slice(-1)}]`)

/** Few calls, because each is a process; `topLevel` is the folder that git takes for the work tree's. */
export function gitHead(root: string): GitHead & { readonly topLevel: string } {
  const { mains, ...place } = inOneCall(root) ?? callByCall(root)
  // Git says where a link leads to.
  const [ref] = mains
  const name = ref?.replace(/^refs\/(?:heads|remotes\/origin)\//, '')
  const isElsewhere = ref !== undefined && name !== undefined && name !== place.branch
  return { ...place, ...(isElsewhere && { main: { name, ref } }) }
}

type Place = Omit<GitHead, 'main'> & { readonly topLevel: string; readonly mains: readonly string[] }

const PLACE = ['rev-parse', '--show-toplevel', '--is-shallow-repository']
const BRANCHES = 'refs/heads/'

// The name of a folder may hold a line end.
const ANSWER =
  /^(?<topLevel>[\s\S]*)\n(?<shallow>true|false)\n(?<commit>[0-9a-f]{40,64})\n(?<name>HEAD|refs\/.+)(?<mains>(?:\nrefs\/.+)*)$/

/** Nothing where git refuses or says more than was asked: no commit yet, a file or a branch that is called HEAD. */
function inOneCall(root: string): Place | undefined {
  try {
    const answer = gitLine(root, [...PLACE, 'HEAD^{commit}', '--symbolic-full-name', 'HEAD', ...MAINS])
    const { topLevel = '', shallow, commit, name = '', mains = '' } = ANSWER.exec(answer)?.groups ?? {}
    if (commit === undefined) return undefined
    const branch = name.startsWith(BRANCHES) ? name.slice(BRANCHES.length) : null
    return { topLevel, shallow: shallow === 'true', commit, branch, mains: linesIn(mains) }
  } catch (error) {
    if (error instanceof GitFailed) return undefined
    throw error
  }
}

const linesIn = (text: string): string[] => text.split('\n').filter(line => line !== '')

function callByCall(root: string): Place {
  const place = gitLine(root, PLACE)
  const cut = place.lastIndexOf('\n')
  const commit = gitLine(root, ['rev-parse', '-q', '--verify', 'HEAD^{commit}'])
  return {
    topLevel: place.slice(0, cut),
    shallow: place.slice(cut + 1) === 'true',
    commit,
    branch: gitLine(root, ['symbolic-ref', '-q', '--short', 'HEAD']) || null,
    mains: commit === '' ? [] : linesIn(gitLine(root, ['rev-parse', '--symbolic-full-name', ...MAINS])),
  }
}

/**
 * What the main branch has and the checked-out commit has not; `blobs` are those of files that are new or different there.
 * Raw differences: `:<mode> <mode> <blob> <blob> <status>`, then the path.
 */
export function mainBranchSide(root: string, head: GitHead): { paths: string[]; blobs: string[] } {
  if (head.main === undefined) return { paths: [], blobs: [] }
  const how = ['-r', '-z', '--no-renames', '--no-ext-diff']
  const fields = gitFields(root, ['diff-tree', ...how, head.commit, head.main.ref])
  const paths: string[] = []
  const blobs: string[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , blob = '', status] = (fields[at] as string).split(' ')
    if (status === 'A') paths.push(fields[at + 1] as string)
    if (status !== 'D' && mode.startsWith('100')) blobs.push(blob)
  }
  return { paths, blobs }
}

/** What git's index and the work tree hold together. */
export interface GitFiles {
  /** Tracked and untracked files that are there, or that a sparse checkout leaves out. */
  readonly files: readonly string[]
  /** In the index, gone from the work tree. */
  readonly deleted: readonly string[]
  /** In the index, left out of the work tree by a sparse checkout. */
  readonly sparse: readonly string[]
  readonly submodules: readonly string[]
  /** Repositories inside this one that it does not know. */
  readonly nested: readonly string[]
  /** Files whose bytes may be others than the index says: changed, untracked, or not looked at because somebody said so. */
  readonly unsure: readonly string[]
  /** Stands for all of the list; for every other file it stands for the bytes, too. */
  readonly stamp: string
}

const LIST = ['ls-files', '-v', '-s', '-c', '-o', '-d', '--exclude-standard', '-z']

/**
 * One call: `H <mode> <blob> <stage>\t<path>`, with `S` for sparse, a small letter where changes are not looked for, `R`
 * once more for a deleted file, `C` for a changed one, `? <path>`.
 */
export function gitFiles(root: string): GitFiles {
  const files = new Set<string>()
  const deleted: string[] = []
  const sparse: string[] = []
  const submodules: string[] = []
  const nested: string[] = []
  const unsure = new Set<string>()
  const changes = listWithChanges(root)
  const list = changes ?? gitOutput(root, LIST)
  for (const entry of splitFields(list)) {
    const path = entry.startsWith('? ') ? entry.slice(2) : entry.slice(entry.indexOf('\t') + 1)
    if (entry.startsWith('R ')) deleted.push(path)
    else if (path.endsWith('/')) nested.push(path.slice(0, -1))
    else files.add(path)
    if (/^[sS] /.test(entry)) sparse.push(path)
    if (/^[hH] 160000/.test(entry)) submodules.push(path)
    if (!entry.startsWith('H ')) unsure.add(path)
  }
  for (const path of deleted) files.delete(path)
  return {
    files: [...files],
    deleted: [...new Set(deleted)],
    sparse,
    submodules,
    nested,
    unsure: changes === undefined ? [...files] : [...unsure].filter(path => files.has(path)),
    stamp: createHash('sha256').update(list).digest('hex'),
  }
}

/** Where every time lies, as in a work tree that was copied, git compares all bytes: that is not waited for. */
const COMPARE_LIMIT_MS = 5000

/**
 * To find what changed git compares bytes where times do not tell, and would start the repository's own programs to clean
 * them first. Nothing where one of those cannot be switched off, or where it takes too long.
 */
function listWithChanges(root: string): Buffer | undefined {
  const off = withoutFilters(root)
  return off && gitOutputWithin(COMPARE_LIMIT_MS, root, [...off, ...LIST, '-m'])
}

function withoutFilters(root: string): string[] | undefined {
  const settings = gitFields(root, ['config', '--name-only', '-z', '--get-regexp', '^filter\\.'])
  const drivers = [...new Set(settings.map(setting => setting.slice(0, setting.lastIndexOf('.'))))]
  if (drivers.some(driver => driver.includes('='))) return undefined
  const off = ['clean=', 'smudge=', 'process=', 'required=false']
  return drivers.flatMap(driver => off.flatMap(setting => ['-c', `${driver}.${setting}`]))
}

/** Which of the words stand in these files of another commit. */
export function wordsInBlobs(
  root: string,
  blobs: readonly string[],
  words: ReadonlySet<string>,
): ReadonlySet<string> {
  if (blobs.length === 0) return new Set()
  const list = new WordList()
  for (const blob of blobsIn(gitOutput(root, ['cat-file', '--batch'], `${[...new Set(blobs)].join('\n')}\n`)))
    list.addFile(blob, blob.length - 1)
  return new Set([...words].filter(word => findHashes(list.view(), hashesOfWord(word)).every(Boolean)))
}

/** `<blob> blob <size>\n<bytes>\n` each. The closing line end is part of what is given back: a byte to spare. */
function* blobsIn(out: Buffer): Generator<Buffer> {
  for (let at = 0; at < out.length; ) {
    const lineEnd = out.indexOf(0x0a, at)
    const size = Number(out.toString('latin1', at, lineEnd).split(' ')[2])
    if (!Number.isInteger(size)) {
      at = lineEnd + 1
      continue
    }
    yield out.subarray(lineEnd + 1, lineEnd + 2 + size)
    at = lineEnd + 2 + size
  }
}

/** What was listed, and how old a file had to be when that began for its times to be trusted. */
export interface Listing {
  readonly stamp: string
  readonly settled: bigint
  /** The index file as it was then; nothing where there is none. */
  readonly index: string | undefined
}

/** The times of git's index: a filter that was switched on since rewrites files that are the same to git. */
export function indexTimes(root: string): string | undefined {
  try {
    return timesOf(lstatSync(`${gitFolder(root)}/index`, { bigint: true }))
  } catch {
    return undefined
  }
}

/** In a linked work tree `.git` is a file that says where it lies. */
function gitFolder(root: string): string {
  const git = `${root}/.git`
  if (lstatSync(git).isDirectory()) return git
  const [, folder = ''] = readFileSync(git, 'utf8').split(/^gitdir: |\r?\n$/)
  return resolve(root, folder)
}

const timesOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string =>
  `${size} ${mtimeNs} ${ctimeNs} ${ino}`

/**
 * Stands for the bytes of a work tree without a look at each file: git's list for those it vouches for, times for the
 * others. Nothing where one of the others changed just now or cannot be looked at.
 */
export function workTreeStamp(
  root: string,
  listing: Listing,
  others: readonly string[],
  about: readonly string[],
): string | undefined {
  if (listing.index === undefined) return undefined
  const sum = createHash('sha256').update(JSON.stringify([VERSION, about, listing.stamp, listing.index]))
  try {
    for (const path of others) {
      const stat = lstatSync(`${root}/${path}`, { bigint: true })
      if (stat.ctimeNs >= listing.settled) return undefined
      sum.update(`\0${path}\0${timesOf(stat)}`)
    }
  } catch {
    return undefined
  }
  return sum.digest('hex')
}

/** The stamp of the words in a work tree, as it was found for the same tree before; else by a look at each file. */
export function wordStampOf(
  tree: string | undefined,
  settled: bigint,
  cache: Kept<string> | undefined,
  look: () => WordIndex,
): string {
  const known = tree === undefined ? undefined : cache?.load(tree)
  if (known !== undefined) return known
  const { stamp, newest } = look()
  // What changed after the list was made was read with other bytes than it tells of.
  const isOfTree = newest !== undefined && newest < settled
  if (tree !== undefined && isOfTree) cache?.store(stamp, tree)
  return stamp
}
