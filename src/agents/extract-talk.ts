import { LANGUAGES, type LastingKind, languageOf, type TalkSigns } from '../languages/index.ts'
import type { MemoryType } from '../model/index.ts'
import { readStatement, type Token } from '../text/index.ts'
import type { Cue } from './extract-cues.ts'

const SIGNS: ReadonlyMap<string, TalkSigns> = new Map(
  LANGUAGES.flatMap(({ code, talkSigns }) => (talkSigns === undefined ? [] : [[code, talkSigns] as const])),
)

const signsFor = (text: string): TalkSigns | undefined => SIGNS.get(languageOf(text))

const TYPES: Readonly<Record<LastingKind, MemoryType>> = {
  correction: 'project',
  rule: 'feedback',
  decision: 'project',
  preference: 'feedback',
  person: 'user',
  reference: 'reference',
  deadline: 'project',
}

/** Longer turns describe a task, where "must" and "always" speak of the thing to be made. */
const LONGEST_TURN = 600
const MOST_SENTENCES = 6
/** In so short a turn one doubt is a doubt about all of it. */
const SHORT_TURN = 3

/** Whether a turn speaks of what may be, jokes, asks to be forgotten, or hands over a text to work on. */
export function isPassing(text: string, sentences: readonly string[]): boolean {
  const signs = signsFor(text)
  if (signs === undefined) return false
  const own = withoutQuotations(text)
  if (signs.forget.test(own)) return true
  if (signs.task.test(own.trim()) && (/\n|["“「『…]/.test(text) || sentences.length === 1)) return true
  return sentences.length <= SHORT_TURN && signs.unmeant.test(own)
}

/** Whether a sentence points at what is on the table now. */
export function isForNow(sentence: string): boolean {
  const signs = signsFor(sentence)
  return signs?.here.test(sentence) === true && !signs.asked.test(sentence)
}

/** Whether a person asked outright for this to be kept: then it is, whatever else it looks like. */
export function isAskedFor(cue: Cue | undefined, quote: string): boolean {
  return cue?.kind === 'remember' && !(signsFor(quote)?.todo.test(quote) === true && isForNow(quote))
}

/** What a sentence says that is meant to last, by how people say it. */
export function lastingCue(sentence: string, turn: string, count: number): Cue | undefined {
  const signs = signsFor(sentence)
  if (signs === undefined || turn.length > LONGEST_TURN || count > MOST_SENTENCES) return undefined
  const isBinding = signs.binding.test(sentence)
  const bare = isBinding ? sentence : withoutQuotations(sentence)
  const isAsked = signs.asked.test(bare)
  if (/[?？]\s*$/.test(bare) && !isAsked) return undefined
  if (isBinding) return { kind: 'decision', type: 'project', text: sentence }
  if (isAsked) return { kind: 'preference', type: 'feedback', text: sentence.replace(/[?？]\s*$/, '') }
  if (signs.task.test(bare) || signs.here.test(bare) || signs.unmeant.test(bare) || signs.reported.test(bare))
    return undefined
  const kind = signs.lasting.find(([, sign]) => sign.test(bare))?.[0]
  return kind === undefined ? undefined : { kind, type: TYPES[kind], text: sentence }
}

/** A sentence shorter than this needs the one that it answers: "SQLite it is". */
const SHORT = 24

/** The cue with the question that it answers, where it says too little alone. */
export function withQuestion(cue: Cue, earlier: readonly string[]): Cue {
  const asked =
    cue.text.length < SHORT && cue.kind === 'decision'
      ? earlier.findLast(text => /[?？]\s*$/.test(text))
      : undefined
  return asked === undefined ? cue : { ...cue, text: `${asked} ${cue.text}` }
}

/** Whether a turn takes back what was said just before. */
export const takesBack = (text: string): boolean => {
  const signs = signsFor(text)
  return signs !== undefined && (signs.withdrawn.test(text) || signs.forget.test(withoutQuotations(text)))
}

const LONGEST_VALUE = 60

/**
 * "No wait, Thursday": the latest of the earlier sentences that has a value of this kind, with the new value in its place.
 * "Other way round": with the two exchanged. Nothing where no earlier sentence has such a place.
 */
export function corrected(text: string, earlier: readonly string[]): string | undefined {
  const signs = signsFor(text)
  if (signs === undefined || text.length > LONGEST_TURN) return undefined
  const before = earlier.toReversed()
  if (signs.exchanged.test(text)) {
    for (const sentence of before) {
      const found = signs.pair.exec(sentence)
      if (found !== null) return `${found[1]}${found[4]}${found[3]}${found[2]}${found[5]}`
    }
    return undefined
  }
  const opening = signs.replaces.exec(text)
  if (opening === null) return undefined
  const rest = text.slice(opening[0].length)
  if (rest.length > LONGEST_VALUE) return undefined
  const value = readStatement({ text: rest }).tokens.find(({ quantity }) => quantity !== undefined)
  return value === undefined ? undefined : withValue(value, before)
}

function withValue(value: Token, before: readonly string[]): string | undefined {
  for (const sentence of before) {
    if (/[?？]\s*$/.test(sentence) || isForNow(sentence)) continue
    const old = readStatement({ text: sentence }).tokens.find(
      ({ quantity, form }) => quantity?.kind === value.quantity?.kind && form !== value.form,
    )
    if (old !== undefined && sentence.includes(old.raw)) return sentence.replace(old.raw, value.raw)
  }
  return undefined
}

/** Words in quotation marks are somebody else's, or the name of something. */
const withoutQuotations = (text: string): string =>
  text.replace(/"[^"]{8,2000}"|“[^”]{8,2000}”|「[^」]{6,2000}」|『[^』]{6,2000}』/g, '…')
