import {
  choiceArgument,
  DreamError,
  ORIGINS,
  type Origin,
  objectArgument,
  textArgument,
  wrongArgument,
} from '../model/index.ts'
import { type Speaker, type TranscriptTurn, turnsOfText } from '../sources/index.ts'
import type { Dialogue } from './draft.ts'

/** A conversation turn by turn, with its day for turns that do not tell theirs. */
export interface ReadConversation {
  readonly turns: Iterable<TranscriptTurn>
  readonly at: string | undefined
}

const CALL = 'ExtractorAgent.extract(conversation)'

/** A conversation that a program hands over; a `DreamError` where it is none. */
export function readConversation(conversation: Dialogue, now: () => number): ReadConversation {
  const { turns, text, at, origin } = objectArgument(CALL, 'a conversation with text or turns', conversation)
  if (at !== undefined) momentArgument(CALL, at)
  choiceArgument(CALL, 'origin', ORIGINS, origin)
  if (turns !== undefined) return { turns: turnsArgument(turns), at: at as string | undefined }
  if (typeof text !== 'string')
    throw wrongArgument(CALL, 'a conversation with text or turns', text === undefined ? conversation : text)
  return {
    turns: spoken(turnsOfText(text), origin as Origin | undefined),
    at: (at as string | undefined) ?? new Date(now()).toISOString(),
  }
}

export function momentArgument(call: string, at: unknown): void {
  const moment = textArgument(call, 'at to be a day or a time', at)
  if (!/^\d{4}-\d\d-\d\d/.test(moment) || Number.isNaN(Date.parse(moment)))
    throw wrongArgument(call, 'at to be a day such as 2026-06-05, or an ISO time', at)
}

function turnsArgument(turns: unknown): Iterable<TranscriptTurn> {
  const isList = typeof turns === 'object' && turns !== null && Symbol.iterator in turns
  if (!isList) throw wrongArgument(CALL, 'turns to be a list', turns)
  return checked(turns as Iterable<unknown>)
}

function* checked(turns: Iterable<unknown>): Generator<TranscriptTurn> {
  for (const turn of turns) {
    const { speaker, text } = objectArgument(CALL, 'turns with speaker and text', turn)
    if (typeof text !== 'string' || typeof speaker !== 'string')
      throw new DreamError(`${CALL} expects turns with speaker and text`, 2)
    yield turn as TranscriptTurn
  }
}

const OWN: Record<Speaker, Origin> = { user: 'user', assistant: 'assistant', tool: 'tool', system: 'unknown' }

/** Whoever hands over a conversation vouches for its marks, unless they say whose words it is. */
function* spoken(turns: Iterable<TranscriptTurn>, origin: Origin | undefined): Generator<TranscriptTurn> {
  for (const turn of turns) yield { ...turn, origin: origin ?? OWN[turn.speaker] }
}
