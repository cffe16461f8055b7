/** Numbers that look random and are the same for the same seed, on any machine. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number
  /** A whole number from 0 up to, but not, `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Log-normal with this median; `spread` is the standard deviation of the logarithm. */
  around(median: number, spread: number): number
}

/** Mulberry32. */
export function seededRandom(seed: string): Random {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: limit => Math.floor(next() * limit),
    chance: probability => next() < probability,
    pick: items => items[Math.floor(next() * items.length)]!,
    around: (median, spread) => median * Math.exp(spread * normal(next)),
  }
}

function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

function hashOf(seed: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193)
  return hash
}
