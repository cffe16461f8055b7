/** Where a text came from, the least trusted first. Our code writes the label; nobody's text can raise it. */
export const ORIGINS = ['unknown', 'web', 'tool', 'assistant', 'user'] as const
export type Origin = (typeof ORIGINS)[number]

/**
 * A memory without a label was written by the agent or by its owner before anyone asked: it counts as the agent's. So a
 * label can only take trust away from what anyone could have written without one.
 */
const UNLABELLED: Origin = 'assistant'

const rank = (origin: Origin | undefined): number => ORIGINS.indexOf(origin ?? UNLABELLED)

/** What is made of several texts is worth the least of them; nothing where none of them has a label. */
export function lowest(origins: readonly (Origin | undefined)[]): Origin | undefined {
  if (origins.every(origin => origin === undefined)) return undefined
  return ORIGINS[Math.min(...origins.map(rank))]
}

export function isLower(origin: Origin | undefined, than: Origin | undefined): boolean {
  return rank(origin) < rank(than)
}

/** Never read to an agent unasked: it may be an order that somebody else wrote. */
export const isUntrusted = (origin: Origin | undefined): boolean => isLower(origin, UNLABELLED)

/** A label in words, to follow "it is". */
const ORIGIN_WORDS: Record<Origin, string> = {
  user: 'said by the user',
  assistant: 'said by the assistant',
  tool: 'from the result of a tool',
  web: 'from a web page',
  unknown: 'of unknown origin',
}

export const originWords = (origin: Origin | undefined): string =>
  origin === undefined ? 'without a label' : ORIGIN_WORDS[origin]
