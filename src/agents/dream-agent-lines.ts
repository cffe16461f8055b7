import { say } from '../languages/index.ts'
import {
  type FileName,
  type IndexLine,
  isUntrusted,
  type Memory,
  type Origin,
  type Piece,
} from '../model/index.ts'
import { filesLedTo, isOrder, linesOf, textForm } from '../text/index.ts'

/** A line of the agent's index that waits for a person. */
export interface HeldLine {
  readonly line: string
  /** The memory that it leads to, where it leads to one. */
  readonly file?: FileName
  readonly why: string
}

/** What stands in an index beside its entries. A heading may be new, as long as it names a section and orders nothing. */
export function proseOf(lines: readonly IndexLine[], known: ReadonlySet<string>): string[] {
  return lines
    .filter(line => line.entry === undefined && isProse(line.text.trim(), known))
    .map(line => line.text.trim())
}

function isProse(text: string, known: ReadonlySet<string>): boolean {
  const heading = /^#{1,6}\s+(.*)$/.exec(text)
  if (heading === null) return text !== ''
  return !known.has(text) && isOrder(heading[1] ?? '', 'title')
}

export interface LinesAsked {
  readonly before: readonly IndexLine[]
  readonly own: readonly IndexLine[]
  /** Every memory as it will be where nobody approves. */
  readonly memories: ReadonlyMap<FileName, Memory>
  /** Files whose change waits for a person. */
  readonly held: ReadonlySet<FileName>
  /** The lowest origin of the rows that the agent was shown. */
  readonly shown: Origin | undefined
}

/** P6: lines of an agent's index that wait for a person, each with why. A line belongs to its note. */
export function heldLines(asked: LinesAsked): HeldLine[] {
  const known = new Set(asked.before.map(({ text }) => text.trim()))
  return asked.own.flatMap(line => {
    if (line.entry === undefined || known.has(line.text.trim())) return []
    const why = whyLineWaits(line, asked)
    const { file } = line.entry
    return why === undefined ? [] : [{ line: line.text.trim(), ...(file !== undefined && { file }), why }]
  })
}

function whyLineWaits(
  { entry, text }: IndexLine,
  { memories, held, shown }: Omit<LinesAsked, 'own'>,
): string | undefined {
  const { file, title, hook } = entry!
  const { waits } = say().agents
  if (file === undefined) return waits.noNote
  if (held.has(file)) return waits.noteWaits
  const memory = memories.get(file)
  if (memory === undefined) return waits.noNote
  if (isUntrusted(memory.origin)) return waits.noteOrigin(say().plan.origins[memory.origin!])
  if (isOrder(title, 'title') || isOrder(hook) || isOrder(afterLink(text))) return waits.instruction
  const isSaid = [memory.name, memory.description].some(
    said => said !== undefined && textForm(said) === textForm(hook),
  )
  if (shown === undefined || !isUntrusted(shown) || isSaid || hook === '') return undefined
  return waits.ownWords(say().plan.origins[shown])
}

const afterLink = (text: string): string => text.slice(text.indexOf('](') + 2).replace(/^[^)]*\)\W*/, '')

/** A line that the agent changed stands only if its memory was changed too; else the old one does. */
export function waitForRewrites(
  pieces: readonly Piece[],
  before: readonly IndexLine[],
  files: ReadonlySet<FileName>,
): Piece[] {
  const known = new Set(before.map(({ text }) => text.trim()))
  const waiting = new Set<FileName>()
  return pieces.flatMap((piece): Piece[] => {
    if (piece.unlessDone !== undefined || piece.onlyIfDone !== undefined) return [piece]
    return linesOf(piece.text).flatMap((line): Piece[] => {
      const { text, entry } = line
      const file = entry?.file
      if (file === undefined || !files.has(file) || known.has(text.trim())) return [{ text }]
      // All that the line leads to: it may have taken the place of several.
      const led = new Set([file, ...filesLedTo(line)].filter(one => !waiting.has(one)))
      const old = before.filter(({ entry }) => entry?.file !== undefined && led.has(entry.file))
      for (const one of led) waiting.add(one)
      return [...old.map(line => ({ text: ended(line.text), unlessDone: file })), { text, onlyIfDone: file }]
    })
  })
}

/** An index in which the lines of these files are as `from` has them, each where it stands in one of the two. */
export function withLinesOf(
  base: readonly IndexLine[],
  from: readonly IndexLine[],
  files: ReadonlySet<string>,
): string {
  const isMeant = (line: IndexLine) => files.has(keyOf(line) ?? '')
  const texts = new Map<string, string>()
  for (const line of from.filter(isMeant))
    texts.set(keyOf(line)!, (texts.get(keyOf(line)!) ?? '') + ended(line.text))
  const take = (key: string): string => {
    const text = texts.get(key) ?? ''
    texts.delete(key)
    return text
  }
  const lines = base.map(line => (isMeant(line) ? take(keyOf(line)!) : line.text))
  for (const [key, text] of texts) {
    const at = placeFor(key, base, from)
    lines[at] = lines[at] === undefined ? text : ended(lines[at]) + text
  }
  return lines.join('')
}

const keyOf = ({ entry }: IndexLine): string | undefined => entry?.file ?? entry?.target

/** Behind the line that it follows there; else behind the last entry. */
function placeFor(key: string, base: readonly IndexLine[], from: readonly IndexLine[]): number {
  const own = from.findIndex(line => keyOf(line) === key)
  for (let before = own - 1; before >= 0; before--) {
    const at = base.findIndex(({ text }) => text.trim() !== '' && text === from[before]!.text)
    if (at !== -1) return at
  }
  return Math.max(
    0,
    base.findLastIndex(({ entry }) => entry !== undefined),
  )
}

const ended = (text: string): string => (/[\r\n]$/.test(text) ? text : `${text}\n`)

export const asLines = (text: string | undefined): readonly IndexLine[] => linesOf(text ?? '')
