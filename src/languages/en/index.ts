import type { Lexicon } from '../lexicon.ts'
import { claims } from './claims.ts'
import { cues } from './cues.ts'
import { dates } from './dates.ts'
import { status } from './status.ts'
import { stem } from './stem.ts'
import { words } from './words.ts'

export const en = { code: 'en', claims, cues, dates, status, words, stem } satisfies Lexicon
