import { pattern, says } from '../languages/index.ts'
import type { TranscriptTurn } from '../model/index.ts'
import { type RawMemory, saidAt } from './draft.ts'
import { cueOf } from './extract-cues.ts'
import type { Echoes } from './extract-echo.ts'
import { ownSentences } from './extract-own-words.ts'

/** Begins a sentence that gives the reason for the one before. */
const opensReason = says(({ cues }) => cues?.cause?.opening)
const REASON_INSIDE = pattern(({ cues }) => cues?.cause?.inside)

/** What a person's turn says that is worth keeping, by rules alone. Only a person's own words count. */
export function draftsByRules(turn: TranscriptTurn, day: string | undefined, echoes: Echoes): RawMemory[] {
  if (turn.speaker !== 'user' || turn.seen === true) return []
  const sentences = ownSentences(turn.text)
  return sentences.flatMap((quote, at) => {
    const cue = cueOf(quote, day)
    if (cue === undefined) return []
    const why = reasonFor(cue.text, sentences[at + 1])
    return [
      {
        quote,
        ...cue,
        origin: echoes.originOf(quote, turn.origin),
        ...(why !== undefined && { why }),
        said: saidAt(turn),
      },
    ]
  })
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
