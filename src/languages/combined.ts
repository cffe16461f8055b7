import type { Claim } from './claim.ts'
import type { Lexicon, Pattern, Stemming } from './lexicon.ts'
import { LANGUAGES } from './registry.ts'

const listed = (words: string): string[] => words.match(/\S+/g) ?? []

/** The words of a list, of all languages or of one. */
export function wordSet(
  pick: (lexicon: Lexicon) => string | undefined,
  language?: string,
): ReadonlySet<string> {
  const asked = LANGUAGES.filter(({ code }) => language === undefined || code === language)
  return new Set(asked.flatMap(lexicon => listed(pick(lexicon) ?? '')))
}

type Pick = (lexicon: Lexicon) => RegExp | string | undefined

/** What the patterns of all languages find, to be a part of a longer pattern. */
export function alternatives(pick: Pick): string {
  const sources = LANGUAGES.map(pick).flatMap(found =>
    typeof found === 'object' ? found.source : (found ?? []),
  )
  return sources.length === 0 ? '(?!)' : sources.join('|')
}

/** One pattern that finds what that of any language finds. */
export const pattern = (pick: Pick, flags = 'i'): RegExp => new RegExp(alternatives(pick), flags)

/** Whether a text has what the patterns of any language look for. */
export function says(pick: (lexicon: Lexicon) => Pattern | undefined): (text: string) => boolean {
  const all = patterns(pick)
  return text => all.some(each => each.test(text))
}

export const patterns = (pick: (lexicon: Lexicon) => Pattern | undefined): readonly RegExp[] =>
  LANGUAGES.flatMap(lexicon => pick(lexicon) ?? [])

/** A word without its ending, in the first language that knows about endings. */
export const stem: (word: string, how: Stemming) => string =
  LANGUAGES.find(lexicon => lexicon.stem !== undefined)?.stem ?? (word => word)

/** The languages that a sentence may be in: the one whose letters it has, or all that have no letters of their own. */
function languagesOf(sentence: string): readonly Lexicon[] {
  const shown = LANGUAGES.filter(({ script }) => script?.test(sentence))
  return shown.length > 0 ? shown : LANGUAGES.filter(({ script }) => script === undefined)
}

/** Rules and decisions of a sentence. */
export const claimsIn = (sentence: string): Claim[] =>
  languagesOf(sentence).flatMap(({ claims }) => claims?.(sentence) ?? [])
