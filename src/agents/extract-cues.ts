import { traitsOf } from '../journal/index.ts'
import { pattern, patterns, says } from '../languages/index.ts'
import type { MemoryType } from '../model/index.ts'
import { findUrls } from '../text/index.ts'
import type { DraftKind } from './draft.ts'

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
  return isMaybe ? undefined : { ...cue, text: cue.kind === 'correction' ? corrected(sentence) : sentence }
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

const corrected = (sentence: string): string =>
  CORRECTIONS.reduce((rest, opening) => rest.replace(opening, ''), sentence).trim() || sentence

type FindCue = (sentence: string, day: string | undefined) => Omit<Cue, 'text'> | undefined

const CUES: readonly FindCue[] = [
  sentence => {
    if (!CORRECTIONS.some(opening => opening.test(sentence))) return undefined
    const rest = corrected(sentence)
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
