import type { Language } from './combined.ts'
import { spoken } from './early.ts'
import { messages as en, type Messages } from './en/messages/index.ts'
import { messages as zh } from './zh/messages/index.ts'

export type { Messages } from './en/messages/index.ts'

/** The languages that Dream speaks. Apart from their dictionaries: who speaks need not read. */
const SPOKEN: Readonly<Record<Language, Messages>> = { en, zh }

/** The sentences of the language that is spoken now; English where nobody chose one. */
export const say = (): Messages => SPOKEN[spoken.getStore() ?? 'en'] ?? en

/** What `work` says, and everything that it calls, is said in a language. */
export const inLanguage = <T>(language: Language, work: () => T): T => spoken.run(language, work)

/** The language that is spoken now: sentences that are kept between runs belong to it. */
export const languageSpoken = (): Language =>
  spokenLanguages().find(language => SPOKEN[language] === say()) ?? 'en'

export const spokenLanguages = (): Language[] => Object.keys(SPOKEN)
