import type { Lexicon } from '../lexicon.ts'
import { claims } from './claims.ts'
import { dates } from './dates.ts'
import { stem } from './stem.ts'
import { words } from './words.ts'

export const en = { code: 'en', claims, dates, words, stem } satisfies Lexicon
