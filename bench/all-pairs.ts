import { CANDIDATE_OVERLAP, type VisitPair } from '../src/checks/pairs.ts'

/** Every set against every other, as one would write it first and then make it quick: sorted numbers, merged. */
export function allPairs(sets: readonly ReadonlySet<string>[], visit: VisitPair): void {
  const numbers = new Map<string, number>()
  const sorted = sets.map(set => Uint32Array.from(set, word => numberOf(word, numbers)).sort())
  for (let b = 1; b < sorted.length; b++) {
    for (let a = 0; a < b; a++) {
      const shared = sharedOf(sorted[a]!, sorted[b]!)
      const smaller = Math.min(sorted[a]!.length, sorted[b]!.length)
      if (smaller > 0 && shared >= Math.ceil(CANDIDATE_OVERLAP * smaller)) visit(a, b, shared)
    }
  }
}

function numberOf(word: string, numbers: Map<string, number>): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, numbers.size)
  return numbers.size - 1
}

function sharedOf(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  let at = 0
  let other = 0
  while (at < a.length && other < b.length) {
    const difference = a[at]! - b[other]!
    if (difference === 0) shared++
    if (difference <= 0) at++
    if (difference >= 0) other++
  }
  return shared
}
