import { createHash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Ignore } from 'ignore'
import ignore from 'ignore'
import {
  errorCode,
  errorWords,
  isInside,
  memoryPaths,
  readProjectText,
  readRegularFile,
  readSmallText,
  settledBefore,
  sha256,
  type Trusts,
  trustsNothing,
  wayWithin,
} from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { INDEX_FILE, type Presence, type ProjectDocument } from '../model/index.ts'
import { isInstruction } from '../text/index.ts'
import type { Unknown } from './project.ts'

const MOST_FILES = 500_000

const VENDORED = 'node_modules bower_components vendor .venv venv __pycache__ Pods'
const MADE =
  '.tox .mypy_cache .pytest_cache .ruff_cache target build dist .next .nuxt .svelte-kit .turbo .cache .gradle'

/** Without git nothing tells what a build made or a package manager fetched, except the names that tools give it. */
const SKIPPED: ReadonlySet<string> = new Set(`.git .hg .svn ${VENDORED} ${MADE}`.split(' '))
const VENDORED_FOLDERS: ReadonlySet<string> = new Set(VENDORED.split(' '))

/** Other people's code: a symbol that occurs there alone is not the project's. */
export function isVendored(path: string): boolean {
  return path.split('/').some((segment, at, all) => at < all.length - 1 && VENDORED_FOLDERS.has(segment))
}

/** Every file below `root`, for projects without git. Honours `.gitignore` files; never follows a link to a folder. */
export function walkTree(root: string, mostFiles = MOST_FILES): readonly string[] | Unknown {
  const files: string[] = []
  const open: { folder: string; rules: Ignore }[] = [{ folder: '', rules: ignore() }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    let entries: Dirent[]
    try {
      entries = readdirSync(`${root}/${at.folder}`, { withFileTypes: true })
    } catch (error) {
      return { unknown: say().places.project.notListed(at.folder || root, errorWords(error)) }
    }
    const rules = withOwnRules(root, at.folder, entries, at.rules)
    for (const entry of entries) {
      const path = at.folder + entry.name
      const kind = entry.isDirectory() ? 'folder' : 'file'
      if (kind === 'folder' && SKIPPED.has(entry.name)) continue
      if (rules.ignores(kind === 'folder' ? `${path}/` : path)) continue
      if (kind === 'folder') open.push({ folder: `${path}/`, rules })
      else if (files.push(path) > mostFiles) return { unknown: say().places.project.tooManyFiles(mostFiles) }
    }
  }
  return files.sort()
}

/**
 * The rules of the folders above and then its own, written from the root: one matcher sees them in git's order, where the
 * last pattern that matches a path or a folder above it decides.
 */
function withOwnRules(root: string, folder: string, entries: readonly Dirent[], rules: Ignore): Ignore {
  if (!entries.some(entry => entry.name === '.gitignore')) return rules
  const text = readProjectText(root, `${root}/${folder}.gitignore`, trustsNothing, 200_000)
  if (text === undefined) return rules
  const own = text.split('\n').filter(isBounded)
  return ignore()
    .add(rules)
    .add(own.map(pattern => fromRoot(folder, pattern)))
}

