import { lstatSync } from 'node:fs'
import { type FileRead, namesIn, readRegularFile, sha256 } from '../disk/index.ts'
import { eachWritten, say } from '../languages/index.ts'
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
import type { FolderProject } from '../project/index.ts'
import { exactText, type MemorySource, parseIndex, parseMemory } from '../text/index.ts'
import {
  byCodeUnits,
  isDatedName,
  isMarkdownName,
  type Listed,
  listFolder,
  listsBelow,
  microseconds,
} from './listing.ts'
import { SOURCES } from './registry.ts'
import type { FolderFormat, Origin } from './source.ts'

export interface FoundFolder {
  /** Absolute, links resolved. */
  readonly root: string
  readonly label: string
  readonly title: string
  readonly project: FolderProject
  readonly origin: Origin
  /** The path that led here by way of a symbolic link. */
  readonly viaSymlink?: string
}

export interface ReadOptions {
  readonly layout?: 'index' | 'journal'
  /** Memories of an earlier reading: a file with the same bytes and time is taken from here, not parsed again. */
  readonly known?: readonly (Memory | ParsedMemory)[]
}

const LARGEST = 5_000_000

/** `MEMORY.md` beside a file for each memory. */
const INDEXED: FolderFormat = {
  layout: 'index',
  isOne: () => true,
  indexName: () => INDEX_FILE,
  memories: 'files',
}

/** How a folder is read: as somebody says, else as its files tell. */
export function formatOf(root: string, names: ReadonlySet<string>, said?: 'index' | 'journal'): FolderFormat {
  const formats = SOURCES.flatMap(({ format }) => format ?? [])
  const fits = formats.find(format => format.isOne(root, names)) ?? INDEXED
  if (said === undefined || fits.layout === said) return fits
  return (said === 'index' ? undefined : formats.find(format => format.layout === said)) ?? INDEXED
}

/** Everything that stands in a memory folder's top level. Looks, and changes nothing. */
export function readFolder({ root, label, title }: FoundFolder, options: ReadOptions): Folder {
  const about = { root, label, title }
  const listed = listFolder(root)
  if ('failed' in listed) {
    const listing = { state: 'failed' as const, why: listed.failed }
    const nothing = { index: undefined, memories: [], oddities: [], subfolders: [], listing }
    return { ...about, layout: options.layout ?? 'index', ...nothing }
  }
  const names = new Set(listed.files.map(file => file.name))
  const format = formatOf(root, names, options.layout)
  const { index, indexText, memories, oddities } = readFiles(root, listed, format, options.known ?? [])
  const layout = options.layout ?? layoutOf(format, indexText, memories.length)
  oddities.sort((a, b) => byCodeUnits(a.name, b.name))
  const { subfolders } = listed
  const lists = listsBelow(root, subfolders)
  const own = format.isReadOnly === true ? { isReadOnly: true as const } : {}
  return {
    ...about,
    ...own,
    layout,
    index,
    memories,
    oddities,
    subfolders,
    lists,
    listing: { state: 'whole' },
  }
}

interface Reading {
  index: IndexFile | undefined
  indexText: string | undefined
  readonly memories: Memory[]
  readonly oddities: Oddity[]
}

/** Where no file but the index holds memories, the others are none of the checks' business. */
function readFiles(
  root: string,
  { files }: Listed,
  format: FolderFormat,
  before: readonly (Memory | ParsedMemory)[],
): Reading {
  const reading: Reading = { index: undefined, indexText: undefined, memories: [], oddities: [] }
  const { oddities, memories } = reading
  const known = new Map(before.map(memory => [memory.file, memory]))
  const indexName = format.indexName(new Set(files.map(({ name }) => name)))
  for (const { name, raw, entry } of files) {
    if (name === indexName) readIndex(root, name, reading)
    else if (format.memories === 'none') continue
    else if (!Buffer.from(name, 'utf8').equals(raw)) oddities.push(oddName(raw))
    else if (entry.isSymbolicLink()) oddities.push(refused(name, { kind: 'symlink' }))
    else if (!entry.isFile()) oddities.push(refused(name, { kind: 'not-a-file' }))
    else if (isDatedName(name))
      oddities.push({ name, kind: 'dated-name', detail: say().places.oddities.dated })
    else readMemory(root, name, reading, known)
  }
  oddities.push(...twins(memories.map(memory => memory.file)))
  return reading
}

function readMemory(
  root: string,
  name: string,
  { memories, oddities }: Reading,
  known: ReadonlyMap<FileName, Memory | ParsedMemory>,
): void {
  const file = fileName(name)
  const read = readRegularFile(`${root}/${name}`, LARGEST)
  if (read.kind === 'gone') return
  if (read.kind !== 'read') {
    oddities.push(refused(name, read))
    return
  }
  const text = exactText(read.bytes)
  if (text === undefined) {
    oddities.push({ name, kind: 'not-utf8', detail: say().places.oddities.notUtf8 })
    return
  }
  const hash = sha256(read.bytes)
  const source = { file, hash, size: read.bytes.length, modified: microseconds(read.stat), text }
  memories.push(fromKnown(known.get(file), source) ?? parseMemory(source))
}

