import { jsonObject } from '../../disk/index.ts'
import { LANGUAGES } from '../../languages/index.ts'

import { SOURCES } from '../registry.ts'
import type { FileLine, OpenText } from './file.ts'
import {
  type Fields,
  fieldsIn,
  newTranscriptState,
  type Said,
  type Speaker,
  type TranscriptState,
  type TranscriptTurn,
  textField,
  timeOf,
} from './record.ts'

/** What a transcript held that is no turn, for the report. */
interface TranscriptCounts {
  readonly lines: number
  readonly turns: number
  /** Lines longer than anything that is read. */
  readonly tooLong: number
  /** Lines that are no record of any format we know. */
  readonly unreadable: number
}

export interface ReadPlan {
  /** The byte from which on turns are new; what stands before is marked as seen. */
  readonly from: number
  /** How many lines stand before that byte. */
  readonly line: number
  readonly form: 'records' | 'text'
}

export interface Reading {
  turns(): Generator<TranscriptTurn>
  counts(): TranscriptCounts
  /** How far the file is read: past the last whole line. */
  end(): { readonly offset: number; readonly line: number }
}

/** So much of what was read before is read again, so that an echo of it is known for one. */
const LOOK_BACK = 1024 * 1024

/** Reads a transcript line by line; nothing of it stays in memory but the turn that is being looked at. */
export function readTranscript(
  file: Pick<OpenText, 'lines'>,
  { from, line: before, form }: ReadPlan,
): Reading {
  const counts = { lines: 0, turns: 0, tooLong: 0, unreadable: 0 }
  const start = Math.max(0, from - LOOK_BACK)
  let end = { offset: from, line: before }
  const isNew = ({ start: at }: Pick<FileLine, 'start'>) => at >= from
  const done: Note = ({ end: offset, number }) => {
    if (offset > end.offset) end = { offset, line: Math.max(end.line, number) }
  }
  function* lines(): Generator<NumberedLine> {
    for (const line of file.lines(start)) {
      // The first line after a jump is the rest of one.
      if (start > 0 && line.start === start) continue
      if (isNew(line)) counts.lines += 1
      const numbered = { ...line, number: isNew(line) ? before + counts.lines : 0 }
      if (line.text !== undefined) yield { ...numbered, text: line.text }
      else {
        if (isNew(line)) counts.tooLong += 1
        if (line.state === 'ended') done(numbered)
      }
    }
  }
  const odd: Note = line => {
    if (isNew(line)) counts.unreadable += 1
  }
  const counted = (turn: TranscriptTurn): TranscriptTurn => {
    if (turn.offset < from) return { ...turn, seen: true }
    counts.turns += 1
    return turn
  }
  const turns = form === 'records' ? recordTurns : textTurns
  return {
    *turns() {
      for (const turn of turns(lines(), done, odd)) yield counted(turn)
    },
    counts: () => ({ ...counts }),
    end: () => end,
  }
}

function* recordTurns(lines: Lines, done: Note, odd: Note): Generator<TranscriptTurn> {
  const state = newTranscriptState()
  for (const line of lines) {
    const record = jsonObject(line.text)
    if (record === undefined) {
      // Half a record at the end is being written: it waits. Anywhere else it is damage.
      if (line.state === 'open') return
      if (line.text.trim() !== '') odd(line)
      done(line)
      continue
    }
    done(line)
    if (isRepeated(record, state)) continue
    const said = saidIn(record, state)
    if (said === undefined) odd(line)
    const place = placeOf(record, state)
    for (const each of said ?? [])
      yield {
        ...each,
        text: each.text.slice(0, LONGEST_TURN),
        ...place,
        line: line.number,
        offset: line.start,
      }
  }
}

function saidIn(record: Fields, state: TranscriptState): Said[] | undefined {
  return SOURCES.find(({ rows }) => rows?.isOne(record))?.rows?.said(record, state)
}

