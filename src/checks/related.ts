import type { Memory } from '../memory/memory.ts'
import type { Rules } from '../memory/plan.ts'
import { candidatePairs } from './pairs.ts'
import { bodyWords } from './subject.ts'

/** Two memories of one type that share many words. */
export interface RelatedPair {
  readonly a: Memory
  readonly b: Memory
  /** Shared words over the smaller set's size (D9). */
  readonly overlap: number
  /** The same over the larger set's size. */
  readonly overlapOfLarger: number
}

/** Twice this many others a memory is compared with, no more: a bound for folders cut from one template. */
const CROWD = 64

export function relatedPairs(memories: readonly Memory[], rules: Rules): readonly RelatedPair[] {
  const grammar = rules === 'seed' ? 'seed' : 'careful'
  const pairs = pairsOfPart(memories, grammar) ?? allPairs(memories, rules)
  last = { grammar, members: new Set(memories), pairs }
  return pairs
}

/** The pairs that were found last. Deciding goes in rounds over ever smaller parts of one folder. */
let last: { grammar: string; members: ReadonlySet<Memory>; pairs: readonly RelatedPair[] } | undefined

/** Where these are some of those that were compared last: what was found then, without those that went. */
function pairsOfPart(memories: readonly Memory[], grammar: string): readonly RelatedPair[] | undefined {
  if (last?.grammar !== grammar || !memories.every(memory => last?.members.has(memory))) return undefined
  const crowd = new Map<Memory, number>()
  for (const { a, b } of last.pairs) for (const one of [a, b]) crowd.set(one, (crowd.get(one) ?? 0) + 1)
  // In a crowd the nearest hide others that come forward when they go.
  for (const count of crowd.values()) if (count >= CROWD) return undefined
  const still = new Set(memories)
  return last.pairs.filter(({ a, b }) => still.has(a) && still.has(b))
}

function allPairs(memories: readonly Memory[], rules: Rules): RelatedPair[] {
  return groupsOfOneType(memories, rules).flatMap(group => nearestPairs(group, rules))
}

/** Under `seed` memories without a type are one type; under `careful` only identical bodies are told of them. */
function groupsOfOneType(memories: readonly Memory[], rules: Rules): Memory[][] {
  const groups = new Map<string, Memory[]>()
  for (const memory of memories) {
    if (memory.type === undefined && rules !== 'seed') continue
    const type = memory.type ?? ''
    const group = groups.get(type)
    if (group === undefined) groups.set(type, [memory])
    else group.push(memory)
  }
  return [...groups.values()]
}

function nearestPairs(group: readonly Memory[], rules: Rules): RelatedPair[] {
  const sets = group.map(memory => bodyWords(memory, rules))
  const near: RelatedPair[][] = group.map(() => [])
  candidatePairs(sets, (a, b, shared) => {
    const [sizeA, sizeB] = [sets[a]!.size, sets[b]!.size]
    const pair = {
      a: group[a]!,
      b: group[b]!,
      overlap: shared / Math.min(sizeA, sizeB),
      overlapOfLarger: shared / Math.max(sizeA, sizeB),
    }
    addNear(near, group, a, pair)
    addNear(near, group, b, pair)
  })
  const kept = near.map((pairs, memory) => nearestAndNewest(group[memory]!, pairs, CROWD))
  return [...new Set(kept.flat())].sort(byFiles)
}

function addNear(near: RelatedPair[][], group: readonly Memory[], memory: number, pair: RelatedPair): void {
  const pairs = near[memory]!
  pairs.push(pair)
  if (pairs.length >= 4 * CROWD) near[memory] = nearestAndNewest(group[memory]!, pairs, CROWD)
}

/** For each memory few pairs of many: see `nearestAndNewest`. */
export function thinOut(pairs: readonly RelatedPair[], few: number): RelatedPair[] {
  const byMemory = new Map<Memory, RelatedPair[]>()
  for (const pair of pairs) {
    for (const memory of [pair.a, pair.b]) {
      const own = byMemory.get(memory)
      if (own === undefined) byMemory.set(memory, [pair])
      else own.push(pair)
    }
  }
  const kept = new Set([...byMemory].flatMap(([memory, own]) => nearestAndNewest(memory, own, few)))
  return pairs.filter(pair => kept.has(pair))
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
  const [first, second] = [filesOf(x), filesOf(y)]
  return first < second ? -1 : Number(first > second)
}

const filesOf = ({ a, b }: RelatedPair): string =>
  a.file < b.file ? `${a.file}\0${b.file}` : `${b.file}\0${a.file}`
