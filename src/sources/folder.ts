import { readRegularFile, sha256 } from '../disk/index.ts'
import {
  type FileName,
  type Folder,
  fileName,
  INDEX_FILE,
  type IndexFile,
  type Layout,
  type Memory,
  type Oddity,
} from '../model/index.ts'
import { exactText, type MemorySource, parseIndex, parseMemory } from '../text/index.ts'
import type { FoundFolder } from './found-folder.ts'
import { type ParsedMemory, withText } from './known-memories.ts'
import { isDatedName, isJournalWorkspace, layoutOf, snapshotName } from './layout.ts'
import { byCodeUnits, type Listed, listFolder, microseconds } from './listing.ts'
import { oddName, refused, twins } from './oddities.ts'

export interface ReadOptions {
  readonly layout?: 'index' | 'journal'
  /** Memories of an earlier reading: a file with the same bytes and time is taken from here, not parsed again. */
  readonly known?: readonly (Memory | ParsedMemory)[]
}

const LARGEST = 5_000_000

/** Everything that stands in a memory folder's top level. Looks, and changes nothing. */
export function readFolder(found: FoundFolder, options: ReadOptions): Folder {
  const listed = listFolder(found.root)
  const about = { root: found.root, label: found.label, title: found.title }
  if ('failed' in listed) {
    const listing = { state: 'failed' as const, why: listed.failed }
    const nothing = { index: undefined, memories: [], oddities: [], subfolders: [], listing }
    return { ...about, layout: options.layout ?? 'index', ...nothing }
  }
  const names = new Set(listed.files.map(file => file.name))
  const journal = options.layout === 'journal' || (!options.layout && isJournalWorkspace(found.root, names))
  const read = journal
    ? readJournal(found.root, listed, names)
    : readIndexed(found.root, listed, options.known ?? [])
  const layout = journal ? 'journal' : (options.layout ?? layoutOf(read.indexText, read.memories.length))
  return folderOf(about, layout, read, listed.subfolders)
}

function folderOf(
  about: Pick<Folder, 'root' | 'label' | 'title'>,
  layout: Layout,
  { index, memories, oddities }: Reading,
  subfolders: readonly string[],
): Folder {
  oddities.sort((a, b) => byCodeUnits(a.name, b.name))
  return { ...about, layout, index, memories, oddities, subfolders, listing: { state: 'whole' } }
}

interface Reading {
  index: IndexFile | undefined
  indexText: string | undefined
  readonly memories: Memory[]
  readonly oddities: Oddity[]
}

const emptyReading = (): Reading => ({
  index: undefined,
  indexText: undefined,
  memories: [],
  oddities: [],
})

/** Of a journal workspace only the snapshot is read here: whatever else lies there is none of the checks' business. */
function readJournal(root: string, listed: Listed, names: ReadonlySet<string>): Reading {
  const reading = emptyReading()
  const snapshot = snapshotName(names)
  for (const file of listed.files) if (file.name === snapshot) readIndex(root, file.name, reading)
  return reading
}

function readIndexed(root: string, listed: Listed, before: readonly (Memory | ParsedMemory)[]): Reading {
  const reading = emptyReading()
  const known = new Map(before.map(memory => [memory.file, memory]))
  for (const { name, raw, entry } of listed.files) {
    if (name === INDEX_FILE) readIndex(root, name, reading)
    else if (!Buffer.from(name, 'utf8').equals(raw)) reading.oddities.push(oddName(raw))
    else if (entry.isSymbolicLink()) reading.oddities.push(refused(name, { kind: 'symlink' }))
    else if (!entry.isFile()) reading.oddities.push(refused(name, { kind: 'not-a-file' }))
    else if (isDatedName(name)) reading.oddities.push(dated(name))
    else readMemory(root, name, reading, known)
  }
  reading.oddities.push(...twins(reading.memories.map(memory => memory.file)))
  return reading
}

function readMemory(
  root: string,
  name: string,
  reading: Reading,
  known: ReadonlyMap<FileName, Memory | ParsedMemory>,
): void {
  const file = fileName(name)
  const read = readRegularFile(`${root}/${name}`, LARGEST)
  if (read.kind === 'gone') return
  if (read.kind !== 'read') {
    reading.oddities.push(refused(name, read))
    return
  }
  const text = exactText(read.bytes)
  if (text === undefined) {
    reading.oddities.push({ name, kind: 'not-utf8', detail: 'its bytes are not valid UTF-8: left as it is' })
    return
  }
  const modified = microseconds(read.stat)
  const hash = sha256(read.bytes)
  const source = { file, hash, size: read.bytes.length, modified, text }
  reading.memories.push(fromKnown(known.get(file), source) ?? parseMemory(source))
}

function fromKnown(
  same: Memory | ParsedMemory | undefined,
  { hash, modified, text }: MemorySource,
): Memory | undefined {
  if (same?.hash !== hash) return undefined
  if ('headLength' in same) return withText(same, text, modified)
  return same.modified === modified ? same : undefined
}

/** An index that cannot be read is still there: it is kept as one that is never edited, so that nobody makes a new one. */
function readIndex(root: string, name: string, reading: Reading): void {
  const read = readRegularFile(`${root}/${name}`, LARGEST)
  if (read.kind === 'gone') return
  if (read.kind !== 'read') {
    reading.oddities.push(refused(name, read))
    reading.index = parseIndex('', '', read.kind === 'too-large' ? Number(read.stat.size) : 0, false)
    return
  }
  const text = exactText(read.bytes)
  reading.indexText = text ?? read.bytes.toString('utf8')
  reading.index = parseIndex(reading.indexText, sha256(read.bytes), read.bytes.length, text !== undefined)
}

function dated(name: string): Oddity {
  return { name, kind: 'dated-name', detail: 'it is named by a date: a journal, never a memory' }
}
