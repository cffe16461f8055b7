import type { Memory } from '../../model/index.ts'
import type { RelatedPair } from './candidates.ts'

/** Pairs by the places of their memories, and how near the two of a pair are. */
interface Near {
  readonly a: ArrayLike<number>
  readonly b: ArrayLike<number>
  readonly nearness: (pair: number) => number
}

/** For each memory few pairs of many. */
export function keepNearestAndNewest(pairs: readonly RelatedPair[], few: number): readonly RelatedPair[] {
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
  const most = starts.reduce((widest, start, at) => Math.max(widest, start - (starts[at - 1] ?? 0)), 0)
  const [keys, ranks] = [new Float64Array(most), new Float64Array(most)]
  for (let memory = 0; memory < memories.length; memory++) {
    const own = pairs.subarray(starts[memory], starts[memory + 1])
    const other = (pair: number): number => (near.a[pair] === memory ? near.b[pair]! : near.a[pair]!)
    own.forEach((pair, at) => {
      keys[at] = -near.nearness(pair)
      ranks[at] = byFile[other(pair)]!
    })
    chooseLowest(own, keys, ranks, few, chosen)
    own.forEach((pair, at) => {
      keys[at] = byAge[other(pair)]!
    })
    chooseLowest(own, keys, ranks, few, chosen)
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

/** Those with the lowest keys, of equal ones those with the lowest ranks; all where there are not twice as many. */
function chooseLowest(
  own: Uint32Array,
  keys: Float64Array,
  ranks: Float64Array,
  few: number,
  chosen: Uint8Array,
): void {
  const all = own.length <= 2 * few
  const border = all ? Number.POSITIVE_INFINITY : lowest(keys.slice(0, own.length), few)
  const equal: number[] = []
  let free = few
  own.forEach((pair, at) => {
    if (keys[at]! < border) {
      chosen[pair] = 1
      free--
    } else if (keys[at] === border) equal.push(at)
  })
  if (equal.length > free) equal.sort((x, y) => ranks[x]! - ranks[y]!)
  for (const at of equal.slice(0, free)) chosen[own[at]!] = 1
}

/** The `few`-th lowest of the numbers, which are moved about: quicker than sorting by far, and there are tens of millions. */
function lowest(numbers: Float64Array, few: number): number {
  let [from, to] = [0, numbers.length - 1]
  while (from < to) {
    const pivot = numbers[(from + to) >> 1]!
    let [low, high] = [from, to]
    while (low <= high) {
      while (numbers[low]! < pivot) low++
      while (numbers[high]! > pivot) high--
      if (low > high) break
      const swapped = numbers[low]!
      numbers[low++] = numbers[high]!
      numbers[high--] = swapped
    }
    if (few - 1 <= high) to = high
    else if (few - 1 >= low) from = low
    else break
  }
  return numbers[few - 1]!
}
