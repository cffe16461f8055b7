import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isInside, memoryPaths, readProjectText, readSmallText, type Trusts } from '../disk/index.ts'
import { INDEX_FILE, type ProjectDocument } from '../model/index.ts'
import { isInstruction } from '../text/index.ts'
import { isVendored } from './tree.ts'

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

/** D27: the Markdown that memories may have been promoted to; instructions first, so that no limit cuts them off. */
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
  const markdown = files.filter(path => /\.mdc?$/i.test(path) && !isVendored(path) && !isOther(path))
  const [instructions, others] = [
    markdown.filter(isInstruction),
    markdown.filter(path => !isInstruction(path)),
  ]
  return [
    ...instructions.map(path => ({ path, at: join(root, path) })),
    { path: '~/.claude/CLAUDE.md', at: join(home, '.claude/CLAUDE.md') },
    ...others.map(path => ({ path, at: join(root, path) })),
  ].slice(0, MOST_DOCUMENTS)
}

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
