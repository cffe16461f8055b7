import type { RawMemory } from '../../agents/draft.ts'
import { cueOf } from '../../agents/extract-cues.ts'
import { reasonFor } from '../../agents/extract-rules.ts'
import type { Refined } from '../../agents/refine-rules.ts'
import { type CaptureKind, captureKind } from '../../distil/capture.ts'
import { languageOf } from '../../distil/language.ts'
import type { Memory, MemoryType } from '../../memory/memory.ts'
import { isUntrusted } from '../../memory/origin.ts'
import { sentenceValues } from '../../memory/sentence-values.ts'
import { normaliseSentence, sentences } from '../../memory/sentences.ts'
import { overlap, significantWords } from '../../memory/words.ts'
import { momentIn } from '../../schedule/moment.ts'

const UNSAID = { en: 'Not said', zh: '没有说明' } as const

/** What a person tells Dream to remember, as what a conversation would have given. */
export function rawOf(text: string, as: CaptureKind | undefined, at: string): RawMemory {
  const day = at.slice(0, 10)
  const cue = cueOf(text, day)
  const said = cue?.text ?? text
  return {
    quote: text,
    text: said,
    type: typeOf(text, as, day),
    kind: cue?.kind ?? 'remember',
    origin: 'user',
    why: reasonFor(said) ?? UNSAID[languageOf(text)],
    said: { speaker: 'user', at, line: 1 },
  }
}

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

/** The memory that says it already: all of it, in these words or nearly these. What nobody vouches for does not count. */
export function saying(memories: readonly Memory[], { what, why }: Refined): Memory | undefined {
  const isSaid = normaliseSentence(why) !== normaliseSentence(UNSAID[languageOf(what)])
  const wanted = [...sentences(what), ...(isSaid ? sentences(why) : [])].map(statementOf)
  return memories.find(memory => {
    if (isUntrusted(memory.origin)) return false
    const said = [...sentences(memory.body), memory.description ?? ''].map(sentence =>
      sentence.replace(/^(?:What|Why): /, ''),
    )
    return wanted.every(one => said.some(sentence => isSame(one, sentence)))
  })
}

interface Statement {
  readonly form: string
  readonly words: ReadonlySet<string>
  readonly values: string
}

const statementOf = (sentence: string): Statement => ({
  form: normaliseSentence(sentence),
  words: significantWords(sentence),
  values: valuesOf(sentence),
})

const valuesOf = (sentence: string): string => [...new Set(sentenceValues(sentence))].sort().join('\n')

const NEARLY = 0.8

/** The same words, or nearly all of them both ways round, and not one value or denial more. */
function isSame({ form, words, values }: Statement, sentence: string): boolean {
  if (normaliseSentence(sentence) === form) return true
  const theirs = significantWords(sentence)
  const [fewer, more] = [words.size, theirs.size].sort((a, b) => a - b) as [number, number]
  return (
    fewer >= NEARLY * more &&
    overlap(words, theirs) * fewer >= NEARLY * more &&
    fewer > 0 &&
    valuesOf(sentence) === values
  )
}
