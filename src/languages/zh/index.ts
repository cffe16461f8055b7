import type { Lexicon } from '../lexicon.ts'
import { claims } from './claims.ts'
import { cues } from './cues.ts'
import { dates } from './dates.ts'
import { questions } from './questions.ts'
import { secrets } from './secrets.ts'
import { status } from './status.ts'
import { values } from './values.ts'
import { words } from './words.ts'
import { speakers, written } from './written.ts'

export const zh = {
  code: 'zh',
  script: /\p{Script=Han}/u,
  words,
  values,
  status,
  cues,
  dates,
  claims,
  secrets,
  questions,
  speakers,
  written,
} satisfies Lexicon
