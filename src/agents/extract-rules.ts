import { traitsOf } from '../journal/index.ts'
import {
  LANGUAGES,
  type LastingKind,
  languageOf,
  pattern,
  patterns,
  says,
  type TalkSigns,
} from '../languages/index.ts'
import { isLower, type MemoryType, type Origin } from '../model/index.ts'
import type { TranscriptTurn } from '../sources/index.ts'
import { findUrls, readStatement, scanMarkdown, shingles, splitSentences, type Token } from '../text/index.ts'
import { type DraftKind, type RawMemory, saidAt } from './draft.ts'

/** So many runs of four words are remembered, the newest: a few megabytes of text. */
const MOST_RUNS = 300_000
/** From this share of its runs on a sentence is an echo. */
const ECHO = 0.5
/** A person may well say a short thing in the words of a page. */
const ECHO_OF_USER = 0.9
const FEWEST_RUNS = 3

/**
 * What tools and pages said so far, as runs of words. Whoever repeats them speaks with their voice: an order that stood in a
 * page does not become the assistant's because the assistant quotes it, nor the user's because it was pasted.
 */
export interface Echoes {
  add(turn: TranscriptTurn): void
  /** The origin of words that a speaker said: his own, or that of what he repeats. */
  originOf(words: string, origin: Origin): Origin
}

export function newEchoes(): Echoes {
  const origins = new Map<number, Origin>()
  return {
    add({ speaker, origin, text }) {
      if (speaker === 'user' || speaker === 'assistant') return
      for (const run of shingles(text)) {
        const known = origins.get(run)
        if (known === undefined || isLower(origin, known)) origins.set(run, origin)
      }
      for (const run of origins.keys()) {
        if (origins.size <= MOST_RUNS) break
        origins.delete(run)
      }
    },
    originOf(words, origin) {
      const runs = [...shingles(words)]
      const known = runs
        .flatMap(run => origins.get(run) ?? [])
        .filter(each => origin !== 'user' || each !== 'unknown')
      const enough = origin === 'user' ? ECHO_OF_USER : ECHO
      if (runs.length < FEWEST_RUNS || known.length < enough * runs.length) return origin
      return known.reduce((least, each) => (isLower(each, least) ? each : least), origin)
    },
  }
}

/** A turn longer than this holds something that was pasted: then its first and its last paragraph are the person's own. */
const PASTED_FROM = 2500
const OWN_PARAGRAPH = 800

/** Prompts, log lines, diffs, stack traces: what a terminal says, not a person. */
const MACHINE =
  /^\s{0,8}(?:[$%❯➜>#|]\s|\(\w{1,20}\)\s\w+@|\w+@[\w-]+[:~]|[+-]{3}\s|@@ |at \S+ \(|File "|Traceback|\[?(?:INFO|WARN|ERROR|DEBUG)\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[{}[\]"']{1,3}\s*$)/

/** The sentences of a turn that its speaker made: no code, no quotations, nothing that was pasted. */
export function ownSentences(text: string): string[] {
  return ownParagraphs(text)
    .flatMap(paragraph => splitSentences(paragraph))
    .map(sentence => sentence.trim())
}

function ownParagraphs(text: string): string[] {
  const prose = scanMarkdown(text)
    .map(span => (span.kind === 'fence' || span.kind === 'comment' ? '\n\n' : span.text))
    .join('')
  const paragraphs = linesTogether(prose.split('\n').map(line => (isOwn(line) ? line : '')))
  const isPasted = text.length > PASTED_FROM && paragraphs.length > 1
  const own = isPasted ? [paragraphs[0]!, paragraphs.at(-1)!] : paragraphs
  return own.flatMap(joinLines).filter(paragraph => !isPasted || paragraph.length <= OWN_PARAGRAPH)
}

const isOwn = (line: string): boolean => !MACHINE.test(line) && !/^\s{0,3}>/.test(line)

/** What stands before a line that is left out and what stands behind it were never one sentence. */
function linesTogether(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)!.push(line)
  }
  return paragraphs.filter(paragraph => paragraph.length > 0)
}

/** Lines of one paragraph are one text; a list item begins another. */
function joinLines(lines: readonly string[]): string[] {
  const blocks: string[] = []
  for (const line of lines) {
    const item = /^\s{0,8}(?:[-*+]|\d{1,3}[.)])\s+(.*)$/.exec(line)
    if (item !== null || blocks.length === 0) blocks.push(item?.[1] ?? line.trim())
    else blocks[blocks.length - 1] = `${blocks.at(-1)} ${line.trim()}`
  }
  return blocks
}

/** Equal for the same words, however they are broken into lines or set in bold. */
function plainWords(text: string): string {
  return text.normalize('NFC').replace(/[*]+/g, '').replace(/\s+/g, ' ').trim()
}

/** Whether a text holds these very words. */
export function holdsQuote(text: string, quote: string): boolean {
  const words = plainWords(quote)
  return words !== '' && plainWords(text).includes(words)
}

