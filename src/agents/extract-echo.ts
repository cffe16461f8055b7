import { isLower, type Origin } from '../model/index.ts'
import type { TranscriptTurn } from '../sources/index.ts'
import { shingles } from '../text/index.ts'

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
