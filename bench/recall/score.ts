/** How well a system found what was known to be there, and how long it took. */
export interface Score {
  readonly questions: number
  readonly at1: number
  readonly at5: number
  readonly at10: number
  readonly mrr: number
}

/** From the place of each answer in its list, 1 for the first; 0 where it was not among them. */
export function scoreOf(places: readonly number[]): Score {
  const share = (within: number) =>
    places.filter(place => place > 0 && place <= within).length / Math.max(1, places.length)
  const reciprocal = places.reduce((sum, place) => sum + (place === 0 ? 0 : 1 / place), 0)
  return {
    questions: places.length,
    at1: share(1),
    at5: share(5),
    at10: share(10),
    mrr: reciprocal / Math.max(1, places.length),
  }
}

export interface Times {
  readonly p50: number
  readonly p99: number
}

export function timesOf(ms: readonly number[]): Times {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
