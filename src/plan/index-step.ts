import { deadLinks, disusedLine, entryLeads, unlisted, wantsIndex } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  addTo,
  asFileName,
  type FileName,
  type Folder,
  type FolderPast,
  INDEX_FILE,
  type IndexFile,
  type IndexLine,
  type IndexLineChange,
  type IndexSummary,
  isUntrusted,
  type Memory,
  type MemoryType,
  type OddityKind,
  type Piece,
  type Policy,
  type WriteAction,
} from '../model/index.ts'
import {
  type EntryDraft,
  entryChanges,
  firstHeadingOrSentence,
  type IndexedMemory,
  type IndexLink,
  indexLine,
  type LinkFate,
  lineChanges,
  lineDraft,
  linesOf,
  MAX_INDEX_BYTES,
  MAX_INDEX_LINES,
  rebuildIndex,
} from '../text/index.ts'
import { joinPieces, mergePieces } from './changes.ts'

/** The last action of a folder, where the index has to change, and what it does in numbers. */
export interface IndexStep {
  readonly action?: WriteAction
  readonly summary: IndexSummary
  readonly warnings: readonly string[]
}

export function indexStep(listing: Listing, policy: Policy): IndexStep {
  const { index, memories } = listing.folder
  const untouched = { summary: noStep(index), warnings: [] }
  const survivors = memories.filter(({ file }) => !listing.going.has(file))
  const isHopeless =
    index === undefined
      ? survivors.length === 0 || (policy.rules !== 'seed' && !wantsIndex(listing.folder.root))
      : !index.editable
  if (isHopeless) return untouched
  const isRebuilt = policy.rules === 'seed' || policy.index === 'rebuild'
  // D36: one that says that nobody reads it is left as it is.
  if (!isRebuilt && index !== undefined && disusedLine(index.lines) !== undefined) return untouched
  const pieces = isRebuilt ? rebuildPieces(listing) : editIndex(listing)
  const text = joinPieces(pieces, listing.going)
  const warnings = overLimit(text, index, listing.folder.label)
  if (index !== undefined && text === textOf(index)) return { ...untouched, warnings }
  const step = index === undefined ? 'create' : isRebuilt ? 'rebuild' : 'edit'
  const [before, after] = [index?.lines ?? [], linesOf(text)]
  const lines = step === 'edit' ? lineChanges(before, after) : undefined
  const expect = index?.hash ?? 'absent'
  return {
    action: { kind: 'write', file: INDEX_FILE, expect, pieces, needs: [], reason: { why: 'index' } },
    summary: { step, ...entryChanges(before, after), ...(lines && { lines }) },
    warnings: [...warnings, ...unseenWarning(lines ?? [], listing.folder.label)],
  }
}

export const entryCount = (index: IndexFile | undefined): number =>
  index?.lines.filter(({ entry }) => entry !== undefined).length ?? 0

/** The index stays as it is. */
export const noStep = (index?: IndexFile): IndexSummary => ({
  step: 'none',
  removed: 0,
  added: 0,
  remaining: entryCount(index),
})

const textOf = ({ lines }: IndexFile): string => lines.map(({ text }) => text).join('')

/** Only where the index grows over a limit now; one that is already over it is a finding. */
function overLimit(text: string, index: IndexFile | undefined, label: string): string[] {
  const lines = text.split('\n').length - 1
  const bytes = new TextEncoder().encode(text).length
  const isOver = (count: number, size: number) => count > MAX_INDEX_LINES || size > MAX_INDEX_BYTES
  if (!isOver(lines, bytes) || (index !== undefined && isOver(index.lines.length, index.size))) return []
  return [say().plan.warnings.indexTooLong(label, lines, bytes, MAX_INDEX_LINES, MAX_INDEX_BYTES)]
}

/** D43: a new line that no agent reads is never added in silence. */
function unseenWarning(lines: readonly IndexLineChange[], label: string): string[] {
  const unseen = lines.filter(({ change, unseen }) => change === 'added' && unseen === true)
  if (unseen.length === 0) return []
  const [first, last] = [unseen[0]!.line, unseen.at(-1)!.line]
  const { unseenLine, unseenLines } = say().plan.warnings
  return [
    first === last
      ? unseenLine(label, first, MAX_INDEX_LINES, MAX_INDEX_BYTES)
      : unseenLines(label, first, last, MAX_INDEX_LINES, MAX_INDEX_BYTES),
  ]
}

/** Files that are there and cannot be read as memories keep their place in the index. */
const STILL_A_FILE: readonly OddityKind[] = ['unreadable', 'not-utf8', 'too-large', 'name-twin']

