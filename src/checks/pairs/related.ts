import type { Memory, Rules } from '../../model/index.ts'
import { candidatePairs, candidatePairsWith, type RelatedPair, type VisitPair } from './candidates.ts'
import { nearestAndNewest } from './keep-nearest-and-newest.ts'
import { numbersTo } from './number-order.ts'
import { addStaying, PairCollector, type PairList } from './pair-list.ts'
import { bodyWords, type Grammar, grammarOf, sameSubject, tidyVocabulary } from './subject.ts'

/** Twice this many others a memory is compared with, no more: a bound for folders cut from one template. */
const CROWD = 64
/** The same for large folders, whose crowds are large: so many pairs are looked at closely, or a few of each memory. */
const MOST_SELECTED = 1_600_000
const LEAST_CROWD = 8

/** Of a folder that is looked at again this part may be new; beyond it all are compared afresh. */
const FEW_NEW = 0.05

/** What was compared last: deciding goes in rounds over ever smaller parts of one folder, and the next night finds few new. */
export interface Compared {
  readonly grammar: Grammar
  readonly memories: readonly Memory[]
  readonly pairs: PairList
  /** Absent until it is asked for. */
  selected?: SelectedPairs
  /** What was told of the list before: most of it is told again. */
  before?: SelectedPairs
}

/** Of a crowd only a part, each with its place in the list of pairs. */
interface SelectedPairs {
  readonly pairs: readonly RelatedPair[]
  readonly places: Uint32Array
}

let last: Compared | undefined
/** The comparison that later rounds were parts of. */
let widest: Compared | undefined

export function relatedPairs(memories: readonly Memory[], rules: Rules): readonly RelatedPair[] {
  const grammar = grammarOf(rules)
  const before = last?.grammar === grammar ? last : undefined
  if (before !== undefined && isSameList(before.memories, memories)) return selectedOf(before).pairs
  tidyVocabulary()
  const pairs = (before && fromKnown(memories, rules, before)) ?? compareAll(memories, rules)
  keep({ grammar, memories, pairs, ...(before?.selected && { before: before.selected }) })
  return selectedOf(last!).pairs
}

function keep(compared: Compared): void {
  last = compared
  if (widest === undefined || !isPart(compared, widest)) widest = compared
}

function isPart({ grammar, memories: [first] }: Compared, whole: Compared): boolean {
  return grammar === whole.grammar && first !== undefined && whole.memories.includes(first)
}

function selectedOf(compared: Compared): SelectedPairs {
  compared.selected ??= select(compared)
  delete compared.before
  return compared.selected
}

function select({ grammar, memories, pairs, before }: Compared): SelectedPairs {
  const { a, b, shared, unopposed } = pairs
  const sizes = Uint32Array.from(memories, memory => bodyWords(memory, grammar).length)
  const nearness = (at: number): number => shared[at]! / Math.min(sizes[a[at]!]!, sizes[b[at]!]!)
  const chosen = nearestAndNewest({ a, b, nearness }, memories, crowdOf(memories.length))
  const places = numbersTo(a.length, at => chosen === 'all' || chosen[at] === 1)
  const again = selectedBefore(before?.pairs ?? [], memories)
  const selected = Array.from(places, at => {
    const known = again(a[at]!, b[at]!)
    if (known !== undefined) return known
    const pair = pairOf(memories[a[at]!]!, memories[b[at]!]!, shared[at]!, grammar)
    return unopposed[at] === 1 ? { ...pair, opposition: 'none' as const } : pair
  })
  return { pairs: selected, places }
}

const crowdOf = (memories: number): number =>
  Math.max(LEAST_CROWD, Math.min(CROWD, Math.floor(MOST_SELECTED / 2 / memories)))

/** The pair of two places as it was told before. To be asked in order: both lists are walked once, side by side. */
function selectedBefore(before: readonly RelatedPair[], memories: readonly Memory[]) {
  const places = new Map(memories.map((memory, at) => [memory, at]))
  let next = 0
  return (a: number, b: number): RelatedPair | undefined => {
    for (; next < before.length; next++) {
      const pair = before[next]!
      const [first, second] = [places.get(pair.a), places.get(pair.b)]
      if (first === undefined || second === undefined) continue
      if (first === a && second === b) return pair
      if (first > a || (first === a && second > b)) return undefined
    }
    return undefined
  }
}

