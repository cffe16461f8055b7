import type { Memory, Rules, Snapshot } from '../../model/index.ts'
import { differingValues, textOf } from '../../text/index.ts'
import type { Order } from '../fields.ts'
import type { RelatedPair } from './candidates.ts'
import { keepNearestAndNewest } from './keep-nearest-and-newest.ts'
import { opposed } from './opposed.ts'
import type { Opposition } from './opposition.ts'
import { type Ordered, orderTies, type Tie } from './order.ts'
import { relatedPairs } from './related.ts'
import { sameSubject } from './subject.ts'

/** Two memories that say the same or the opposite, and which of them is the newer. */
export type Relation = Same | Opposite

interface Same {
  readonly kind: 'same'
  readonly older: Memory
  readonly newer: Memory
  readonly order: Order
  readonly how: 'identical' | 'overlap'
  readonly overlap: number
  readonly differing: readonly string[]
}

interface Opposite {
  readonly kind: 'opposite'
  readonly older: Memory
  readonly newer: Memory
  readonly order: Order
  readonly overlap: number
  readonly object: string
  readonly quotes: readonly [older: string, newer: string]
}

/** D9, D15: from here on two memories are duplicates; below they may contradict each other. */
const DUPLICATE_OVERLAP = 0.6
/** Under `careful` the larger one must not be mostly about something else. */
const OVERLAP_OF_LARGER = 0.5
/** With differing values a pair is worth a person's look only where nearly all else is the same. */
const OVERLAP_BUT_FOR_VALUES = 0.8

/** Of nearly equal ones a memory is compared closely with this many nearest and this many newest. */
const MOST_ALIKE = 4

const known = new WeakMap<Snapshot, Map<Rules, readonly Relation[]>>()

/** All pairs of a folder that say the same or the opposite. Taken once: two checks ask. */
export function relations(snapshot: Snapshot, rules: Rules): readonly Relation[] {
  let byRules = known.get(snapshot)
  if (byRules === undefined) {
    byRules = new Map()
    known.set(snapshot, byRules)
  }
  let found = byRules.get(rules)
  if (found === undefined) {
    found = relate(snapshot, rules)
    byRules.set(rules, found)
  }
  return found
}

function relate(snapshot: Snapshot, rules: Rules): Relation[] {
  const copies = groupsOfCopies(snapshot.folder.memories)
  const pairs = judgePairs(
    relatedPairs(snapshot.folder.memories, rules).filter(({ a, b }) => plainBody(a) !== plainBody(b)),
    rules,
  )
  const ties: Tie[] = [
    ...copies.flatMap(([first, ...others]) => others.map(other => ({ a: first, b: other }))),
    ...pairs.filter(({ differing }) => differing.length === 0),
  ]
  const order = orderTies(ties, snapshot, rules)
  return [
    ...copies.flatMap(group => giveWayToNewest(group, order)),
    ...pairs.map(pair => relation(pair, order(pair))),
  ]
}

/** D10: line ends and outer white space aside. */
function plainBody(memory: Memory): string {
  let body = plainBodies.get(memory)
  if (body === undefined) {
    body = memory.body.includes('\r') ? memory.body.replace(/\r\n?/g, '\n').trim() : memory.body.trim()
    plainBodies.set(memory, body)
  }
  return body
}

const plainBodies = new WeakMap<Memory, string>()

function groupsOfCopies(memories: readonly Memory[]): [Memory, ...Memory[]][] {
  const groups = new Map<string, [Memory, ...Memory[]]>()
  for (const memory of memories) {
    const body = plainBody(memory)
    const group = groups.get(body)
    if (group !== undefined) group.push(memory)
    else if (body !== '') groups.set(body, [memory])
  }
  return [...groups.values()].filter(group => group.length > 1)
}

function giveWayToNewest(group: readonly [Memory, ...Memory[]], order: (tie: Tie) => Ordered): Relation[] {
  const newest = group.reduce((a, b) => order({ a, b }).newer)
  return group
    .filter(copy => copy !== newest)
    .map(copy => ({
      kind: 'same',
      how: 'identical',
      overlap: 1,
      differing: [],
      ...order({ a: copy, b: newest }),
    }))
}

interface Judged extends Tie {
  readonly overlap: number
  readonly opposition?: Opposition
  readonly differing: readonly string[]
}

/** Contradictions first; what is left may be the same. */
function judgePairs(pairs: readonly RelatedPair[], rules: Rules): Judged[] {
  const opposed = new Map(pairs.flatMap(pair => pairWith(pair, contradict(pair, rules))))
  const alike = keepNearestAndNewest(
    pairs.filter(pair => !opposed.has(pair) && mayBeSame(pair, rules)),
    MOST_ALIKE,
  )
  const same = new Map(alike.flatMap(pair => pairWith(pair, duplicate(pair, rules))))
  return pairs.flatMap(pair => opposed.get(pair) ?? same.get(pair) ?? [])
}

const pairWith = (pair: RelatedPair, judged: Judged | undefined): [RelatedPair, Judged][] =>
  judged === undefined ? [] : [[pair, judged]]

function contradict(pair: RelatedPair, rules: Rules): Judged | undefined {
  const { a, b, overlap } = pair
  if (rules === 'seed' && overlap >= DUPLICATE_OVERLAP) return undefined
  const found = opposed(pair, rules)
  if (found === undefined) return undefined
  const { successor } = found
  return { a, b, overlap, opposition: found, differing: [], ...(successor && { successor }) }
}

function mayBeSame({ a, b, overlap, overlapOfLarger }: RelatedPair, rules: Rules): boolean {
  const isEnough = overlap >= DUPLICATE_OVERLAP && (rules === 'seed' || overlapOfLarger >= OVERLAP_OF_LARGER)
  return isEnough && sameSubject(a, b, rules)
}

function duplicate(pair: RelatedPair, rules: Rules): Judged | undefined {
  const { a, b, overlap, overlapOfLarger } = pair
  const differing = rules === 'seed' ? [] : differences(pair)
  if (differing.length > 0 && overlapOfLarger < OVERLAP_BUT_FOR_VALUES) return undefined
  return { a, b, overlap, differing }
}

const knownDifferences = new WeakMap<Memory, WeakMap<Memory, readonly string[]>>()

/** Taken once: what two texts say of each other does not change while both stay. */
function differences({ a, b }: RelatedPair): readonly string[] {
  let ofA = knownDifferences.get(a)
  if (ofA === undefined) {
    ofA = new WeakMap()
    knownDifferences.set(a, ofA)
  }
  let differing = ofA.get(b)
  if (differing === undefined) {
    differing = differingValues(textOf(a), textOf(b))
    ofA.set(b, differing)
  }
  return differing
}

function relation({ a, overlap, opposition, differing }: Judged, ordered: Ordered): Relation {
  if (opposition === undefined) return { kind: 'same', how: 'overlap', overlap, differing, ...ordered }
  const [ofA, ofB] = opposition.quotes
  const quotes = ordered.older === a ? ([ofA, ofB] as const) : ([ofB, ofA] as const)
  return { kind: 'opposite', overlap, object: opposition.object, quotes, ...ordered }
}