/** D21: the whole index anew, a line for each file that is there, sorted by name. */
function rebuildPieces({ folder, going, memories }: Listing): readonly Piece[] {
  const read = memories.filter(({ origin }) => !isUntrusted(origin)).map(asIndexed)
  const lines = [
    ...read.map(entry => ({ file: entry.file, text: `${indexLine(entry, ' -- ')}\n` })),
    ...oddLines(folder),
  ].sort((a, b) => (a.file < b.file ? -1 : 1))
  const header: Piece = { text: rebuildIndex(folder.title, []) }
  return mergePieces([header, ...lines.map(({ file, text }) => conditional(text, going.has(file) && file))])
}

function oddLines(folder: Folder): { file: FileName; text: string }[] {
  return folder.oddities.flatMap(({ name, kind }) => {
    const file = asFileName(name)
    if (file === undefined || !/\.md$/i.test(name)) return []
    const old = folder.index?.lines.find(({ entry }) => entry?.file === file)?.text
    if (old !== undefined) return [{ file, text: `${old.replace(/[\r\n]+$/, '')}\n` }]
    if (!STILL_A_FILE.includes(kind)) return []
    const entry: IndexedMemory = { file, fallback: '(not readable)' }
    return [{ file, text: `${indexLine(entry, ' -- ')}\n` }]
  })
}

/** What the index is to list: the folder, who goes, and what the memories will say then. */
export interface Listing {
  readonly folder: Folder
  readonly going: ReadonlySet<FileName>
  /** All memories of the folder, those that stay as they will be. */
  readonly memories: readonly Memory[]
  /** The proof that a line without a file needs to go (D36). Absent: only lines of those that go now are touched. */
  readonly past?: FolderPast | undefined
  /** Who takes the place of one that goes in its own line, by who goes: what that line says stays. */
  readonly replacements?: ReadonlyMap<FileName, FileName>
  /** Who may get a line; everybody where absent. */
  readonly newMemories?: ReadonlySet<FileName>
}

/** A new text for `MEMORY.md` in pieces: lines of files that go wait for their archive. D22: lines of files that went go, files without a line get one where their kind stands; every other byte stays. */
function editIndex(listing: Listing): readonly Piece[] {
  const { folder, going, memories } = listing
  const isBlank = folder.index === undefined || folder.index.lines.length === 0
  const lines = isBlank && memories.length > 0 ? heading(folder.title) : (folder.index?.lines ?? [])
  const kept = lines.map(entryDrafts(listing))
  return mergePieces(weave(lines, kept, newLines(lines, kept, listing), going))
}

/** A line that goes with the file that it names, where one is named. */
const conditional = (text: string, file: FileName | false): Piece =>
  file === false ? { text } : { text, unlessDone: file }

const heading = (title: string): IndexLine[] =>
  rebuildIndex(title, [])
    .split(/(?<=\n)/)
    .map(text => ({ text }))

interface NewMemory {
  readonly file: FileName
  readonly text: string
  /** The line after which it stands. */
  readonly place: number
}

/** A line for each memory that has none, or will have none; also for one that goes, in case it cannot. */
function newLines(lines: readonly IndexLine[], kept: readonly EntryDraft[], listing: Listing): NewMemory[] {
  const { going, memories, past, newMemories } = listing
  const separator = usualSeparator(lines)
  const placeFor = placesByType(lines, memories)
  const isGoing = ({ file }: { readonly file: FileName }) => going.has(file)
  const text = joinPieces(
    kept.flatMap(({ pieces }) => pieces),
    going,
  )
  const without = [
    ...unlisted(lines, memories).filter(isGoing),
    ...unlisted(linesOf(text), memories).filter(memory => !isGoing(memory)),
  ]
  return without
    .filter(({ file }) => newMemories?.has(file) !== false && past?.takenOut.has(file) !== true)
    .map(memory => ({
      file: memory.file,
      text: indexLine(asIndexed(memory), separator),
      place: placeFor(memory.type),
    }))
    .sort((a, b) => Number(going.has(b.file)) - Number(going.has(a.file)))
}

function weave(
  lines: readonly IndexLine[],
  kept: readonly EntryDraft[],
  newMemories: readonly NewMemory[],
  going: ReadonlySet<FileName>,
): Piece[] {
  const end = usualLineEnd(lines)
  const byPlace = new Map<number, Piece[]>()
  for (const { file, text, place } of newMemories) {
    addTo(byPlace, place, conditional(text + end, going.has(file) && file))
  }
  return kept.flatMap((draft, at) => {
    const { pieces } = draft
    const added = byPlace.get(at)
    if (added === undefined) return pieces
    const line = lines[at]!
    // A list does not begin in the line below a paragraph or a heading.
    const gap = line.entry === undefined && line.text.trim() !== '' ? [{ text: end }] : []
    return /[\r\n]$/.test(line.text) ? [...pieces, ...gap, ...added] : unended(draft, gap, added, end)
  })
}

