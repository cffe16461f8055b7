import { numbersTo, stableOrder } from './number-order.ts'

/**
 * Pairs of memories by their places in a list, `a` before `b`, in the order of `a` and then of `b`. Columns of numbers: a
 * folder of a hundred thousand memories has tens of millions of near pairs, and so many objects no machine wants to hold.
 */
export interface PairList {
  readonly a: Uint32Array
  readonly b: Uint32Array
  /** How many words they share. */
  readonly shared: Uint32Array
  /** 1 where the two are known not to oppose each other. */
  readonly unopposed: Uint8Array
}

const NO_PAIRS: PairList = {
  a: new Uint32Array(),
  b: new Uint32Array(),
  shared: new Uint32Array(),
  unopposed: new Uint8Array(),
}

const FIRST_ROOM = 1024

/** Takes pairs in any order; those that come in order first are not sorted again. */
export class PairCollector {
  private count = 0
  /** So many of the first stand in order. */
  private ordered = 0
  private columns = withRoom(NO_PAIRS, FIRST_ROOM)

  add(a: number, b: number, shared: number, unopposed: number): void {
    if (this.count === this.columns.a.length) this.columns = withRoom(this.columns, 2 * this.count)
    const { columns, count } = this
    columns.a[count] = Math.min(a, b)
    columns.b[count] = Math.max(a, b)
    columns.shared[count] = shared
    columns.unopposed[count] = unopposed
    const isNext = this.ordered === count && (count === 0 || comesBefore(columns, count - 1, count))
    if (isNext) this.ordered++
    this.count++
  }

  /** All of them in order; `places` is the length of the list that they are pairs of. */
  inOrder(places: number): PairList {
    const { a, b, shared, unopposed } = this.columns
    const order = this.order(places)
    return {
      a: order.map(at => a[at]!),
      b: order.map(at => b[at]!),
      shared: order.map(at => shared[at]!),
      unopposed: Uint8Array.from(order, at => unopposed[at]!),
    }
  }

  private order(places: number): Uint32Array {
    const { columns, count, ordered } = this
    const late = numbersTo(count, at => at >= ordered)
    const inPlace = stableOrder(columns.a, stableOrder(columns.b, late, places), places)
    return merged(numbersTo(ordered), inPlace, (x, y) => comesBefore(columns, x, y))
  }
}

function comesBefore({ a, b }: PairList, x: number, y: number): boolean {
  return a[x] === a[y] ? b[x]! < b[y]! : a[x]! < a[y]!
}

/** Two lists in order as one. */
function merged(
  first: Uint32Array,
  second: Uint32Array,
  isBefore: (x: number, y: number) => boolean,
): Uint32Array {
  if (second.length === 0) return first
  const all = new Uint32Array(first.length + second.length)
  let [one, other] = [0, 0]
  for (let at = 0; at < all.length; at++) {
    const takesFirst =
      other === second.length || (one < first.length && isBefore(first[one]!, second[other]!))
    all[at] = takesFirst ? first[one++]! : second[other++]!
  }
  return all
}

/** The pairs of which both are in the list now; where they stood is told by the list then. */
export function pairsOfThese<One>(
  now: readonly One[],
  then: readonly (One | undefined)[],
  pairs: PairList,
): PairList {
  const found = new PairCollector()
  addStaying(now, then, pairs, found)
  return found.inOrder(now.length)
}

export function addStaying<One>(
  now: readonly One[],
  then: readonly (One | undefined)[],
  { a, b, shared, unopposed }: PairList,
  found: PairCollector,
): void {
  const places = new Map<One | undefined, number>(now.map((one, at) => [one, at]))
  const moved = Int32Array.from(then, one => places.get(one) ?? -1)
  for (let at = 0; at < a.length; at++) {
    const [first, second] = [moved[a[at]!]!, moved[b[at]!]!]
    if (first >= 0 && second >= 0) found.add(first, second, shared[at]!, unopposed[at]!)
  }
}

function withRoom(list: PairList, room: number): PairList {
  const grown = {
    a: new Uint32Array(room),
    b: new Uint32Array(room),
    shared: new Uint32Array(room),
    unopposed: new Uint8Array(room),
  }
  for (const column of ['a', 'b', 'shared', 'unopposed'] as const) grown[column].set(list[column])
  return grown
}
