import { cueOf, type RawMemory, reasonFor } from '../../agents/index.ts'
import { type CaptureKind, captureKind } from '../../journal/index.ts'
import { languageOf, writtenIn } from '../../languages/index.ts'
import type { MemoryType } from '../../model/index.ts'
import { momentIn } from '../../text/index.ts'

/** What a person tells Dream to remember, as what a conversation would have given. */
export function rawOf(text: string, as: CaptureKind | undefined, at: string): RawMemory {
  const day = at.slice(0, 10)
  const cue = cueOf(text, day)
  const said = cue?.text ?? text
  const why = reasonFor(said)
  return {
    quote: text,
    text: said,
    type: typeOf(text, as, day),
    kind: cue?.kind ?? 'remember',
    origin: 'user',
    ...(why !== undefined && { why }),
    said: { speaker: 'user', at, line: 1 },
  }
}

/** There was no conversation that could have said why. */
export const withReason = (raw: RawMemory): RawMemory => ({
  ...raw,
  why: raw.why ?? writtenIn(languageOf(raw.quote)).draft.noReason,
})

const TYPES = { correction: 'feedback', decision: 'project', project: 'project' } as const

/** By the rules of `dream extract`, then by those of capture. A note is about something, and never a rule. */
function typeOf(text: string, as: CaptureKind | undefined, day: string): MemoryType {
  if (as !== undefined && as !== 'note') return TYPES[as]
  const cue = cueOf(text, day)
  const subject = cue?.type ?? cueOf(`Remember that ${text}`, day)?.type ?? 'project'
  if (as === 'note' && subject === 'feedback') return cue?.kind === 'preference' ? 'user' : 'project'
  const kind = as ?? captureKind(text, day)
  return cue !== undefined || kind === 'note' ? subject : TYPES[kind]
}

/** The moment with the day that the wall clock shows: `2026-11-16T23:30:00+09:00`. */
export function wallClock(epochMs: number, zone?: string): string {
  const { day, time } = momentIn(epochMs, zone)
  const minute = Math.floor(epochMs / 60_000)
  const ahead = Date.parse(`${day}T${time}:00Z`) / 60_000 - minute
  const two = (count: number) => String(count).padStart(2, '0')
  const away = Math.abs(ahead)
  return `${day}T${time}:00${ahead < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`
}
