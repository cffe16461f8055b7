/** The numbers below `limit`, or those of them that are wanted. */
export function numbersTo(limit: number, isWanted: (at: number) => boolean = () => true): Uint32Array {
  const numbers = new Uint32Array(limit)
  let count = 0
  for (let at = 0; at < limit; at++) if (isWanted(at)) numbers[count++] = at
  return count === limit ? numbers : numbers.slice(0, count)
}

/** Sorted by their keys, which are below `limit`, without comparing; equal keys stay as they stood. */
export function stableOrder(keys: Uint32Array, order: Uint32Array, limit: number): Uint32Array {
  const next = new Uint32Array(limit + 1)
  for (const at of order) next[keys[at]! + 1]!++
  for (let key = 0; key < limit; key++) next[key + 1]! += next[key]!
  const sorted = new Uint32Array(order.length)
  for (const at of order) sorted[next[keys[at]!]!++] = at
  return sorted
}
