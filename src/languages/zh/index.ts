import type { Lexicon } from '../lexicon.ts'
import { claims } from './claims.ts'
import { cues } from './cues.ts'
import { dates } from './dates.ts'
import { status } from './status.ts'
import { words } from './words.ts'

export const zh = {
  code: 'zh',
  script: /\p{Script=Han}/u,
  claims,
  cues,
  dates,
  status,
  words,
} satisfies Lexicon