/** After a last line without a line end: it gets one, and the new last line has none, as before. */
function unended(
  { form, pieces: last }: EntryDraft,
  gap: readonly Piece[],
  added: readonly Piece[],
  end: string,
): Piece[] {
  const final = added.at(-1)!
  const bare = { ...final, text: final.text.slice(0, -end.length) }
  const ended =
    form === 'parts'
      ? [...last, { text: end }]
      : last.map(piece => (/[\r\n]$/.test(piece.text) ? piece : { ...piece, text: piece.text + end }))
  if (final.unlessDone === undefined) return [...ended, ...gap, ...added.slice(0, -1), bare]
  // Only lines of files that go: should they all go, not a byte is added.
  return [...last, ...added.map(piece => ({ ...piece, text: end + piece.text.slice(0, -end.length) }))]
}

function asIndexed({ file, name, description, body }: Memory): IndexedMemory {
  return {
    file,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    // What it took over from others is not what it is about.
    fallback: firstHeadingOrSentence(body.split(/^## From \S/m, 1)[0]!),
  }
}

/** D36: a line goes when all its links do; of one with others the dead link alone goes, and every other byte stays. */
function entryDrafts({ folder, going, past, replacements }: Listing): (line: IndexLine) => EntryDraft {
  const dead = deadLinks(folder)
  return line => {
    const left = new Set(dead(line).flatMap(({ file, start }) => (past?.left.has(file) ? [start] : [])))
    const fateOf = ({ file, start }: IndexLink): LinkFate => {
      if (left.has(start)) return { fate: 'left' }
      if (file === undefined || !going.has(file)) return { fate: 'stays' }
      const replacement = replacements?.get(file)
      return replacement === undefined ? { fate: 'goes', file } : { fate: 'gives-way', file, replacement }
    }
    return lineDraft(line, fateOf)
  }
}

/** How this index is written, so that a new line looks like its neighbours. */
const NEW_SEPARATOR = ' — '

/** The separator most entries use; of equals the one that comes first. */
function usualSeparator(lines: readonly IndexLine[]): string {
  const counts = new Map<string, number>()
  for (const { entry } of lines) {
    const isSeparator = entry !== undefined && entry.hook !== '' && entry.separator.trim() !== ''
    if (isSeparator) counts.set(entry.separator, (counts.get(entry.separator) ?? 0) + 1)
  }
  return largest(counts) ?? NEW_SEPARATOR
}

function usualLineEnd(lines: readonly IndexLine[]): string {
  const windows = lines.filter(({ text }) => text.endsWith('\r\n')).length
  return windows * 2 > lines.length ? '\r\n' : '\n'
}

/** After the last entry of the section with most entries of this type; else after the last entry; else at the end. */
function placesByType(
  lines: readonly IndexLine[],
  memories: readonly Memory[],
): (type: MemoryType | undefined) => number {
  const types = new Map(memories.map(({ file, type }) => [file, type ?? 'none']))
  const sections = sectionsOf(lines)
  const counts = new Map<string, Map<number, number>>()
  const lastOf = new Map<number, number>()
  lines.forEach(({ entry }, at) => {
    if (entry === undefined) return
    const section = sections[at]!
    lastOf.set(section, at)
    const type = entry.file && types.get(entry.file)
    if (type === undefined) return
    const ofType = counts.get(type) ?? new Map<number, number>()
    counts.set(type, ofType.set(section, (ofType.get(section) ?? 0) + 1))
  })
  const lastEntry = Math.max(-1, ...lastOf.values())
  const elsewhere = lastEntry === -1 ? lines.length - 1 : lastEntry
  return type => lastOf.get(largest(counts.get(type ?? 'none') ?? new Map()) ?? -1) ?? elsewhere
}

/** For each line the number of headings above it. */
function sectionsOf(lines: readonly IndexLine[]): number[] {
  let section = 0
  return lines.map(({ text }) => {
    if (/^ {0,3}#{1,6}\s/.test(text)) section++
    return section
  })
}

function largest<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  let best: Key | undefined
  for (const [key, count] of counts) if (best === undefined || count > counts.get(best)!) best = key
  return best
}

/** For the index step: as if nothing had drifted. One line comes or goes now, and the rest is for a run. */
export function asListed(folder: Folder): Folder {
  const { index, memories, oddities } = folder
  if (index === undefined) return folder
  const { lines } = index
  const apart = new Set(unlisted(lines, memories))
  const leads = entryLeads(folder)
  const gone = lines.flatMap(line => (leads(line) === 'nowhere' ? [line.entry!.file!] : []))
  return {
    ...folder,
    memories: memories.filter(memory => !apart.has(memory)),
    oddities: [...oddities, ...gone.map(name => ({ name, kind: 'unreadable', detail: '' }) as const)],
  }
}
