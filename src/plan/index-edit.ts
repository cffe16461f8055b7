import { unlisted } from '../checks/index.ts'
import type { FileName, IndexLine, Piece } from '../model/index.ts'
import { type EntryDraft, indexLine, linesOf, rebuildIndex } from '../text/index.ts'
import { asIndexed, type Listing } from './index-draft.ts'
import { entryDrafts } from './index-entry.ts'
import { placesByType, usualLineEnd, usualSeparator } from './index-habits.ts'
import { joinPieces, mergePieces } from './pieces.ts'

/** A new text for `MEMORY.md` in pieces: lines of files that go wait for their archive. D22: lines of files that went go, files without a line get one where their kind stands; every other byte stays. */
export function editIndex(listing: Listing): readonly Piece[] {
  const { folder, going, memories } = listing
  const isBlank = folder.index === undefined || folder.index.lines.length === 0
  const lines = isBlank && memories.length > 0 ? heading(folder.title) : (folder.index?.lines ?? [])
  const kept = lines.map(entryDrafts(listing))
  return mergePieces(weave(lines, kept, newLines(lines, kept, listing), going))
}

const conditional = (text: string, file: FileName | undefined): Piece =>
  file === undefined ? { text } : { text, unlessDone: file }

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
    const piece = conditional(text + end, going.has(file) ? file : undefined)
    byPlace.set(place, [...(byPlace.get(place) ?? []), piece])
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
