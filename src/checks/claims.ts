import type { Memory } from '../memory/memory.ts'
import { sentences } from '../memory/sentences.ts'
import { chineseClaims } from './claims-chinese.ts'
import { englishClaims } from './claims-english.ts'

/** What a rule or a decision says: do or do not `verb` the `object`. */
export interface Claim {
  readonly polarity: 'do' | 'do-not'
  /** Without its ending, so that `use`, `uses` and `using` are one. */
  readonly verb: string
  /** The content words of the object, plural folded, in their order; the last is the head. */
  readonly object: readonly string[]
  /** Who the rule is about, where it names someone: "tests should not …". */
  readonly about: readonly string[]
  /** "for …", "in …", "when …": where the rule holds. Empty: everywhere. */
  readonly domain: readonly string[]
  /** "over …", "instead of …": what it is set against. */
  readonly over: readonly string[]
  /** A plain imperative ("Commit to main"): counts only where the other side says exactly the same with a "not". */
  readonly plain: boolean
  readonly quote: string
}

/** The longest sentence that is looked at: rules are short. */
const LONGEST_SENTENCE = 400
/** More claims than any rule book has; what follows is not looked at. */
const MOST_CLAIMS = 200

const known = new WeakMap<Memory, readonly Claim[]>()

export function claimsOf(memory: Memory): readonly Claim[] {
  let claims = known.get(memory)
  if (claims === undefined) {
    claims = readClaims(memory.body)
    known.set(memory, claims)
  }
  return claims
}

export function readClaims(body: string): Claim[] {
  const claims: Claim[] = []
  for (const sentence of sentences(body)) {
    if (sentence.length > LONGEST_SENTENCE) continue
    claims.push(...(/\p{Script=Han}/u.test(sentence) ? chineseClaims(sentence) : englishClaims(sentence)))
    if (claims.length >= MOST_CLAIMS) break
  }
  return claims
}
