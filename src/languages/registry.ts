import { en } from './en/index.ts'
import type { Lexicon } from './lexicon.ts'
import { zh } from './zh/index.ts'

/** A line for each language. */
export const LANGUAGES: readonly Lexicon[] = [en, zh]
