import type { Memory } from '../memory/memory.ts'
import type { Rules } from '../memory/plan.ts'
import { CANDIDATE_OVERLAP, candidatePairs, sharedWords } from './pairs.ts'
import { bodyWords, sameSubject, tidyVocabulary } from './subject.ts'

/** Two memories of one type, under `careful` also of one subject, that share many words. */
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
  tidyVocabulary()
  const grammar = rules === 'seed' ? 'seed' : 'careful'
  const known = last?.grammar === grammar ? fromKnown(memories, rules, last) : undefined
  const found = known ?? allPairs(memories, rules)
  last = { grammar, members: new Set(memories), ...found }
  return found.pairs
}

interface Found {
  readonly pairs: readonly RelatedPair[]
  /** Those in a crowd, of whose pairs only a part is told. */
  readonly crowded: ReadonlySet<Memory>
}

/** What was found last. Deciding goes in rounds over ever smaller parts of one folder, and a second look finds few new. */
let last: ({ grammar: string; members: ReadonlySet<Memory> } & Found) | undefined

/** Of a folder that is looked at again this part may be new; beyond it all are compared afresh. */
const FEW_NEW = 0.01

/** What was found last, without those that went and with those that came; nothing where that would not be the same. */
function fromKnown(
  memories: readonly Memory[],
  rules: Rules,
  { members, pairs, crowded }: { members: ReadonlySet<Memory> } & Found,
): Found | undefined {
  const fresh = memories.filter(memory => !members.has(memory))
  if (fresh.length > memories.length * FEW_NEW) return undefined
  const there = new Set(memories)
  const stays = (pair: RelatedPair) => there.has(pair.a) && there.has(pair.b)
  // In a crowd the nearest hide others that come forward when they go.
  if (pairs.some(pair => (crowded.has(pair.a) || crowded.has(pair.b)) && !stays(pair))) return undefined
  const more = fresh.length === 0 ? [] : pairsOf(fresh, memories, rules)
  if (more.some(pair => crowded.has(pair.a) || crowded.has(pair.b))) return undefined
  const all = [...pairs.filter(stays), ...more]
  if (isCrowd(all)) return undefined
  return { pairs: more.length === 0 ? all : all.sort(byFiles), crowded }
}

function isCrowd(pairs: readonly RelatedPair[]): boolean {
  const counts = new Map<Memory, number>()
  for (const { a, b } of pairs) for (const one of [a, b]) counts.set(one, (counts.get(one) ?? 0) + 1)
  for (const count of counts.values()) if (count > 2 * CROWD) return true
  return false
}

/** Few against all, one by one. */
function pairsOf(fresh: readonly Memory[], memories: readonly Memory[], rules: Rules): RelatedPair[] {
  const isFresh = new Set(fresh)
  const place = new Map(memories.map((memory, at) => [memory, at]))
  return groupsOfOneType(memories, rules).flatMap(group =>
    group.flatMap((a, at) =>
      (isFresh.has(a) ? group : []).flatMap((b, other) => {
        const isSecondLook = a === b || (isFresh.has(b) && other < at)
        if (isSecondLook) return []
        const [first, second] = place.get(a)! < place.get(b)! ? [a, b] : [b, a]
        const [words, others] = [bodyWords(first, rules), bodyWords(second, rules)]
        const pair = pairWith(first, second, sharedWords(words, others), rules)
        return pair !== undefined && pair.overlap >= CANDIDATE_OVERLAP ? [pair] : []
      }),
    ),
  )
}

function pairWith(a: Memory, b: Memory, shared: number, rules: Rules): RelatedPair | undefined {
  const [sizeA, sizeB] = [bodyWords(a, rules).length, bodyWords(b, rules).length]
  if (shared === 0 || (rules !== 'seed' && !sameSubject(a, b, rules))) return undefined
  const [smaller, larger] = [Math.min(sizeA, sizeB), Math.max(sizeA, sizeB)]
  return { a, b, overlap: shared / smaller, overlapOfLarger: shared / larger }
}

function allPairs(memories: readonly Memory[], rules: Rules): Found {
  const crowded = new Set<Memory>()
  const pairs = groupsOfOneType(memories, rules).flatMap(group => nearestPairs(group, rules, crowded))
  return { pairs, crowded }
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

function nearestPairs(group: readonly Memory[], rules: Rules, crowded: Set<Memory>): RelatedPair[] {
  const near: RelatedPair[][] = group.map(() => [])
  const add = (memory: number, pair: RelatedPair) => {
    const pairs = near[memory]!
    pairs.push(pair)
    if (pairs.length <= 4 * CROWD) return
    crowded.add(group[memory]!)
    near[memory] = nearestAndNewest(group[memory]!, pairs, CROWD)
  }
  candidatePairs(
    group.map(memory => bodyWords(memory, rules)),
    (a, b, shared) => {
      const pair = pairWith(group[a]!, group[b]!, shared, rules)
      if (pair === undefined) return
      add(a, pair)
      add(b, pair)
    },
  )
  const kept = near.flatMap((pairs, memory) => {
    if (pairs.length > 2 * CROWD) crowded.add(group[memory]!)
    return nearestAndNewest(group[memory]!, pairs, CROWD)
  })
  return [...new Set(kept)].sort(byFiles)
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
  const [[lowX, highX], [lowY, highY]] = [filesOf(x), filesOf(y)]
  if (lowX !== lowY) return lowX < lowY ? -1 : 1
  return highX < highY ? -1 : Number(highX > highY)
}

const filesOf = ({ a, b }: RelatedPair): readonly [string, string] =>
  a.file < b.file ? [a.file, b.file] : [b.file, a.file]
