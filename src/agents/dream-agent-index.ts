import { say } from '../languages/index.ts'
import {
  type FileName,
  INDEX_FILE,
  type IndexFile,
  type IndexLine,
  isUntrusted,
  type Memory,
  type Origin,
  type Piece,
  type Policy,
  type Snapshot,
} from '../model/index.ts'
import {
  entryCount,
  type IndexStep,
  indexStep,
  joinPieces,
  mergePieces,
  waitForFiles,
} from '../plan/index.ts'
import { entryChanges, filesLedTo, isOrder, linesOf, parseIndex, textForm } from '../text/index.ts'
import type { AgentDiff, Changed } from './dream-agent-trust.ts'
import type { Original } from './scratch.ts'

/** What was not taken over from the copy at all, and why. */
export type Dropped = readonly { readonly file: FileName; readonly why: string }[]

/** What is done to the index, and how it reads before and after. */
export interface IndexAfter {
  readonly index: IndexStep
  readonly shown?: Pick<AgentIndex, 'was' | 'becomes'>
}

/** The index after an agent's changes: its own entries, with lines for what goes and comes brought along. */
export function indexAfter(
  { snapshot, originals }: AgentDiff,
  changed: readonly Changed[],
  own: IndexFile | undefined,
  policy: Policy,
): IndexAfter {
  const finals = new Map(
    changed.flatMap(({ memory }) => (memory === undefined ? [] : [[memory.file, memory]])),
  )
  const going = new Set(changed.filter(({ memory }) => memory === undefined).map(({ change }) => change.file))
  const added = changed.filter(({ change }) => change.change === 'added').map(({ memory }) => memory!)
  const memories = [...snapshot.folder.memories, ...added]
  const there = memories.map(memory => finals.get(memory.file) ?? memory)
  const before = originals.get(INDEX_FILE)
  const folder = { ...snapshot.folder, memories, ...(own !== undefined && { index: own }) }
  // An index that drifted before is not the agent's doing, and waits for a dream.
  const isIdle = changed.length === 0 && own === undefined
  const step = isIdle ? nothingToDo(snapshot) : indexStep({ folder, going, memories: there }, policy)
  const fresh = new Set(added.map(({ file }) => file))
  const action = step.action ?? untouched(before, own)
  if (action === undefined) return { index: step }
  const rewritten = new Set([...finals.keys()].filter(file => !fresh.has(file)))
  const lines = waitForRewrites(waitForFiles(action.pieces, fresh), asLines(before?.text), rewritten)
  const pieces = mergePieces(lines)
  const becomes = joinPieces(pieces, new Set([...going, ...fresh, ...rewritten]))
  const isOwn = step.action === undefined
  const base = isOwn ? { ...step.summary, step: 'edit' as const } : step.summary
  // Counted against the index that is there, not against the agent's own.
  const summary = { ...base, ...entryChanges(linesOf(before?.text ?? ''), linesOf(becomes)) }
  return {
    index: { ...step, summary, action: { ...action, expect: before?.hash ?? 'absent', pieces } },
    shown: { was: before?.text ?? '', becomes },
  }
}

const nothingToDo = ({ folder }: Snapshot): IndexStep => ({
  summary: { step: 'none', removed: 0, added: 0, remaining: entryCount(folder.index) },
  warnings: [],
})

/**
 * The agent's index is taken where it differs in entries and headings alone: other lines stand there for somebody else, and
 * agents read an index unasked.
 */
export function takenIndex({ originals, left }: AgentDiff): { index?: IndexFile; dropped: Dropped } {
  const before = originals.get(INDEX_FILE)
  const text = left.get(INDEX_FILE)
  if (text === undefined || text === before?.text) return { dropped: [] }
  const index = indexOf(text, before)
  const headings = new Set(linesOf(before?.text ?? '').map(line => line.text.trim()))
  const was = proseOf(linesOf(before?.text ?? ''), headings)
  const is = proseOf(index.lines, headings)
  const isSame = was.length === is.length && was.every((line, at) => line === is[at])
  if (isSame) return { index, dropped: [] }
  return { dropped: [{ file: INDEX_FILE, why: say().agents.waits.indexText }] }
}

export const indexOf = (text: string, before: Original | undefined): IndexFile =>
  parseIndex(text, before?.hash ?? '', before?.size ?? 0, true)

/** Nothing had to be brought up to date in the agent's own index; it is still another one than ours. */
function untouched(before: Original | undefined, index: IndexFile | undefined): IndexStep['action'] {
  const text = index?.lines.map(line => line.text).join('')
  if (text === undefined || text === before?.text) return undefined
  const pieces: readonly Piece[] = [{ text }]
  return {
    kind: 'write',
    file: INDEX_FILE,
    expect: before?.hash ?? 'absent',
    needs: [],
    reason: { why: 'index' },
    pieces,
  }
}

/** What becomes of `MEMORY.md`, whole. */
export interface AgentIndex {
  readonly was: string
  readonly becomes: string
  readonly held: readonly HeldLine[]
}

/** A line of the agent's index that waits for a person. */
export interface HeldLine {
  readonly line: string
  /** The memory that it leads to, where it leads to one. */
  readonly file?: FileName
  readonly why: string
}

/** What stands in an index beside its entries. A heading may be new, as long as it names a section and orders nothing. */
function proseOf(lines: readonly IndexLine[], known: ReadonlySet<string>): string[] {
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
function waitForRewrites(
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
