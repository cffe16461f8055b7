import type { Origin } from '../../../src/model/memory.ts'
import type { Speaker, TranscriptTurn } from '../../../src/sources/transcripts/record.ts'

/** A Friday: "by Friday" is the next one. */
export const DAY = '2026-06-05T10:00:00.000Z'

const ORIGIN: Record<Speaker, Origin> = {
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  system: 'unknown',
}

export function turn(speaker: Speaker, text: string, rest: Partial<TranscriptTurn> = {}): TranscriptTurn {
  return { speaker, text, origin: ORIGIN[speaker], at: DAY, session: 's1', line: 1, offset: 0, ...rest }
}

export const user = (text: string, rest?: Partial<TranscriptTurn>) => turn('user', text, rest)
export const assistant = (text: string, rest?: Partial<TranscriptTurn>) => turn('assistant', text, rest)
export const tool = (text: string, rest?: Partial<TranscriptTurn>) => turn('tool', text, rest)