function pairOf(a: Memory, b: Memory, shared: number, rules: Rules): RelatedPair {
  const [sizeA, sizeB] = [bodyWords(a, rules).length, bodyWords(b, rules).length]
  const [smaller, larger] = [Math.min(sizeA, sizeB), Math.max(sizeA, sizeB)]
  return { a, b, overlap: shared / smaller, overlapOfLarger: shared / larger }
}

/** What was compared of these, as much of it as there is, so that it can be kept for another night. */
export function comparedOf(memories: ReadonlySet<Memory>): Compared | undefined {
  const count = (compared: Compared | undefined) =>
    compared?.memories.filter(memory => memories.has(memory)).length ?? 0
  return count(last) >= count(widest) ? last : widest
}

/** As if these had just been compared, with these pairs as the result. */
export function takeAsCompared(grammar: Grammar, memories: readonly Memory[], pairs: PairList): void {
  keep({ grammar, memories, pairs })
}

const isSameList = (a: readonly Memory[], b: readonly Memory[]): boolean =>
  a === b || (a.length === b.length && a.every((memory, at) => memory === b[at]))

/** What was found last, without those that went and with those that came; nothing where too many came. */
function fromKnown(memories: readonly Memory[], rules: Rules, before: Compared): PairList | undefined {
  const known = new Set(before.memories)
  const fresh = memories.filter(memory => !known.has(memory))
  if (fresh.length > memories.length * FEW_NEW) return undefined
  const found = new PairCollector()
  addStaying(memories, before.memories, learntPairs(before), found)
  if (fresh.length > 0) addFresh(new Set(fresh), memories, rules, found)
  return found.inOrder(memories.length)
}

/** The pairs, with what was learnt of them since they were told. */
export function learntPairs({ selected, pairs }: Compared): PairList {
  selected?.pairs.forEach((pair, at) => {
    if (pair.opposition === 'none') pairs.unopposed[selected.places[at]!] = 1
  })
  return pairs
}

function addFresh(
  fresh: ReadonlySet<Memory>,
  memories: readonly Memory[],
  rules: Rules,
  found: PairCollector,
): void {
  for (const group of groupsOfOneType(memories, rules)) {
    const few = [...group.keys()].filter(at => fresh.has(memories[group[at]!]!))
    candidatePairsWith(few, wordsOf(group, memories, rules), visitor(group, memories, rules, found))
  }
}

function compareAll(memories: readonly Memory[], rules: Rules): PairList {
  const found = new PairCollector()
  for (const group of groupsOfOneType(memories, rules))
    candidatePairs(wordsOf(group, memories, rules), visitor(group, memories, rules, found))
  return found.inOrder(memories.length)
}

const wordsOf = (group: readonly number[], memories: readonly Memory[], rules: Rules): Uint32Array[] =>
  group.map(place => bodyWords(memories[place]!, rules))

function visitor(
  group: readonly number[],
  memories: readonly Memory[],
  rules: Rules,
  found: PairCollector,
): VisitPair {
  return (a, b, shared) => {
    const [first, second] = [group[a]!, group[b]!]
    if (rules === 'seed' || sameSubject(memories[first]!, memories[second]!, rules))
      found.add(first, second, shared, 0)
  }
}

/** Under `seed` memories without a type are one type; under `careful` only identical bodies are told of them. Places in the list. */
function groupsOfOneType(memories: readonly Memory[], rules: Rules): number[][] {
  const groups = new Map<string, number[]>()
  for (const [place, memory] of memories.entries()) {
    if (memory.type === undefined && rules !== 'seed') continue
    const type = memory.type ?? ''
    const group = groups.get(type)
    if (group === undefined) groups.set(type, [place])
    else group.push(place)
  }
  return [...groups.values()]
}
