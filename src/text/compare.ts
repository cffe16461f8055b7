import {
  type Covered,
  coverOf,
  isSubstituted,
  isSwapped,
  placesDiffer,
  sharedWeight,
} from './compare-cover.ts'
import { type Opposition, oppositionOf, placeOf, scopesDiffer } from './compare-opposition.ts'
import { isSeries } from './compare-series.ts'
import { textForm } from './sentences.ts'
import { type ReadStatement, readStatement, type StatementText } from './statement.ts'

/**
 * What two statements are to each other.
 * - `same`: dropping either loses nothing. `contained`: one holds all of the other.
 * - `value-changed`: the same subject with another value. `contradiction`: both cannot hold.
 * - `refines`: an exception, a scope, a reason, more precision. `series`: one template, other subjects: all stand.
 * - `related`: a shared subject, both stand. `unrelated`: nothing in common.
 */
export type Relation =
  | 'same'
  | 'contained'
  | 'value-changed'
  | 'contradiction'
  | 'refines'
  | 'series'
  | 'related'
  | 'unrelated'

export interface Comparison {
  readonly relation: Relation
  /** The words that both are about, as the first has them. */
  readonly subject: readonly string[]
  /** What differs, as each has it. */
  readonly differs?: {
    readonly a: string
    readonly b: string
    readonly quoteA: string
    readonly quoteB: string
  }
  /** Which of the two says of itself that it is the later, or the right one. */
  readonly newer?: 'a' | 'b'
  /** Which of the two holds the other. */
  readonly fuller?: 'a' | 'b'
}

/** Both texts, as they are compared; read a text that is compared often only once. */
export const compareTexts = (a: StatementText, b: StatementText): Comparison =>
  compareStatements(readStatement(a), readStatement(b))

export function compareStatements(a: ReadStatement, b: ReadStatement): Comparison {
  if (textForm(a.text) === textForm(b.text)) return { relation: 'same', subject: subjectOf(a, b) }
  const shared = sharedWeight(a, b)
  const subject = subjectOf(a, b)
  if (shared < LEAST_SHARED) {
    const place = placeOf(a, b)
    return place === undefined ? { relation: 'unrelated', subject: [] } : opposed(a, b, place, subject)
  }
  if (isSeries(a, b)) return { relation: 'series', subject }
  const cover = coverOf(a, b)
  const opposition = oppositionOf(a, b)
  if (opposition !== undefined) return opposed(a, b, opposition, subject)
  return { ...alike(a, b, cover), subject }
}

/** One word that is about something in particular. */
const LEAST_SHARED = 1

const subjectOf = (a: ReadStatement, b: ReadStatement): string[] => [
  ...new Set(
    [...(a.title?.tokens ?? []), ...a.tokens]
      .filter(({ form, weight, quantity }) => weight === 1 && quantity === undefined && b.forms.has(form))
      .map(({ raw }) => raw),
  ),
]

function opposed(
  a: ReadStatement,
  b: ReadStatement,
  opposition: Opposition,
  subject: readonly string[],
): Comparison {
  const { a: left, b: right, quoteA, quoteB } = opposition
  const newer = newerOf(a, b, opposition)
  return {
    relation: opposition.relation,
    subject,
    differs: { a: left, b: right, quoteA, quoteB },
    ...(newer !== undefined && { newer }),
  }
}

/** The one that says what is no longer so, or that something changed; not one that tells of an older state. */
function newerOf(a: ReadStatement, b: ReadStatement, { denied }: Opposition): 'a' | 'b' | undefined {
  if (a.outdated !== b.outdated) return a.outdated ? 'b' : 'a'
  if (denied !== undefined) return denied === 'a' ? 'b' : 'a'
  if (a.withdraws !== b.withdraws) return a.withdraws ? 'a' : 'b'
  if (a.changes !== b.changes) return a.changes ? 'a' : 'b'
  return undefined
}

/** From these shares of the words of the two on, with nothing that differs; what one holds more of goes down with the other. */
const SAME_MORE = 0.8
const SAME_LESS = 0.6
/** From this share of the words of the one that is held. */
const HELD = 0.8
const NEAR = 0.5

function alike(a: ReadStatement, b: ReadStatement, cover: Covered): Omit<Comparison, 'subject'> {
  if (scopesDiffer(a, b)) return { relation: 'related' }
  const { ofA, ofB, valuesOfA, valuesOfB, modesAgree } = cover
  const isSwap = isSwapped(a, b)
  if (modesAgree && !isSwap && !isSubstituted(a, b) && !placesDiffer(a, b)) {
    const [less, more] = [Math.min(ofA, ofB), Math.max(ofA, ofB)]
    if (less >= SAME_LESS && more >= SAME_MORE && valuesOfA && valuesOfB) return { relation: 'same' }
    if (ofA >= HELD && valuesOfA && a.tokens.length <= b.tokens.length)
      return b.limits && !a.limits ? { relation: 'refines' } : { relation: 'contained', fuller: 'b' }
    if (ofB >= HELD && valuesOfB && b.tokens.length <= a.tokens.length)
      return a.limits && !b.limits ? { relation: 'refines' } : { relation: 'contained', fuller: 'a' }
  }
  if (Math.max(ofA, ofB) >= NEAR && (a.limits || b.limits || cover.reason) && !isSwap)
    return { relation: 'refines' }
  return { relation: 'related' }
}
