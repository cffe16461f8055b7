import { groupBy, type Known, knownOf, type Memory, type Rules, type Snapshot } from '../../model/index.ts'
import { type Comparison, differingValues, textOf } from '../../text/index.ts'
import { comparisonOf } from './changed.ts'
import { type Opposition, opposed } from './opposition.ts'
import { type Ordered, orderTies, type Tie } from './order.ts'
import { nearestAndNewest, type RelatedPair, relatedPairs, sameSubject } from './related.ts'

/** Two memories that say the same, the opposite or another value, and which of them is the newer. */
export type Relation = Same | Opposite | Changed

interface Same extends Ordered {
  readonly kind: 'same'
  readonly how: 'identical' | 'overlap'
  readonly overlap: number
  readonly differing: readonly string[]
}

interface Opposite extends Ordered {
  readonly kind: 'opposite'
  readonly overlap: number
  readonly object: string
  readonly quotes: readonly [older: string, newer: string]
}

interface Changed extends Ordered {
  readonly kind: 'changed'
  readonly overlap: number
  readonly values: readonly [older: string, newer: string]
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

/** All pairs of a folder that say the same, the opposite, or another value. */
export function relations(snapshot: Snapshot, rules: Rules): readonly Relation[] {
  return knownOf(snapshot).of(`relations, ${rules}`, snapshot.folder, () => relate(snapshot, rules))
}

function relate(snapshot: Snapshot, rules: Rules): Relation[] {
  const { memories } = snapshot.folder
  const bodies = new Map(memories.map(memory => [memory, plainBody(memory)]))
  const copies = [...groupBy(memories, memory => bodies.get(memory)!)].flatMap(([body, group]) =>
    body === '' || group.length === 1 ? [] : [group],
  )
  const known = knownOf(snapshot)
  const related = relatedPairs(memories, rules, known)
  const pairs = judgePairs(
    related.filter(({ a, b }) => bodies.get(a) !== bodies.get(b)),
    rules,
    known,
  )
  const ties: Tie[] = [
    ...copies.flatMap(([first, ...others]) => others.map(other => ({ a: first!, b: other }))),
    ...pairs.filter(({ differing }) => differing.length === 0),
  ]
  const order = orderTies(ties, snapshot, rules)
  return [
    ...copies.flatMap(group => giveWayToNewest(group, order)),
    ...pairs.map(pair => relation(pair, order(pair))),
  ]
}

/** D10: line ends and outer white space aside. */
const plainBody = ({ body }: Memory): string =>
  (body.includes('\r') ? body.replace(/\r\n?/g, '\n') : body).trim()

function giveWayToNewest(group: readonly Memory[], order: (tie: Tie) => Ordered): Relation[] {
  const newest = group.reduce((a, b) => order({ a, b }).newer)
  const identical = { kind: 'same', how: 'identical', overlap: 1, differing: [] } as const
  return group
    .filter(copy => copy !== newest)
    .map(copy => ({ ...identical, ...order({ a: copy, b: newest }) }))
}

interface Judged extends Tie {
  readonly overlap: number
  readonly opposition?: Opposition
  readonly differs?: NonNullable<Comparison['differs']>
  readonly differing: readonly string[]
}

/** Contradictions first, then changed values; what is left may be the same. */
function judgePairs(pairs: readonly RelatedPair[], rules: Rules, known: Known): Judged[] {
  const judged = new Map<RelatedPair, Judged>()
  const judge = (pair: RelatedPair, found: Judged | undefined) => found && judged.set(pair, found)
  for (const pair of pairs) judge(pair, contradict(pair, rules, known))
  const left = pairs.filter(pair => !judged.has(pair))
  if (rules !== 'seed')
    for (const pair of nearestAndNewest(left, MOST_ALIKE)) judge(pair, changed(pair, known))
  const others = left.filter(pair => !judged.has(pair) && mayBeSame(pair, rules, known))
  for (const pair of nearestAndNewest(others, MOST_ALIKE)) judge(pair, duplicate(pair, rules, known))
  return pairs.flatMap(pair => judged.get(pair) ?? [])
}

function contradict(pair: RelatedPair, rules: Rules, known: Known): Judged | undefined {
  const { a, b, overlap } = pair
  if (rules === 'seed' && overlap >= DUPLICATE_OVERLAP) return undefined
  const opposition = opposed(pair, rules, known)
  if (opposition === undefined) return undefined
  const { successor } = opposition
  return { a, b, overlap, opposition, differing: [], ...(successor && { successor }) }
}

/** D46: the same subject with another value, or what cannot both hold. */
function changed(pair: RelatedPair, known: Known): Judged | undefined {
  const { relation, differs, newer } = comparisonOf(pair, known) ?? {}
  if (differs === undefined || (relation !== 'value-changed' && relation !== 'contradiction'))
    return undefined
  const { a, b, overlap } = pair
  const words = newer === 'a' ? differs.quoteA : differs.quoteB
  return { a, b, overlap, differs, differing: [], ...(newer && { successor: { side: newer, words } }) }
}

function mayBeSame({ a, b, overlap, overlapOfLarger }: RelatedPair, rules: Rules, known: Known): boolean {
  const isEnough = overlap >= DUPLICATE_OVERLAP && (rules === 'seed' || overlapOfLarger >= OVERLAP_OF_LARGER)
  return isEnough && sameSubject(a, b, rules, known)
}

function duplicate(pair: RelatedPair, rules: Rules, known: Known): Judged | undefined {
  const { a, b, overlap, overlapOfLarger } = pair
  const differing =
    rules === 'seed' ? [] : known.of('differences', pair, () => differingValues(textOf(a), textOf(b)))
  if (differing.length > 0 && overlapOfLarger < OVERLAP_BUT_FOR_VALUES) return undefined
  // One template filled in anew: all of them stand.
  if (rules !== 'seed' && comparisonOf(pair, known)?.relation === 'series') return undefined
  return { a, b, overlap, differing }
}

function relation({ a, overlap, opposition, differs, differing }: Judged, ordered: Ordered): Relation {
  const inOrder = <One>(ofA: One, ofB: One) =>
    ordered.older === a ? ([ofA, ofB] as const) : ([ofB, ofA] as const)
  if (differs !== undefined) {
    const quotes = inOrder(differs.quoteA, differs.quoteB)
    return { kind: 'changed', overlap, values: inOrder(differs.a, differs.b), quotes, ...ordered }
  }
  if (opposition === undefined) return { kind: 'same', how: 'overlap', overlap, differing, ...ordered }
  return {
    kind: 'opposite',
    overlap,
    object: opposition.object,
    quotes: inOrder(...opposition.quotes),
    ...ordered,
  }
}
