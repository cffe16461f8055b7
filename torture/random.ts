/** A small seeded generator (mulberry32): the same seed gives the same run on every machine. */
export class Random {
  private state: number

  constructor(readonly seed: number) {
    this.state = seed >>> 0
  }

  /** From 0 up to, and never, 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 up to, and never, `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }

  /** The same items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const mixed = [...items]
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1)
      ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
    }
    return mixed
  }
}
