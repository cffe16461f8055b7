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

/** Takes pairs in any order. */
export class PairCollector {
  private count = 0
  private columns = withRoom(NO_PAIRS, FIRST_ROOM)

  add(a: number, b: number, shared: number, unopposed: number): void {
    if (this.count === this.columns.a.length) this.columns = withRoom(this.columns, 2 * this.count)
    const { columns, count } = this
    columns.a[count] = Math.min(a, b)
    columns.b[count] = Math.max(a, b)
    columns.shared[count] = shared
    columns.unopposed[count] = unopposed
    this.count++
  }

  /** All of them in order; `places` is the length of the list that they are pairs of. */
  inOrder(places: number): PairList {
    const { a, b, shared, unopposed } = this.columns
    const order = stableOrder(a, stableOrder(b, numbersTo(this.count), places), places)
    return {
      a: order.map(at => a[at]!),
      b: order.map(at => b[at]!),
      shared: order.map(at => shared[at]!),
      unopposed: Uint8Array.from(order, at => unopposed[at]!),
    }
  }
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

function numbersTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  for (let at = 0; at < count; at++) numbers[at] = at
  return numbers
}

/** Sorted by their keys, which are below `limit`, without comparing; equal keys stay as they stood. */
function stableOrder(keys: Uint32Array, order: Uint32Array, limit: number): Uint32Array {
  const next = new Uint32Array(limit + 1)
  for (const at of order) next[keys[at]! + 1]!++
  for (let key = 0; key < limit; key++) next[key + 1]! += next[key]!
  const sorted = new Uint32Array(order.length)
  for (const at of order) sorted[next[keys[at]!]!++] = at
  return sorted
}
