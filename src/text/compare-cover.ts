import type { Clause, Mode, ReadStatement, Token } from './statement.ts'

/** How much of each text the other one says. */
export interface Covered {
  readonly ofA: number
  readonly ofB: number
  /** Whether the other has all quantities. */
  readonly valuesOfA: boolean
  readonly valuesOfB: boolean
  /** Whether the clauses that say the same also allow or forbid the same. */
  readonly modesAgree: boolean
  /** Whether the longer has a clause that gives a reason. */
  readonly reason: boolean
}

const isHan = (form: string): boolean => /^\p{Script=Han}{2,}$/u.test(form)

/** Equal, or in a script without spaces one part of the other: "log" and "logbook" without the space. */
export function sameWord(a: Token, b: Token): boolean {
  if (a.quantity !== undefined || b.quantity !== undefined) return sameQuantity(a, b)
  if (a.form === b.form || sameSide(a, b)) return true
  return isHan(a.form) && isHan(b.form) && (a.form.includes(b.form) || b.form.includes(a.form))
}

/** Two words for one of the meanings that exclude each other. */
const sameSide = (a: Token, b: Token): boolean =>
  a.opposites?.some(own => b.opposites?.some(other => own.line === other.line && own.side === other.side)) ===
  true

export function sameQuantity({ quantity: a }: Token, { quantity: b }: Token): boolean {
  if (a === undefined || b === undefined) return false
  if (a.kind === 'date' && b.kind === 'ordinal') return Number(a.amount.slice(3)) === Number(b.amount)
  if (b.kind === 'date' && a.kind === 'ordinal') return Number(b.amount.slice(3)) === Number(a.amount)
  return a.amount === b.amount && comparable(a.kind, b.kind)
}

export const comparable = (a: string, b: string): boolean =>
  a === b || (a === 'number' && MEASURED.has(b)) || (b === 'number' && MEASURED.has(a)) || isDay(a, b)

const isDay = (a: string, b: string): boolean =>
  (a === 'date' && b === 'ordinal') || (a === 'ordinal' && b === 'date')

const MEASURED = new Set([
  'duration',
  'bytes',
  'volt',
  'degree',
  'share',
  'money',
  'pixel',
  'times',
  'ordinal',
  'year',
])

/** The words that both have, each once, the empty ones left out. */
export function sharedWeight(a: ReadStatement, b: ReadStatement): number {
  const others = allTokens(b).filter(({ quantity }) => quantity === undefined)
  const seen = new Set<string>()
  let weight = 0
  for (const token of allTokens(a)) {
    if (token.quantity !== undefined || token.weight === 0 || seen.has(token.form)) continue
    seen.add(token.form)
    if (others.some(other => sameWord(token, other))) weight += token.weight
  }
  return weight
}

export const allTokens = ({ title, tokens }: ReadStatement): readonly Token[] =>
  title === undefined ? tokens : [...title.tokens, ...tokens]

export const share = (of: readonly Token[], among: readonly Token[]): number => {
  let all = 0
  let held = 0
  for (const token of of) {
    all += token.weight
    if (token.weight > 0 && among.some(other => sameWord(token, other))) held += token.weight
  }
  return all === 0 ? 0 : held / all
}

export function coverOf(a: ReadStatement, b: ReadStatement): Covered {
  const [allA, allB] = [allTokens(a), allTokens(b)]
  const values = (of: readonly Token[], among: readonly Token[]) =>
    of.every(token => token.quantity === undefined || among.some(other => sameQuantity(token, other)))
  return {
    ofA: share(a.tokens, allB),
    ofB: share(b.tokens, allA),
    valuesOfA: values(a.tokens, allB),
    valuesOfB: values(b.tokens, allA),
    modesAgree: a.clauses.every(clause => agrees(clause, b)) && b.clauses.every(clause => agrees(clause, a)),
    reason: a.clauses.length !== b.clauses.length,
  }
}

/** No clause of the other that says the same forbids what this one does not. */
function agrees(clause: Clause, other: ReadStatement): boolean {
  const near = other.clauses
    .map(each => ({
      each,
      held: Math.min(share(clause.tokens, each.tokens), share(each.tokens, clause.tokens)),
    }))
    .filter(({ held }) => held >= 0.6)
    .sort((x, y) => y.held - x.held)[0]
  return near === undefined || modesMeet(clause.mode, near.each.mode)
}

export const modesMeet = (a: Mode, b: Mode): boolean =>
  a === b || (a !== 'forbids' && b !== 'forbids' && a !== 'frees' && b !== 'frees')

/** The same words in another order: "A before B" and "B before A", "from X to Y" and "from Y to X". */
export function isSwapped(a: ReadStatement, b: ReadStatement): boolean {
  return a.clauses.some(left => b.clauses.some(right => swapped(left, right)))
}

