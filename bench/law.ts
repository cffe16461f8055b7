import type { Random } from './random.ts'

/**
 * How often a word of each rank occurs, from 867 public memory files (448,861 words of 23,390 kinds; lower-cased runs of
 * letters, digits and `_`; files that are mainly Chinese, Japanese or Korean left out).
 *
 * A plain Zipf–Mandelbrot law, 1 / (r + q)^s, leaves an error of 0.33 in the logarithm, because the text falls off faster
 * from about the 4,000th word on; with a second exponent for that tail the error is 0.10. Least squares on the logarithm at
 * 69 ranks, each 15 % beyond the last, down to words that occur twice. `npm run bench -- --fit FOLDER` does it again.
 */
export const WORD_LAW: Law = { exponent: 0.72, shift: 0, tailFrom: 4000, tailExponent: 1.6 }

export interface Law {
  readonly exponent: number
  readonly shift: number
  readonly tailFrom: number
  readonly tailExponent: number
}

/** Not normalised. Ranks count from 1. */
export function weightOf(rank: number, { exponent, shift, tailFrom, tailExponent }: Law): number {
  return (rank + shift) ** -exponent * (1 + rank / tailFrom) ** -tailExponent
}

/** Draws ranks from 0 to `kinds - 1` by the law, in constant time a draw (Walker's alias method). */
export function rankSampler(kinds: number, law: Law = WORD_LAW): (random: Random) => number {
  const { keep, alias } = aliasTable(Float64Array.from({ length: kinds }, (_, at) => weightOf(at + 1, law)))
  return random => {
    const at = random.below(kinds)
    return random.next() < keep[at]! ? at : alias[at]!
  }
}

function aliasTable(weights: Float64Array): { keep: Float64Array; alias: Uint32Array } {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  const keep = weights.map(weight => weight / mean)
  const alias = new Uint32Array(weights.length)
  const small: number[] = []
  const large: number[] = []
  keep.forEach((share, at) => {
    ;(share < 1 ? small : large).push(at)
  })
  while (small.length > 0 && large.length > 0) {
    const poor = small.pop()!
    const rich = large.at(-1)!
    alias[poor] = rich
    keep[rich]! -= 1 - keep[poor]!
    if (keep[rich]! < 1) small.push(large.pop()!)
  }
  for (const at of [...small, ...large]) keep[at] = 1
  return { keep, alias }
}
