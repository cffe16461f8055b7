import type { Memory } from '../../memory/memory.ts'
import type { RelatedPair } from './candidates.ts'

/** For each memory few pairs of many: see `nearestAndNewest`. */
export function thinOut(pairs: readonly RelatedPair[], few: number): readonly RelatedPair[] {
  const byMemory = new Map<Memory, RelatedPair[]>()
  for (const pair of pairs) for (const memory of [pair.a, pair.b]) add(byMemory, memory, pair)
  if (!isCrowded(byMemory, few)) return pairs
  const kept = new Set([...byMemory].flatMap(([memory, own]) => nearestAndNewest(memory, own, few)))
  return pairs.filter(pair => kept.has(pair))
}

/** The same for more pairs than can be held: those that will not be told are let go on the way. */
export function nearestPairs(few: number) {
  const byMemory = new Map<Memory, RelatedPair[]>()
  return {
    add(pair: RelatedPair): void {
      for (const memory of [pair.a, pair.b]) {
        const own = add(byMemory, memory, pair)
        if (own.length > 4 * few) byMemory.set(memory, nearestAndNewest(memory, own, few))
      }
    },
    kept: (): RelatedPair[] => [
      ...new Set([...byMemory].flatMap(([memory, own]) => nearestAndNewest(memory, own, few))),
    ],
  }
}

function add(byMemory: Map<Memory, RelatedPair[]>, memory: Memory, pair: RelatedPair): RelatedPair[] {
  const own = byMemory.get(memory)
  if (own !== undefined) {
    own.push(pair)
    return own
  }
  const first = [pair]
  byMemory.set(memory, first)
  return first
}

function isCrowded(byMemory: ReadonlyMap<Memory, readonly RelatedPair[]>, few: number): boolean {
  for (const { length } of byMemory.values()) if (length > 2 * few) return true
  return false
}

/**
 * In a crowd that says nearly the same a person is shown the nearest, and all find the same newest ones to give way to;
 * what goes makes room for the next.
 */
function nearestAndNewest(memory: Memory, pairs: readonly RelatedPair[], few: number): RelatedPair[] {
  if (pairs.length <= 2 * few) return [...pairs]
  const age = ({ a, b }: RelatedPair): number => (a === memory ? b : a).modified
  const nearest = pairs.toSorted(byNearness).slice(0, few)
  const newest = pairs.toSorted((x, y) => age(y) - age(x) || byFiles(x, y)).slice(0, few)
  return [...new Set([...nearest, ...newest])]
}

const byNearness = (x: RelatedPair, y: RelatedPair): number => y.overlap - x.overlap || byFiles(x, y)

function byFiles(x: RelatedPair, y: RelatedPair): number {
  const [[lowX, highX], [lowY, highY]] = [filesOf(x), filesOf(y)]
  if (lowX !== lowY) return lowX < lowY ? -1 : 1
  return highX < highY ? -1 : Number(highX > highY)
}

const filesOf = ({ a, b }: RelatedPair): readonly [string, string] =>
  a.file < b.file ? [a.file, b.file] : [b.file, a.file]