/** What a sentence is, by its cue words. */
export interface Cue {
  readonly kind: Exclude<DraftKind, 'told'>
  readonly type: MemoryType
  /** The sentence without the words that only say that it counts. */
  readonly text: string
}

const REMEMBER = pattern(({ cues }) => cues?.talk?.remember)
const isMemoryAsked = says(({ cues }) => cues?.talk?.rememberNot)
const CORRECTIONS = patterns(({ cues }) => cues?.correction?.inTalk)
const isFact = says(({ cues }) => cues?.talk?.fact)
const isOrdered = says(({ cues }) => cues?.rule?.inTalk)
const isNoRule = says(({ cues }) => cues?.rule?.notInTalk)
const isOneOff = says(({ cues }) => cues?.rule?.oneOff)
const isDecision = says(({ cues }) => cues?.decision?.inTalk)
const isPreference = says(({ cues }) => cues?.preference?.inTalk)
const isAboutWork = says(({ cues }) => cues?.preference?.aboutWork)
const isAboutSelf = says(({ cues }) => cues?.person?.inTalk)
const isDeadline = says(({ cues }) => cues?.deadline?.inTalk)
const hasPurpose = says(({ cues }) => cues?.talk?.purpose)
const isToBeOpened = says(({ cues }) => cues?.talk?.fetch)
const isReported = says(({ talkSigns }) => talkSigns?.reported)

const LONGEST = 600

export function cueOf(sentence: string, day: string | undefined): Cue | undefined {
  if (sentence.length > LONGEST) return undefined
  const requested = remembered(sentence)
  if (requested !== undefined) return { kind: 'remember', type: typeOf(requested, day), text: requested }
  if (/[?？]\s*$/.test(sentence)) return undefined
  const bare = withoutQuotations(sentence)
  if (isReported(bare)) return undefined
  const cue = CUES.map(find => find(bare, day)).find(found => found !== undefined)
  if (cue === undefined) return undefined
  const isMaybe = cue.kind !== 'preference' && traitsOf(bare, day ?? ANY_DAY).has.has('tentative')
  return isMaybe
    ? undefined
    : { ...cue, text: cue.kind === 'correction' ? withoutOpening(sentence) : sentence }
}

/** Where no day is known, none is named: the traits only have to be asked. */
const ANY_DAY = '2000-01-01'

function remembered(sentence: string): string | undefined {
  if (isMemoryAsked(sentence)) return undefined
  const found = REMEMBER.exec(sentence)
  const rest =
    found === null
      ? ''
      : sentence
          .slice(found[0].length)
          .replace(/[?？]\s*$/, '')
          .trim()
  if (found !== null && /\bto $/i.test(found[0]))
    return rest === '' ? undefined : sentence.slice(found[0].length)
  return rest === '' ? undefined : rest
}

const withoutOpening = (sentence: string): string =>
  CORRECTIONS.reduce((rest, opening) => rest.replace(opening, ''), sentence).trim() || sentence

type FindCue = (sentence: string, day: string | undefined) => Omit<Cue, 'text'> | undefined

const CUES: readonly FindCue[] = [
  sentence => {
    if (!CORRECTIONS.some(opening => opening.test(sentence))) return undefined
    const rest = withoutOpening(sentence)
    const isBare = /^(?:it|this|that|he|she|they|the (?:first|second|other|last) one)\b/i.test(rest)
    return isFact(rest) && !isBare && !isOneOff(rest) ? { kind: 'correction', type: 'feedback' } : undefined
  },
  sentence => (isRule(sentence) ? { kind: 'rule', type: 'feedback' } : undefined),
  sentence => (isDecision(sentence) ? { kind: 'decision', type: 'project' } : undefined),
  sentence => {
    if (!isPreference(sentence)) return undefined
    if (isOneOff(sentence)) return undefined
    return { kind: 'preference', type: isAboutWork(sentence) ? 'feedback' : 'user' }
  },
  sentence => (isAboutSelf(sentence) ? { kind: 'person', type: 'user' } : undefined),
  sentence => (linkWithPurpose(sentence) ? { kind: 'reference', type: 'reference' } : undefined),
  (sentence, day) => {
    if (day === undefined || !isDeadline(sentence)) return undefined
    return traitsOf(sentence, day).due === undefined ? undefined : { kind: 'deadline', type: 'project' }
  },
]

function isRule(sentence: string): boolean {
  if (isOneOff(sentence) || isNoRule(sentence)) return false
  return isOrdered(sentence)
}

function linkWithPurpose(sentence: string): boolean {
  const urls = findUrls(sentence)
  if (urls.length === 0 || isToBeOpened(sentence)) return false
  const rest = urls.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), sentence)
  const words = rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return hasPurpose(rest) && (words >= 4 || (rest.match(/\p{Script=Han}/gu)?.length ?? 0) >= 4)
}

/** What "remember that …" is about; a note on the project where nothing else fits. */
export function typeOf(text: string, day: string | undefined): MemoryType {
  return (
    CUES.map(find => find(text, day)).find(found => found !== undefined)?.type ??
    (findUrls(text).length > 0 ? 'reference' : 'project')
  )
}

