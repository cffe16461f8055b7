import type { EngineName } from './engine.ts'

/*
 * M15, the one rule of ranking until search is made anew: words lead. What the words of a question find keeps its order; MAGMA,
 * and for questions that are not in Latin letters the model of meaning, only fill the places behind.
 *
 * Why: on two public sets in Chinese the model of meaning brought any@5 from 97 and 61 % down to 72 and 50, because in a store whose
 * notes are alike it cannot tell names apart and outvotes them. MAGMA, whose vectors come from the same model, led questions of when, why
 * and who with double weight and lost ten points in English (93.9 to 83.6). In English the model by itself adds 1 to 3 points, so there it may
 * change the order. `docs/recall.md` has the figures.
 */

/** Whether the model of meaning may change the order of what words find, or only stand behind it. */
export const meaningMayLead = (query: string): boolean => !/(?!\p{Script=Latin})\p{L}/u.test(query)

/** The engine over the files is the one that goes by words. */
export const wordsFirst = (engines: readonly EngineName[]): EngineName[] =>
  engines.toSorted((a, b) => Number(a !== 'ccb') - Number(b !== 'ccb'))

/** All that lead, in their order, then those of the others that are not among them. */
export function behind<One>(
  leading: readonly One[],
  others: readonly One[],
  idOf: (one: One) => unknown,
): One[] {
  const known = new Set(leading.map(idOf))
  return [...leading, ...others.filter(one => !known.has(idOf(one)))]
}
