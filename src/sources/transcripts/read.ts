import type { TranscriptCounts, TranscriptTurn } from '../../model/index.ts'
import { claudeCodeSaid, isClaudeCode } from './claude-code.ts'
import { codexSaid, isCodex } from './codex.ts'
import type { FileLine, OpenText } from './lines.ts'
import { isOpenClaw, openClawSaid } from './openclaw.ts'
import { type Fields, fieldsIn, recordOf, textField, timeOf } from './record.ts'
import { newTranscriptState, type Said, type TranscriptState } from './said.ts'
import { type Lines, LONGEST_TURN, type Note, type NumberedLine, textTurns } from './text.ts'

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
    const record = recordOf(line.text)
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

/** Each line says itself what it is, so that a file which changed hands is read too. */
function saidIn(record: Fields, state: TranscriptState): Said[] | undefined {
  if (isCodex(record)) return codexSaid(record, state)
  if (isOpenClaw(record)) return openClawSaid(record, state)
  return isClaudeCode(record) ? claudeCodeSaid(record, state) : undefined
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
