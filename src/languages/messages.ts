import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from './combined.ts'
import { messages as en, type Messages } from './en/messages/index.ts'
import { messages as zh } from './zh/messages/index.ts'

export type { Messages } from './en/messages/index.ts'

/** The languages that Dream speaks. Apart from their dictionaries: a hook speaks, and reads nothing. */
const SPOKEN: Readonly<Record<Language, Messages>> = { en, zh }

const spoken = new AsyncLocalStorage<Messages>()

/** The sentences of the language that is spoken now; English where nobody chose one. */
export const say = (): Messages => spoken.getStore() ?? en

/** What `work` says, and everything that it calls, is said in a language. */
export const inLanguage = <T>(language: Language, work: () => T): T =>
  spoken.run(SPOKEN[language] ?? en, work)

export const spokenLanguages = (): Language[] => Object.keys(SPOKEN)
