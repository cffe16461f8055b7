import { en } from './en/index.ts'
import type { Written } from './lexicon.ts'
import { LANGUAGES } from './registry.ts'

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
