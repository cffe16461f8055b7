import type { Lexicon } from '../lexicon.ts'
import { claims } from './claims.ts'
import { dates } from './dates.ts'
import { words } from './words.ts'

export const zh = { code: 'zh', script: /\p{Script=Han}/u, claims, dates, words } satisfies Lexicon
