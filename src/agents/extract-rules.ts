import { pattern, says } from '../languages/index.ts'
import type { TranscriptTurn } from '../sources/index.ts'

import { type RawMemory, saidAt } from './draft.ts'
import { type Cue, cueOf } from './extract-cues.ts'
import type { Echoes } from './extract-echo.ts'
import { ownSentences } from './extract-own-words.ts'
import { corrected, isAskedFor, isForNow, isPassing, lastingCue, withQuestion } from './extract-talk.ts'

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