/** Words in quotation marks are somebody else's, or the name of something. */
function withoutQuotations(sentence: string): string {
  return sentence.replace(/"[^"]{8,400}"|“[^”]{8,400}”|「[^」]{4,400}」|『[^』]{4,400}』/g, '…')
}

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
function isPassing(text: string, sentences: readonly string[]): boolean {
  const signs = signsFor(text)
  if (signs === undefined) return false
  const own = unquoted(text)
  if (signs.forget.test(own)) return true
  if (signs.task.test(own.trim()) && (/\n|["“「『…]/.test(text) || sentences.length === 1)) return true
  return sentences.length <= SHORT_TURN && signs.unmeant.test(own)
}

/** Whether a sentence points at what is on the table now. */
function isForNow(sentence: string): boolean {
  const signs = signsFor(sentence)
  return signs?.here.test(sentence) === true && !signs.asked.test(sentence)
}

/** Whether a person asked outright for this to be kept: then it is, whatever else it looks like. */
function isAskedFor(cue: Cue | undefined, quote: string): boolean {
  return cue?.kind === 'remember' && !(signsFor(quote)?.todo.test(quote) === true && isForNow(quote))
}

/** What a sentence says that is meant to last, by how people say it. */
function lastingCue(sentence: string, turn: string, count: number): Cue | undefined {
  const signs = signsFor(sentence)
  if (signs === undefined || turn.length > LONGEST_TURN || count > MOST_SENTENCES) return undefined
  const isBinding = signs.binding.test(sentence)
  const bare = isBinding ? sentence : unquoted(sentence)
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
function withQuestion(cue: Cue, earlier: readonly string[]): Cue {
  const asked =
    cue.text.length < SHORT && cue.kind === 'decision'
      ? earlier.findLast(text => /[?？]\s*$/.test(text))
      : undefined
  return asked === undefined ? cue : { ...cue, text: `${asked} ${cue.text}` }
}

/** Whether a turn takes back what was said just before. */
export const takesBack = (text: string): boolean => {
  const signs = signsFor(text)
  return signs !== undefined && (signs.withdrawn.test(text) || signs.forget.test(unquoted(text)))
}

const LONGEST_VALUE = 60

/**
 * "No wait, Thursday": the latest of the earlier sentences that has a value of this kind, with the new value in its place.
 * "Other way round": with the two exchanged. Nothing where no earlier sentence has such a place.
 */
function corrected(text: string, earlier: readonly string[]): string | undefined {
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

const unquoted = (text: string): string =>
  text.replace(/"[^"]{8,2000}"|“[^”]{8,2000}”|「[^」]{6,2000}」|『[^』]{6,2000}』/g, '…')

/** Begins a sentence that gives the reason for the one before. */
const opensReason = says(({ cues }) => cues?.cause?.opening)
const REASON_INSIDE = pattern(({ cues }) => cues?.cause?.inside)

/** How many sentences a later word may correct. */
const MOST_EARLIER = 12

/** What a person's turn says that is worth keeping, by rules alone. Only a person's own words count. */
export function draftsByRules(
  turn: TranscriptTurn,
  day: string | undefined,
  echoes: Echoes,
  earlier: readonly string[] = [],
): RawMemory[] {
  if (turn.speaker !== 'user' || turn.seen === true) return []
  const sentences = ownSentences(turn.text)
  const draft = (quote: string, cue: Cue, why: string | undefined): RawMemory => ({
    quote,
    ...cue,
    origin: echoes.originOf(quote, turn.origin),
    ...(why !== undefined && { why }),
    said: saidAt(turn),
  })
  const again = corrected(turn.text.trim(), earlier.slice(-MOST_EARLIER))
  if (again !== undefined)
    return [draft(turn.text.trim(), { kind: 'correction', type: 'project', text: again }, undefined)]
  const passes = isPassing(turn.text, sentences)
  return sentences.flatMap((quote, at) => {
    const cue = cueFor(quote, day, turn.text, sentences.length)
    if (passes && !isAskedFor(cue, quote)) return []
    return cue === undefined
      ? []
      : [
          draft(
            quote,
            withQuestion(cue, [...earlier, ...sentences.slice(0, at)]),
            reasonFor(cue.text, sentences[at + 1]),
          ),
        ]
  })
}

function cueFor(sentence: string, day: string | undefined, turn: string, count: number): Cue | undefined {
  const cue = cueOf(sentence, day)
  if (isAskedFor(cue, sentence) || (cue !== undefined && cue.kind !== 'remember' && !isForNow(sentence)))
    return cue
  return lastingCue(sentence, turn, count)
}

/** In the sentence itself, or in the next one where that begins like a reason. */
export function reasonFor(text: string, next?: string): string | undefined {
  const inside = REASON_INSIDE.exec(text)
  if (inside !== null)
    return inside
      .slice(1)
      .find(found => found !== undefined)
      ?.trim()
  return next !== undefined && next.length <= 300 && opensReason(next) ? next : undefined
}
