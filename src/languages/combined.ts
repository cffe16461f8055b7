import { en } from './en/index.ts'
import type { Claim, Lexicon, Pattern, Stemming, Written } from './lexicon.ts'
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

/** The code of a language. */
export type Language = string

/**
 * The language of a text. One with letters of its own where a third of the letters are: a file of code words and Chinese
 * sentences is a Chinese file.
 */
export function languageOf(text: string, otherwise: Language = 'en'): Language {
  const sample = text.slice(0, 50_000)
  const latin = sample.match(/[A-Za-z]{2,}/g)?.length ?? 0
  const counted = LANGUAGES.flatMap(({ code, script }) =>
    script === undefined ? [] : [{ code, letters: sample.match(new RegExp(script, 'gu'))?.length ?? 0 }],
  )
  const most = counted.reduce((a, b) => (b.letters > a.letters ? b : a), { code: 'en', letters: 0 })
  if (most.letters + latin === 0) return otherwise
  return most.letters > latin / 2 ? most.code : 'en'
}

/** The language that the system is set to. */
export function languageOfLocale({ LC_ALL, LANG }: Readonly<Record<string, string | undefined>>): Language {
  const locale = LC_ALL || LANG || ''
  return LANGUAGES.find(({ code }) => locale.startsWith(code))?.code ?? 'en'
}

/** What Dream writes in a language, or in English where that has no words of its own for it. */
export const writtenIn = (language: Language): Written =>
  LANGUAGES.find(({ code }) => code === language)?.written ?? en.written

/** The word for a category of the ledger. */
export const categoryWord = (category: string, language: Language): string =>
  writtenIn(language).categories[category] ?? category

/** That word in each language. */
export const categoryWords = (category: string): string[] =>
  eachWritten().map(([language]) => categoryWord(category, language))

/** All that Dream writes, in each language. */
export const eachWritten = (): readonly (readonly [Language, Written])[] =>
  LANGUAGES.flatMap(({ code, written }) => (written === undefined ? [] : [[code, written] as const]))