function fromKnown(
  same: Memory | ParsedMemory | undefined,
  { hash, modified, text }: MemorySource,
): Memory | undefined {
  if (same?.hash !== hash) return undefined
  if (!('headLength' in same)) return same.modified === modified ? same : undefined
  const { headLength, ...rest } = same
  return { ...rest, modified, head: text.slice(0, headLength), body: text.slice(headLength) }
}

/** A memory as it was parsed in an earlier run, without its text: that is on disk. */
export interface ParsedMemory extends Omit<Memory, 'head' | 'body'> {
  /** How much of the text stands before the body. */
  readonly headLength: number
}

/** What of a memory is worth keeping; nothing where its text cannot be put together again from the file. */
export function parsedPart({ head, body, ...rest }: Memory): ParsedMemory | undefined {
  return Buffer.byteLength(head) + Buffer.byteLength(body) === rest.size
    ? { ...rest, headLength: head.length }
    : undefined
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

/** A file that was not taken as a memory, and why. */
function refused(name: string, read: Exclude<FileRead, { kind: 'read' }>): Oddity {
  switch (read.kind) {
    case 'symlink':
      return { name, kind: 'symlink', detail: say().places.oddities.symlink }
    case 'not-a-file':
      return { name, kind: 'not-a-file', detail: say().places.oddities.notFile }
    case 'too-large':
      return { name, kind: 'too-large', detail: say().places.oddities.tooLarge(String(read.stat.size)) }
    case 'gone':
      return { name, kind: 'unreadable', detail: say().places.oddities.vanished }
    case 'unreadable':
      return { name, kind: 'unreadable', detail: read.why }
  }
}

/** A name that is not valid UTF-8 cannot be written down in a plan; it is shown byte by byte: `caf\xe9.md`. */
function oddName(raw: Buffer): Oddity {
  const shown = Array.from(raw, byte =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  )
  return { name: shown.join(''), kind: 'odd-name', detail: say().places.oddities.oddName }
}

/** Names that look alike and are spelled in two ways (composed and decomposed): both are memories, both are reported. */
function twins(names: readonly FileName[]): Oddity[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name.normalize('NFC'), (counts.get(name.normalize('NFC')) ?? 0) + 1)
  const alike = names.filter(name => (counts.get(name.normalize('NFC')) ?? 0) > 1)
  const detail = say().places.oddities.twin
  return alike.map(name => ({ name, kind: 'name-twin', detail }))
}

/** Sections that the snapshot of a journal workspace has. */
const SECTIONS: ReadonlySet<string> = new Set(
  eachWritten().flatMap(([, { sections }]) =>
    [sections.current, sections.stable, sections.relations].map(title => title.toLowerCase()),
  ),
)

/** `unclear`: a `MEMORY.md` that looks like a snapshot, beside memory files. */
function layoutOf({ layout }: FolderFormat, index: string | undefined, memories: number): Layout {
  if (layout !== 'index' || index === undefined || memories === 0) return layout
  return index.split('\n').some(line => SECTIONS.has(headingText(line))) ? 'unclear' : layout
}

/** Empty for anything but a heading of the second level. */
function headingText(line: string): string {
  if (line.length > 200 || !/^##[ \t]/.test(line)) return ''
  return line.slice(2).trim().replace(/ #+$/, '').trim().toLowerCase()
}

/** What is known of a folder from its listing and its index alone. */
export interface Glance {
  readonly layout: Layout
  /** Every memory file with its time, in microseconds since 1970. None in a journal workspace. */
  readonly memories: ReadonlyMap<string, number>
  /** `lines: null` where it is too large to be read. */
  readonly index?: { readonly lines: number | null; readonly bytes: number }
}

export function glance({ root }: Pick<FoundFolder, 'root'>): Glance {
  const names = namesIn(root)
  const format = formatOf(root, new Set(names))
  const files = names.filter(name => isMarkdownName(name) && name !== INDEX_FILE && !isDatedName(name))
  const times = (format.memories === 'none' ? [] : files).flatMap(name => {
    const stat = lstatSync(`${root}/${name}`, { bigint: true, throwIfNoEntry: false })
    return stat?.isFile() === true ? [[name, microseconds(stat)] as const] : []
  })
  const read = readRegularFile(`${root}/${INDEX_FILE}`, LARGEST)
  const text = read.kind === 'read' ? read.bytes.toString('utf8') : undefined
  const lines = text?.replace(/\n$/, '').split('\n').length ?? null
  return {
    layout: layoutOf(format, text, times.length),
    memories: new Map(times),
    ...('stat' in read && { index: { lines: text === '' ? 0 : lines, bytes: Number(read.stat.size) } }),
  }
}

/** What a file of a memory folder holds now. */
export function textAt(root: string, file: FileName): string | undefined {
  const bytes = bytesAt(root, file)
  return bytes && exactText(bytes)
}

export function bytesAt(root: string, file: FileName): Uint8Array | undefined {
  const read = file.includes('/') ? undefined : readRegularFile(`${root}/${file}`, LARGEST)
  return read?.kind === 'read' ? read.bytes : undefined
}
