import { CANDIDATE_OVERLAP, type VisitPair, type WordSet } from '../src/checks/pairs/candidates.ts'

/** Every set against every other, as one would write it first and then make it quick: sorted numbers, merged. */
export function allPairs(sets: readonly WordSet[], visit: VisitPair): void {
  for (let b = 1; b < sets.length; b++) {
    for (let a = 0; a < b; a++) {
      const shared = sharedWords(sets[a]!, sets[b]!)
      const smaller = Math.min(sets[a]!.length, sets[b]!.length)
      if (smaller > 0 && shared >= Math.ceil(CANDIDATE_OVERLAP * smaller)) visit(a, b, shared)
    }
  }
}

/** How many numbers two sets share. */
function sharedWords(a: WordSet, b: WordSet): number {
  let shared = 0
  let mine = 0
  let theirs = 0
  while (mine < a.length && theirs < b.length) {
    const difference = a[mine]! - b[theirs]!
    if (difference === 0) shared++
    if (difference <= 0) mine++
    if (difference >= 0) theirs++
  }
  return shared
}
