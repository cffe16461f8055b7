import type { Lexicon } from '../lexicon.ts'
import { claims } from './claims.ts'
import { cues } from './cues.ts'
import { dates } from './dates.ts'
import { questions } from './questions.ts'
import { status } from './status.ts'
import { stem } from './stem.ts'
import { values } from './values.ts'
import { words } from './words.ts'
import { speakers, written } from './written.ts'

export const en = {
  code: 'en',
  words,
  values,
  status,
  cues,
  dates,
  claims,
  questions,
  speakers,
  written,
  stem,
} satisfies Lexicon
