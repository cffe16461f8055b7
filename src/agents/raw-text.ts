import {
  choiceArgument,
  isGiven,
  MEMORY_TYPES,
  type MemoryType,
  ORIGINS,
  type Origin,
  objectArgument,
  textArgument,
  wrongArgument,
} from '../model/index.ts'
import { splitSentences } from '../text/index.ts'
import { momentArgument } from './conversation.ts'
import type { RawMemory } from './draft.ts'
import { cueOf, typeOf } from './extract-cues.ts'
import { reasonFor } from './extract-rules.ts'

/** Something to be refined of which no more is known than its words. */
export interface RawText {
  readonly text: string
  /** Else by what it says. */
  readonly type?: MemoryType
  /** Whose words they are; else they count like a memory without a label, as an agent's. */
  readonly origin?: Origin
  readonly why?: string
  /** The day that "tomorrow" is counted from; else today. */
  readonly at?: string
}

const CALL = 'RefinerAgent.refine(rawMemory)'

/** What is to be refined, whole; a `DreamError` where there is nothing to refine. */
export function rawOf(given: RawMemory | RawText, now: () => number): RawMemory {
  const raw = objectArgument(CALL, 'an object with text', given)
  const text = textArgument(CALL, 'an object with text', raw['text'])
  choiceArgument(CALL, 'type', MEMORY_TYPES, raw['type'])
  choiceArgument(CALL, 'origin', ORIGINS, raw['origin'])
  for (const name of ['why', 'quote'])
    if (raw[name] !== undefined) textArgument(CALL, `${name} to be text`, raw[name])
  if (raw['at'] !== undefined) momentArgument(CALL, raw['at'])
  if (raw['said'] !== undefined) return saidOf(given as RawMemory)
  return fromText({ ...(given as RawText), text }, now)
}

function saidOf(raw: RawMemory): RawMemory {
  const { said, quote, type, origin } = raw
  if (!isGiven(said)) throw wrongArgument(CALL, 'said to tell who spoke, and when', said)
  if (said.at !== undefined) momentArgument(CALL, said.at)
  if (quote === undefined || type === undefined || origin === undefined)
    throw wrongArgument(CALL, 'quote, type and origin beside said', raw)
  return raw
}

function fromText({ text, type, origin = 'assistant', why, at }: RawText, now: () => number): RawMemory {
  const moment = at ?? new Date(now()).toISOString()
  const day = moment.slice(0, 10)
  const cue = cueOf(text, day)
  const said = cue?.text ?? text
  const reason = why ?? reasonIn(said)
  return {
    quote: text,
    text: said,
    type: type ?? cue?.type ?? typeOf(text, day),
    kind: cue?.kind ?? 'told',
    origin,
    ...(reason !== undefined && { why: reason }),
    said: { speaker: origin === 'user' ? 'user' : 'assistant', at: moment, line: 1 },
    by: 'handed-over',
  }
}

/** The first reason that is given, in its own sentence or in the one behind it. */
function reasonIn(text: string): string | undefined {
  const all = splitSentences(text)
  return all.map((sentence, at) => reasonFor(sentence, all[at + 1])).find(reason => reason !== undefined)
}
