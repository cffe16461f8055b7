import type { Memory } from '../../memory/memory.ts'
import type { Rules } from '../../memory/plan.ts'
import { CANDIDATE_OVERLAP, candidatePairs, type RelatedPair, sharedWords } from './candidates.ts'
import { bodyWords, type Grammar, grammarOf, sameSubject, tidyVocabulary } from './subject.ts'
import { nearestPairs, thinOut } from './thin-out.ts'

/** Twice this many others a memory is compared with, no more: a bound for folders cut from one template. */
const CROWD = 64

/** So many pairs are held; of more, only those that are told. */
const MOST_HELD = 2_000_000

/** Of a folder that is looked at again this part may be new; beyond it all are compared afresh. */
const FEW_NEW = 0.05

/** What was compared last: deciding goes in rounds over ever smaller parts of one folder, and the next night finds few new. */
export interface Compared {
  readonly grammar: Grammar
  readonly memories: readonly Memory[]
  /** Every pair, in the order of the memories; `too-many` where they could not be held. */
  readonly all: readonly RelatedPair[] | 'too-many'
  /** Of a crowd only a part; absent until it is asked for. */
  told?: readonly RelatedPair[]
}

let last: Compared | undefined
/** The comparison that later rounds were parts of. */
let widest: Compared | undefined

export function relatedPairs(memories: readonly Memory[], rules: Rules): readonly RelatedPair[] {
  const grammar = grammarOf(rules)
  const before = last?.grammar === grammar ? last : undefined
  if (before !== undefined && isSameList(before.memories, memories)) return toldOf(before)
  tidyVocabulary()
  const found = (before && fromKnown(memories, rules, before)) ?? compareAll(memories, rules)
  keep({ grammar, memories, ...found })
  return toldOf(last!)
}

function keep(compared: Compared): void {
  last = compared
  if (widest === undefined || !isPart(compared, widest)) widest = compared
}

function isPart({ grammar, memories: [first] }: Compared, whole: Compared): boolean {
  return grammar === whole.grammar && first !== undefined && whole.memories.includes(first)
}

function toldOf(compared: Compared): readonly RelatedPair[] {
  compared.told ??= compared.all === 'too-many' ? [] : thinOut(compared.all, CROWD)
  return compared.told
}

/** What was compared of these, as much of it as there is, so that it can be kept for another night. */
export function comparedOf(memories: ReadonlySet<Memory>): Compared | undefined {
  const count = (compared: Compared | undefined) =>
    compared?.memories.filter(memory => memories.has(memory)).length ?? 0
  return count(last) >= count(widest) ? last : widest
}

/** As if these had just been compared, with these pairs as the result. */
export function takeAsCompared(grammar: Grammar, memories: readonly Memory[], all: RelatedPair[]): void {
  keep({ grammar, memories, all })
}

const isSameList = (a: readonly Memory[], b: readonly Memory[]): boolean =>
  a === b || (a.length === b.length && a.every((memory, at) => memory === b[at]))

/** What was found last, without those that went and with those that came; nothing where too many came. */
function fromKnown(
  memories: readonly Memory[],
  rules: Rules,
  before: Compared,
): Pick<Compared, 'all'> | undefined {
  if (before.all === 'too-many') return undefined
  const known = new Set(before.memories)
  const fresh = memories.filter(memory => !known.has(memory))
  if (fresh.length > memories.length * FEW_NEW) return undefined
  const there = new Set(memories)
  const staying = before.all.filter(({ a, b }) => there.has(a) && there.has(b))
  const more = fresh.length === 0 ? [] : pairsOf(fresh, memories, rules)
  if (staying.length + more.length > MOST_HELD) return undefined
  return { all: inOrder([...staying, ...more], memories) }
}

/** Few against all, one by one. */
function pairsOf(fresh: readonly Memory[], memories: readonly Memory[], rules: Rules): RelatedPair[] {
  const isFresh = new Set(fresh)
  const found: RelatedPair[] = []
  for (const group of groupsOfOneType(memories, rules)) {
    group.forEach((one, at) => {
      if (!isFresh.has(one)) return
      const words = bodyWords(one, rules)
      group.forEach((other, place) => {
        const isSecondLook = one === other || (isFresh.has(other) && place < at)
        if (isSecondLook) return
        const shared = sharedWords(words, bodyWords(other, rules))
        const pair = place < at ? pairWith(other, one, shared, rules) : pairWith(one, other, shared, rules)
        if (pair !== undefined && pair.overlap >= CANDIDATE_OVERLAP) found.push(pair)
      })
    })
  }
  return found
}

function pairWith(a: Memory, b: Memory, shared: number, rules: Rules): RelatedPair | undefined {
  if (shared === 0 || (rules !== 'seed' && !sameSubject(a, b, rules))) return undefined
  return pairOf(a, b, shared, rules)
}

/** A pair of which it is known that it is one. */
export function pairOf(a: Memory, b: Memory, shared: number, rules: Rules): RelatedPair {
  const [sizeA, sizeB] = [bodyWords(a, rules).length, bodyWords(b, rules).length]
  const [smaller, larger] = [Math.min(sizeA, sizeB), Math.max(sizeA, sizeB)]
  return { a, b, overlap: shared / smaller, overlapOfLarger: shared / larger }
}

function compareAll(memories: readonly Memory[], rules: Rules): Pick<Compared, 'all' | 'told'> {
  const held: RelatedPair[] = []
  const crowd = nearestPairs(CROWD)
  for (const group of groupsOfOneType(memories, rules)) {
    candidatePairs(
      group.map(memory => bodyWords(memory, rules)),
      (a, b, shared) => {
        const pair = pairWith(group[a]!, group[b]!, shared, rules)
        if (pair === undefined) return
        if (held.length <= MOST_HELD) held.push(pair)
        else crowd.add(pair)
      },
    )
  }
  if (held.length <= MOST_HELD) return { all: inOrder(held, memories) }
  for (const pair of held) crowd.add(pair)
  return { all: 'too-many', told: inOrder(crowd.kept(), memories) }
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

/** By the place of the first, then of the second: put in heaps by the first, since there are hundreds of thousands. */
function inOrder(pairs: readonly RelatedPair[], memories: readonly Memory[]): RelatedPair[] {
  const place = new Map(memories.map((memory, at) => [memory, at]))
  const heaps: RelatedPair[][] = memories.map(() => [])
  for (const pair of pairs) heaps[place.get(pair.a)!]!.push(pair)
  for (const heap of heaps) heap.sort((x, y) => place.get(x.b)! - place.get(y.b)!)
  return heaps.flat()
}