export function swapped(a: Clause, b: Clause, least = 0.7): boolean {
  const common = Math.min(share(a.tokens, b.tokens), share(b.tokens, a.tokens))
  if (common < least) return false
  if (orderDiffers(a, b)) return true
  const [left, right] = [contentOf(a), contentOf(b)]
  if (isTurned(left, right)) return false
  const places = left.flatMap(token => {
    const at = right.findIndex(other => other.form === token.form)
    return at < 0 ? [] : [{ token, other: right[at]!, at }]
  })
  const kept = longestRise(places.map(({ at }) => at))
  const moved = places.filter((_, index) => !kept.has(index))
  if (
    !(a.isDirected && b.isDirected) &&
    moved.every(({ token, at }) => Math.abs(left.indexOf(token) - at) <= 1)
  )
    return false
  // A place or a case may stand anywhere, and so may who did it: "signed by Hana".
  return (
    moved.some(({ token, other }) => token.role !== other.role || token.role === undefined) &&
    !(common === 1 && isPassive(a, b))
  )
}

/** From so many words on; of two or three, the order may be all that is said. */
const LONG = 5

/** "Every Monday the database is restored": what stood at the end stands in front. */
function isTurned(left: readonly Token[], right: readonly Token[]): boolean {
  if (left.length < LONG || left.length !== right.length) return false
  const first = left.map(({ form }) => form)
  const twice = [...right, ...right].map(({ form }) => form)
  return right.some((_, from) => first.every((form, at) => form === twice[from + at]))
}

const contentOf = ({ tokens }: Clause): Token[] => tokens.filter(({ weight }) => weight > 0)

const isPassive = (a: Clause, b: Clause): boolean => hasAgent(a) !== hasAgent(b)
const hasAgent = ({ tokens }: Clause): boolean => tokens.some(({ role }) => role === 'by')

/** The places of a longest run of growing numbers. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const best = numbers.map(() => 1)
  const before = numbers.map(() => -1)
  for (let at = 0; at < numbers.length; at++)
    for (let earlier = 0; earlier < at; earlier++)
      if (numbers[earlier]! < numbers[at]! && best[earlier]! + 1 > best[at]!) {
        best[at] = best[earlier]! + 1
        before[at] = earlier
      }
  const kept = new Set<number>()
  for (let at = best.indexOf(Math.max(...best, 0)); at >= 0; at = before[at]!) kept.add(at)
  return kept
}

/** Where the same word stands inside in one and outside, or under, in the other. */
export function placesDiffer(a: ReadStatement, b: ReadStatement): boolean {
  return a.clauses.some(left =>
    b.clauses.some(
      right =>
        Math.min(share(left.tokens, right.tokens), share(right.tokens, left.tokens)) >= 0.6 &&
        left.tokens.some(token =>
          right.tokens.some(other => token.form === other.form && rolesClash(token.role, other.role)),
        ),
    ),
  )
}

const CLASHING = [
  ['in', 'on', 'to', 'with', 'at'],
  ['outside', 'from', 'without'],
  ['under'],
  ['over', 'above'],
  ['behind'],
  ['before'],
  ['after'],
]

export function rolesClash(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return false
  const [left, right] = [a, b].map(role => CLASHING.findIndex(group => group.includes(role)))
  return left !== -1 && right !== -1 && left !== right
}

/** From this share of a clause on, word by word at its beginning and end, what stands between is another word in one place. */
const FRAME = 0.5

/** "Send it to A on Monday", "Send it to B on Monday": not the same, whatever else is. */
export function isSubstituted(a: ReadStatement, b: ReadStatement): boolean {
  return a.clauses.some(left => b.clauses.some(right => substituted(left, right)))
}

function substituted(a: Clause, b: Clause): boolean {
  const [left, right] = [contentOf(a), contentOf(b)]
  const start = sameStart(left, right)
  const end = sameStart(left.slice(start).reverse(), right.slice(start).reverse())
  const [own, others] = [left.length - start - end, right.length - start - end]
  return (
    own > 0 &&
    others > 0 &&
    own <= 3 &&
    others <= 3 &&
    start + end >= FRAME * Math.max(left.length, right.length)
  )
}

function sameStart(a: readonly Token[], b: readonly Token[]): number {
  let at = 0
  while (at < a.length && at < b.length && sameWord(a[at]!, b[at]!)) at++
  return at
}

export function orderDiffers(a: Clause, b: Clause): boolean {
  if (a.order === undefined || b.order === undefined) return false
  const early = [...a.order.earlier].filter(form => b.order?.later.has(form) && !b.order.earlier.has(form))
  const late = [...a.order.later].filter(form => b.order?.earlier.has(form) && !b.order.later.has(form))
  return early.length > 0 && late.length > 0
}
