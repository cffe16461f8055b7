import type { Memory } from '../model/index.ts'

/** Checks that read the text of one memory and nothing else: what was found in it once is found in it again. */
export const TEXT_CHECKS = ['finished', 'secrets'] as const
export type TextCheck = (typeof TEXT_CHECKS)[number]

const known: Readonly<Record<TextCheck, WeakSet<Memory>>> = {
  finished: new WeakSet(),
  secrets: new WeakSet(),
}

/** The memories in which it found nothing: rounds ask for the same ones again, and so does the next night. */
export const nothingFoundBy = (check: TextCheck): WeakSet<Memory> => known[check]
