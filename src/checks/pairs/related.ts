import { addTo, groupBy, Known, type Memory, type Rules } from '../../model/index.ts'
import { hashOf, ownText, significantWords } from '../../text/index.ts'
import { candidatePairs, candidatePairsWith } from './candidates.ts'

/** Two memories of one type, under `careful` also of one subject, that share many words. */
export interface RelatedPair {
  readonly a: Memory
  readonly b: Memory
  /** Shared words over the smaller set's size (D9). */
  readonly overlap: number
  /** The same over the larger set's size. */
  readonly overlapOfLarger: number
}

/** The memories of a larger folder are not compared with each other: pairs grow with its square. */
export const MOST_COMPARED = 20_000

/** Twice this many others a memory is compared with, no more: a bound for folders cut from one template. */
const CROWD = 64
/** More pairs are not held at a time: of each memory the nearest and the newest. */
const MOST_HELD = 4_000_000

/** Of a folder that is looked at again this part may be new; beyond it all are compared afresh. */
const FEW_NEW = 0.05

/** All related pairs of a folder, whose memories are in the order of their names; of a crowd the nearest and the newest. */
export function relatedPairs(
  memories: readonly Memory[],
  rules: Rules,
  known = new Known(),
): readonly RelatedPair[] {
  if (memories.length > MOST_COMPARED) return []
  return known.of(stepOf('pairs', rules), memories, () => {
    const compared = compare(memories, rules, known)
    takeCompared(compared, rules, known)
    return nearestAndNewest(compared.pairs, CROWD)
  })
}

const stepOf = (what: string, rules: Rules): string => `${what}, ${rules === 'seed' ? 'seed' : 'careful'}`

/** What was compared last: deciding goes in rounds over ever smaller parts of one folder, and the next run finds few new. */
export interface Compared {
  readonly memories: readonly Memory[]
  readonly pairs: readonly RelatedPair[]
  /** Nothing was left out for being too many. */
  readonly areAll: boolean
}

export const lastCompared = (rules: Rules, known: Known): Compared | undefined =>
  known.get(stepOf('compared', rules), known) as Compared | undefined

export const takeCompared = (compared: Compared, rules: Rules, known: Known): void =>
  known.take(stepOf('compared', rules), known, compared)

function compare(memories: readonly Memory[], rules: Rules, known: Known): Compared {
  const last = lastCompared(rules, known)
  const before = new Set(last?.memories)
  const fresh = new Set(memories.filter(memory => !before.has(memory)))
  const isAgain = last?.areAll === true && fresh.size <= memories.length * FEW_NEW
  const there = new Set(memories)
  let pairs = isAgain ? last.pairs.filter(({ a, b }) => there.has(a) && there.has(b)) : []
  let areAll = true
  for (const group of groupsOfOneType(memories, rules)) {
    const sets = group.map(memory => bodyWords(memory, rules, known))
    const visit = (a: number, b: number, shared: number): void => {
      const [first, second] = [group[a]!, group[b]!]
      if (rules !== 'seed' && !sameSubject(first, second, rules, known)) return
      const [size, other] = [sets[a]!.length, sets[b]!.length]
      const overlap = shared / Math.min(size, other)
      pairs.push({ a: first, b: second, overlap, overlapOfLarger: shared / Math.max(size, other) })
      if (pairs.length < MOST_HELD) return
      pairs = [...nearestAndNewest(pairs, CROWD)]
      areAll = false
    }
    if (isAgain) candidatePairsWith(placesOf(fresh, group), sets, visit)
    else candidatePairs(sets, visit)
  }
  return { memories, pairs: inOrder(pairs, memories), areAll }
}

const placesOf = (wanted: ReadonlySet<Memory>, group: readonly Memory[]): number[] =>
  [...group.keys()].filter(at => wanted.has(group[at]!))

/** Under `seed` memories without a type are one type; under `careful` only identical bodies are told of them. */
function groupsOfOneType(memories: readonly Memory[], rules: Rules): Iterable<readonly Memory[]> {
  const typed = rules === 'seed' ? memories : memories.filter(({ type }) => type !== undefined)
  return groupBy(typed, ({ type }) => type ?? '').values()
}

function inOrder(pairs: readonly RelatedPair[], memories: readonly Memory[]): RelatedPair[] {
  const places = new Map(memories.map((memory, at) => [memory, at]))
  const byFirst: RelatedPair[][] = memories.map(() => [])
  for (const pair of pairs) byFirst[places.get(pair.a)!]!.push(pair)
  return byFirst.flatMap(own => own.sort((x, y) => places.get(x.b)! - places.get(y.b)!))
}

/**
 * For each memory few pairs of many: in a crowd that says nearly the same a person is shown the nearest, and all find the
 * same newest ones to give way to; what goes makes room for the next. A pair stays that one of its two memories chooses.
 */
export function nearestAndNewest(pairs: readonly RelatedPair[], few: number): readonly RelatedPair[] {
  const byMemory = new Map<Memory, RelatedPair[]>()
  for (const pair of pairs) {
    addTo(byMemory, pair.a, pair)
    addTo(byMemory, pair.b, pair)
  }
  const isCrowd = (own: readonly RelatedPair[]) => own.length > 2 * few
  if (![...byMemory.values()].some(isCrowd)) return pairs
  const chosen = new Set<RelatedPair>()
  for (const [memory, own] of byMemory) {
    const other = ({ a, b }: RelatedPair): Memory => (a === memory ? b : a)
    const byName = (x: RelatedPair, y: RelatedPair): number => (other(x).file < other(y).file ? -1 : 1)
    const nearest = isCrowd(own) ? first(few, own, (x, y) => y.overlap - x.overlap || byName(x, y)) : own
    const newest = isCrowd(own)
      ? first(few, own, (x, y) => other(y).modified - other(x).modified || byName(x, y))
      : []
    for (const pair of [...nearest, ...newest]) chosen.add(pair)
  }
  return pairs.filter(pair => chosen.has(pair))
}

/** What would come first if all were sorted; quicker than sorting where there are many. */
function first<One>(few: number, all: readonly One[], compare: (x: One, y: One) => number): One[] {
  const found: One[] = []
  for (const one of all) {
    if (found.length === few && compare(one, found[few - 1]!) > 0) continue
    let at = found.length
    while (at > 0 && compare(one, found[at - 1]!) < 0) at--
    found.splice(at, 0, one)
    if (found.length > few) found.pop()
  }
  return found
}

/** D9: the words that overlap is measured on, as numbers: pairs are compared by the hundred thousand. */
export const bodyWords = (memory: Memory, rules: Rules, known = new Known()): Float64Array =>
  known.of(stepOf('words', rules), memory, () =>
    numbersOf(rules === 'seed' ? memory.body : ownText(memory), rules),
  )

/** D9: name plus description of the two share a significant word; with neither field there is no subject. */
export function sameSubject(a: Memory, b: Memory, rules: Rules, known: Known): boolean {
  const subjectOf = (memory: Memory) =>
    known.of(stepOf('subject', rules), memory, () =>
      numbersOf(`${memory.name ?? ''} ${memory.description ?? ''}`, rules),
    )
  const theirs = subjectOf(b)
  return subjectOf(a).some(word => theirs.includes(word))
}

const numbersOf = (text: string, rules: Rules): Float64Array =>
  Float64Array.from(significantWords(text, rules === 'seed' ? 'seed' : 'careful'), numberOf).sort()

/** Fifty-two bits: two words of one number are not to be met in any folder. */
const numberOf = (word: string): number => (hashOf(word) >>> 0) * 2 ** 20 + (hashOf(` ${word}`) & 0xfffff)