function fromRoot(folder: string, pattern: string): string {
  if (folder === '' || pattern.trim() === '' || pattern.startsWith('#')) return pattern
  const [, not, glob] = pattern.match(/^(!?)(.*)$/s) as RegExpMatchArray
  const isAnchored = (glob as string).trimEnd().slice(0, -1).includes('/')
  const base = folder.replace(/[\\*?[\] !#]/g, '\\$&')
  return `${not}/${base}${isAnchored ? '' : '**/'}${(glob as string).replace(/^\//, '')}`
}

/** Patterns become regular expressions, and one with many stars can run for ages; such a line is passed over. */
function isBounded(pattern: string): boolean {
  return pattern.length <= 200 && (pattern.match(/\*+/g)?.length ?? 0) <= 3
}

/** More than any project writes by hand; what follows is not looked at. */
const MOST_DOCUMENTS = 1000
const LARGEST_DOCUMENT = 500_000
const MOST_TEXT = 4_000_000

/** Where a project and its user keep what is for agents to read. */
export interface DocumentPlaces {
  readonly root: string
  readonly home: string
  readonly files: readonly string[]
  readonly memoryFolders: readonly string[]
  readonly trusts?: Trusts
}

/** The Markdown that memories may have been promoted to; instructions first, so that no limit cuts them off. */
export function readDocuments(places: DocumentPlaces): ProjectDocument[] {
  const documents: ProjectDocument[] = []
  let room = MOST_TEXT
  for (const { path, at } of placesOf(places)) {
    const text = textAt(places, at, Math.min(LARGEST_DOCUMENT, room))
    if (text === undefined) continue
    documents.push({ path, text })
    room -= text.length
  }
  return documents
}

/** A document of the project may be a link to another one in it; a link out of the project is read if it is trusted. */
function textAt({ root, trusts }: DocumentPlaces, at: string, limit: number): string | undefined {
  return isInside(at, root) ? readProjectText(root, at, trusts, limit) : readSmallText(at, limit)
}

/** Changes when a document does, as far as sizes and times tell; cheap where reading all of them is not. */
export function documentStamp(places: DocumentPlaces): string {
  const stamps = placesOf(places).map(({ path, at }) => {
    const stat = lstatSync(at, { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? path : `${path} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
  })
  return stamps.join('\n')
}

function placesOf({ root, home, files, memoryFolders }: DocumentPlaces): { path: string; at: string }[] {
  const isMemory = memoryPaths(root, memoryFolders)
  const indexed = foldersWithIndex(files)
  const isOther = (path: string) => isMemory(path) || MEMORIES.test(path) || isInMemoryFolder(path, indexed)
  const manifests = files.filter(path => isManifest(path) && !isVendored(path)).slice(0, MOST_MANIFESTS)
  const markdown = files.filter(path => /\.mdc?$/i.test(path) && !isVendored(path) && !isOther(path))
  const [instructions, others] = [
    markdown.filter(isInstruction),
    markdown.filter(path => !isInstruction(path)),
  ]
  return [
    ...instructions.map(path => ({ path, at: join(root, path) })),
    { path: '~/.claude/CLAUDE.md', at: join(home, '.claude/CLAUDE.md') },
    ...[...manifests, ...others].map(path => ({ path, at: join(root, path) })),
  ].slice(0, MOST_DOCUMENTS)
}

const MOST_MANIFESTS = 30

/** Where a project says what it is made of, and in which versions. */
const isManifest = (path: string): boolean =>
  /(?:^|\/)(?:package\.json|pyproject\.toml|requirements\.txt|Cargo\.toml|go\.mod)$/.test(path)

/** Apart: the texts that memories may have been promoted to, and what says which versions are used. */
export function documentEvidence(all: readonly ProjectDocument[]) {
  const known = apart.get(all) ?? {
    documents: all.filter(({ path }) => !isManifest(path)),
    manifests: all.filter(({ path }) => isManifest(path)),
  }
  apart.set(all, known)
  return known
}

/** The folders of one project are told the same lists: what checks know about them is kept by the list. */
const apart = new WeakMap<
  readonly ProjectDocument[],
  Record<'documents' | 'manifests', readonly ProjectDocument[]>
>()

/** Where tools keep memories inside a project, by the names they give these folders. */
const MEMORIES = /(?:^|\/)(?:\.?[\w-]{0,20}memor(?:y|ies)|\.serena)\//i

/** Folders with an index of memories: copies of memories are no documents, wherever they are kept. */
function foldersWithIndex(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.filter(path => basename(path) === INDEX_FILE).map(dirname))
}

function isInMemoryFolder(path: string, folders: ReadonlySet<string>): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (folders.has(folder)) return folder !== '.' || basename(path) === INDEX_FILE
    if (folder === '.') return false
  }
}

export interface FolderStamp {
  /** One line that changes whenever anything in the folder does: names, sizes, times, inodes. */
  readonly line: string
  /** Files that changed so lately that their times prove nothing; only their bytes do. */
  readonly unsettled: readonly string[]
}

/** Nothing where the folder cannot be listed. */
export function folderStamp(root: string): FolderStamp | undefined {
  const settled = settledBefore()
  const hash = createHash('sha256')
  const unsettled: string[] = []
  try {
    for (const name of readdirSync(root, { encoding: 'buffer' }).sort(Buffer.compare)) {
      const path = Buffer.concat([Buffer.from(`${root}/`), name])
      const { size, mtimeNs, ctimeNs, ino, mode } = lstatSync(path, { bigint: true })
      if (ctimeNs > settled) unsettled.push(name.toString('utf8'))
      hash.update(name).update(`\0${size} ${mtimeNs} ${ctimeNs} ${ino} ${mode}\0`)
    }
  } catch {
    return undefined
  }
  return { line: hash.digest('hex'), unsettled }
}

/** Whether each of these files holds the bytes of that hash. */
export function holdBytes(root: string, hashes: Readonly<Record<string, string>>): boolean {
  return Object.entries(hashes).every(([name, hash]) => {
    const read = readRegularFile(`${root}/${name}`, LARGEST)
    return read.kind === 'read' && sha256(read.bytes) === hash
  })
}

const LARGEST = 5_000_000

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])

/** Whether an absolute path is there; what may not be looked at is unknown. */
export function presenceOnDisk(path: string): Presence {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'missing' : 'present'
  } catch (error) {
    return NOT_THERE.has(errorCode(error) ?? '') ? 'missing' : 'unknown'
  }
}

/** The same for a path in a project; whatever lies outside, or behind a link that leads there, is unknown. */
export function presenceWithin(project: string, path: string): Presence {
  const way = isInside(path, project) ? wayWithin(project, dirname(path)) : undefined
  if (way?.at === 'nowhere') return presenceOnDisk(path)
  return way?.at === 'inside' ? presenceOnDisk(join(way.path, basename(path))) : 'unknown'
}
