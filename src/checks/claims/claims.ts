import { type Claim, claimsIn } from '../../languages/index.ts'
import type { Memory } from '../../model/index.ts'
import { textOf } from '../../text/index.ts'

/** The longest sentence that is looked at: rules are short. */
const LONGEST_SENTENCE = 400
/** More claims than any rule book has; what follows is not looked at. */
const MOST_CLAIMS = 200

/** Read again rather than kept for all: the claims of a large folder take more room than its memories. */
const MOST_KNOWN = 2000
let known = new Map<Memory, readonly Claim[]>()

export function claimsOf(memory: Memory): readonly Claim[] {
  let claims = known.get(memory)
  if (claims === undefined) {
    claims = readClaims(memory)
    if (known.size >= MOST_KNOWN) known = new Map()
    known.set(memory, claims)
  }
  return claims
}

function readClaims(memory: Memory): Claim[] {
  const claims: Claim[] = []
  for (const sentence of textOf(memory).sentences) {
    if (sentence.length > LONGEST_SENTENCE) continue
    claims.push(...claimsIn(sentence))
    if (claims.length >= MOST_CLAIMS) break
  }
  return claims
}