function isRepeated(record: Fields, state: TranscriptState): boolean {
  const id = textField(record, 'uuid')
  if (id === undefined) return false
  if (state.rows.get(id) === true) return true
  state.rows.set(id, true)
  return false
}

function placeOf(record: Fields, state: TranscriptState): Pick<TranscriptTurn, 'at' | 'session' | 'cwd'> {
  state.session = textField(record, 'sessionId') ?? state.session
  state.cwd = textField(record, 'cwd') ?? textField(record, 'workspace') ?? state.cwd
  const at = timeOf(record['timestamp']) ?? timeOf(fieldsIn(record, 'message')?.['timestamp'])
  return {
    ...(at !== undefined && { at }),
    ...(state.session !== undefined && { session: state.session }),
    ...(state.cwd !== undefined && { cwd: state.cwd }),
  }
}

/** From 1; 0 for a line that was read before. */
type NumberedLine = FileLine & { readonly text: string; readonly number: number }
type Lines = Iterable<NumberedLine>
type Note = (line: Omit<NumberedLine, 'text'>) => void

/** A turn is cut here: nobody says more at once. */
const LONGEST_TURN = 100_000
/** So much of a text without marks is one turn. */
const TEXT_TURN = 16_000

/**
 * Text that anyone can have written: the marks say who speaks, and nobody says whether they are true. So its origin is
 * unknown, whatever they say.
 */
function* textTurns(lines: Lines, done: Note): Generator<TranscriptTurn> {
  let speaker: Speaker = 'user'
  let open: { line: number; offset: number; texts: string[]; length: number } | undefined
  const take = (): TranscriptTurn[] => {
    const text = open?.texts.join('\n').trim() ?? ''
    const turn =
      open === undefined || text === ''
        ? []
        : [{ speaker, origin: 'unknown' as const, text, line: open.line, offset: open.offset }]
    open = undefined
    return turn
  }
  for (const line of lines) {
    const marked = markedLine(line.text)
    const isFull = open !== undefined && (open.length > TEXT_TURN || line.text.trim() === '')
    if (marked !== undefined || isFull) yield* take()
    if (marked !== undefined) speaker = marked.speaker
    const text = (marked?.rest ?? line.text).slice(0, LONGEST_TURN)
    open ??= { line: line.number, offset: line.start, texts: [], length: 0 }
    open.texts.push(text)
    open.length += text.length
    done(line)
  }
  yield* take()
}

/** The same for a text that is at hand. */
export function* turnsOfText(text: string): Generator<TranscriptTurn> {
  let start = 0
  const lines = text.split('\n').map((line, at): NumberedLine => {
    const numbered = {
      text: line,
      number: at + 1,
      start,
      end: start + line.length + 1,
      state: 'ended' as const,
    }
    start = numbered.end
    return numbered
  })
  yield* textTurns(lines, () => {})
}

const SPEAKERS: ReadonlyMap<string, Speaker> = new Map(
  LANGUAGES.flatMap(({ speakers }) =>
    Object.entries(speakers?.inTranscript ?? {}).flatMap(([speaker, words]) =>
      words.split(' ').map(word => [word, speaker as Speaker] as const),
    ),
  ),
)

/** `User: …`, `Assistant: …`: who speaks from this line on. */
const MARK = new RegExp(
  String.raw`^[ \t]{0,3}(?:[#*_]{1,4}[ \t]{0,2})?(?:\[[\d:. T-]{4,30}\][ \t]{0,2})?(${[...SPEAKERS.keys()].join('|')})(?:[*_]{1,3})?[ \t]{0,2}[:：](?:[*_]{1,3})?[ \t]{0,8}(.*)$`,
  'i',
)

export function markedLine(line: string): { speaker: Speaker; rest: string } | undefined {
  const found = MARK.exec(line.slice(0, 10_000))
  const speaker = found === null ? undefined : SPEAKERS.get(found[1]!.toLowerCase())
  return speaker === undefined ? undefined : { speaker, rest: found![2]! }
}
