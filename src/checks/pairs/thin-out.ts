import type { Memory } from '../../memory/memory.ts'
import type { RelatedPair } from './candidates.ts'

/** Pairs by the places of their memories, and how near the two of a pair are. */
interface Near {
  readonly a: ArrayLike<number>
  readonly b: ArrayLike<number>
  readonly nearness: (pair: number) => number
}

/** For each memory few pairs of many. */
export function thinOut(pairs: readonly RelatedPair[], few: number): readonly RelatedPair[] {
  const memories = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  const place = new Map(memories.map((memory, at) => [memory, at]))
  const near: Near = {
    a: pairs.map(({ a }) => place.get(a)!),
    b: pairs.map(({ b }) => place.get(b)!),
    nearness: pair => pairs[pair]!.overlap,
  }
  const chosen = nearestAndNewest(near, memories, few)
  return chosen === 'all' ? pairs : pairs.filter((_, pair) => chosen[pair] === 1)
}

/**
 * In a crowd that says nearly the same a person is shown the nearest, and all find the same newest ones to give way to;
 * what goes makes room for the next. 1 for each pair that one of its two memories chooses.
 */
export function nearestAndNewest(near: Near, memories: readonly Memory[], few: number): Uint8Array | 'all' {
  const { pairs, starts } = pairsOfEach(near, memories.length)
  const isCrowded = memories.some((_, at) => starts[at + 1]! - starts[at]! > 2 * few)
  if (!isCrowded) return 'all'
  const chosen = new Uint8Array(near.a.length)
  const { byFile, byAge } = ranksOf(memories)
  for (let memory = 0; memory < memories.length; memory++) {
    const own = pairs.subarray(starts[memory], starts[memory + 1])
    const other = (pair: number): number => (near.a[pair] === memory ? near.b[pair]! : near.a[pair]!)
    if (own.length <= 2 * few) for (const pair of own) chosen[pair] = 1
    else {
      for (const pair of nearest(own, near.nearness, pair => byFile[other(pair)]!, few)) chosen[pair] = 1
      for (const pair of first(own, pair => byAge[other(pair)]!, few)) chosen[pair] = 1
    }
  }
  return chosen
}

/** The pairs of each memory, one after the other. */
function pairsOfEach({ a, b }: Near, count: number) {
  const starts = new Uint32Array(count + 1)
  for (let pair = 0; pair < a.length; pair++) {
    starts[a[pair]! + 1]!++
    starts[b[pair]! + 1]!++
  }
  for (let at = 0; at < count; at++) starts[at + 1]! += starts[at]!
  const next = starts.slice()
  const pairs = new Uint32Array(2 * a.length)
  for (let pair = 0; pair < a.length; pair++) {
    pairs[next[a[pair]!]!++] = pair
    pairs[next[b[pair]!]!++] = pair
  }
  return { pairs, starts }
}

/** Each memory's place when they stand by name, and when they stand from the newest to the oldest. */
function ranksOf(memories: readonly Memory[]) {
  const byName = memories.map((_, at) => at).sort((x, y) => (memories[x]!.file < memories[y]!.file ? -1 : 1))
  const byFile = placesIn(byName)
  const newestFirst = byName.toSorted((x, y) => memories[y]!.modified - memories[x]!.modified)
  return { byFile, byAge: placesIn(newestFirst) }
}

function placesIn(order: readonly number[]): Uint32Array {
  const places = new Uint32Array(order.length)
  order.forEach((one, place) => {
    places[one] = place
  })
  return places
}

/** Numbers are sorted, not pairs: of millions, comparing each with a function takes minutes. */
function nearest(
  own: Uint32Array,
  nearness: (pair: number) => number,
  rank: (pair: number) => number,
  few: number,
): readonly number[] {
  const border = Float64Array.from(own, nearness).sort()[own.length - few]!
  const nearer = [...own].filter(pair => nearness(pair) > border)
  const at = own.filter(pair => nearness(pair) === border)
  return [...nearer, ...first(at, rank, few - nearer.length)]
}

/** Those of the lowest ranks; no two have the same. */
function first(own: Uint32Array, rank: (pair: number) => number, few: number): Uint32Array {
  if (own.length <= few) return own
  const border = Uint32Array.from(own, rank).sort()[few - 1]!
  return own.filter(pair => rank(pair) <= border)
}
