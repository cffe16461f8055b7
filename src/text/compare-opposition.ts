import {
  allTokens,
  comparable,
  modesMeet,
  orderDiffers,
  rolesClash,
  sameQuantity,
  sameWord,
  share,
  swapped,
} from './compare-cover.ts'
import { COMPARING, EMPTY } from './meanings.ts'
import type { Clause, ReadStatement, Token } from './statement.ts'

/** Where two statements cannot both hold, and what differs. */
export interface Opposition {
  readonly relation: 'value-changed' | 'contradiction' | 'refines' | 'related'
  readonly a: string
  readonly b: string
  readonly quoteA: string
  readonly quoteB: string
  /** Whose value the other one calls past. */
  readonly denied?: 'a' | 'b'
}

interface Found extends Omit<Opposition, 'relation'> {
  readonly how: 'denied' | 'quantity' | 'mode' | 'exception' | 'opposite' | 'order' | 'slot' | 'holder'
}

type Find = (a: ReadStatement, b: ReadStatement) => Found | undefined

export function oppositionOf(a: ReadStatement, b: ReadStatement): Opposition | undefined {
  const found = FINDERS.map(find => find(a, b)).find(one => one !== undefined)
  if (found === undefined) return undefined
  const { how, ...evidence } = found
  return { ...evidence, relation: relationOf(how, a, b) }
}

/** Only where the two are word by word the same but for one place. */
export function placeOf(a: ReadStatement, b: ReadStatement): Opposition | undefined {
  const found = findPlace(a, b)
  if (found === undefined) return undefined
  const { how, ...evidence } = found
  return { ...evidence, relation: relationOf(how, a, b) }
}

function relationOf(how: Found['how'], a: ReadStatement, b: ReadStatement): Opposition['relation'] {
  if (scopesDiffer(a, b)) return 'related'
  if (how === 'exception') return 'refines'
  if (how !== 'denied' && a.limits !== b.limits && !a.withdraws && !b.withdraws) return 'refines'
  if (a.withdraws || b.withdraws) return 'contradiction'
  if (how === 'denied' || how === 'quantity' || a.changes || b.changes) return 'value-changed'
  if (how === 'mode' || how === 'order' || how === 'opposite') return 'contradiction'
  const apart = daysApart(a, b)
  if (apart === undefined) return how === 'slot' ? 'value-changed' : 'contradiction'
  return apart > LATER ? 'value-changed' : 'contradiction'
}

/** Days. What was said weeks ago may have changed; what was said the other day was meant to hold. */
const LATER = 45

function daysApart({ day: a }: ReadStatement, { day: b }: ReadStatement): number | undefined {
  if (a === undefined || b === undefined) return undefined
  const days = Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000
  return Number.isNaN(days) ? undefined : days
}

/** Each names a case that the other does not: unit tests and integration tests, inside and outside. */
export function scopesDiffer(a: ReadStatement, b: ReadStatement): boolean {
  const sides = (of: ReadStatement) => {
    const found = new Map<number, Set<number>>()
    for (const { scopes = [] } of allTokens(of))
      for (const { line, side } of scopes) found.set(line, (found.get(line) ?? new Set()).add(side))
    return found
  }
  const [left, right] = [sides(a), sides(b)]
  return [...left].some(([line, own]) => {
    const other = right.get(line)
    return other !== undefined && [...own].every(side => !other.has(side))
  })
}

const quantities = (tokens: readonly Token[]): Token[] =>
  tokens.filter(({ quantity }) => quantity !== undefined)
const words = (tokens: readonly Token[]): Token[] =>
  tokens.filter(({ quantity, weight }) => quantity === undefined && weight > 0)
const common = (a: readonly Token[], b: readonly Token[]): number => {
  const seen = new Set<string>()
  let weight = 0
  for (const token of a)
    if (!seen.has(token.form) && b.some(other => sameWord(token, other))) {
      seen.add(token.form)
      weight += token.weight
    }
  return weight
}

const titled = (of: ReadStatement): Clause[] => (of.title === undefined ? [] : [of.title])

/** One says of the other's value that it does not hold, or no longer. */
const findDenied: Find = (a, b) => deniedBy(b, a, 'a') ?? deniedBy(a, b, 'b')

function deniedBy(by: ReadStatement, of: ReadStatement, whose: 'a' | 'b'): Found | undefined {
  for (const clause of by.clauses.filter(each => each.isChange || !isException(each, of)))
    for (const token of clause.tokens) {
      if (!token.against || token.weight < 1) continue
      const asserted = by.tokens.some(other => !other.against && sameWord(other, token))
      if (asserted) continue
      const held = of.clauses.find(
        each =>
          each.mode !== 'forbids' && each.tokens.some(other => !other.against && sameWord(other, token)),
      )
      if (held === undefined) continue
      const past = [...of.tokens, ...by.tokens].filter(({ against, role }) => against && role === 'from')
      const rest = (tokens: readonly Token[]) =>
        words(tokens).filter(each => ![token, ...past].some(other => sameWord(each, other)))
      if (common(rest(allTokens(of)), rest(allTokens(by))) < 1) continue
      if (isNarrower(clause, held, of) || subjectsDiffer(held, clause, of, by)) continue
      const old = held.tokens.find(other => sameWord(other, token))!
      const others = by.tokens.filter(
        other => !other.against && other.weight === 1 && !of.forms.has(other.form),
      )
      const value =
        others.find(({ role }) => role === 'to') ?? others.find(({ isName }) => isName) ?? others[0]
      return evidence('denied', whose, held, clause, old.raw, value?.raw ?? token.raw)
    }
  return undefined
}

/** "Urgent releases …" beside "Releases …": a case of its own. */
function isNarrower(clause: Clause, held: Clause, of: ReadStatement): boolean {
  const [first, second] = words(clause.tokens)
  const [subject] = words(held.tokens)
  if (first === undefined || second === undefined || subject === undefined) return false
  const said = clause.words.map(word => word.toLowerCase())
  const isBeside = said.indexOf(second.raw.toLowerCase()) === said.indexOf(first.raw.toLowerCase()) + 1
  return isBeside && first.weight === 1 && !of.forms.has(first.form) && sameWord(second, subject)
}

function evidence(
  how: Found['how'],
  whose: 'a' | 'b',
  own: Clause,
  other: Clause,
  mine: string,
  theirs: string,
): Found {
  const [quoteA, quoteB] = whose === 'a' ? [own.source, other.source] : [other.source, own.source]
  const [left, right] = whose === 'a' ? [mine, theirs] : [theirs, mine]
  return { how, a: left, b: right, quoteA, quoteB, ...(how === 'denied' && { denied: whose }) }
}

/** The same thing measured with another result. */
const findQuantity: Find = (a, b) => {
  for (const left of [...a.clauses, ...titled(a)])
    for (const right of [...b.clauses, ...titled(b)])
      for (const mine of quantities(left.tokens))
        for (const theirs of quantities(right.tokens)) {
          if (!quantityDiffers(mine, theirs, a, b) || !sameMeasured(mine, left, theirs, right, a, b)) continue
          return evidence('quantity', 'a', left, right, mine.raw, theirs.raw)
        }
  return undefined
}

function quantityDiffers(mine: Token, theirs: Token, a: ReadStatement, b: ReadStatement): boolean {
  if (!comparable(mine.quantity!.kind, theirs.quantity!.kind) || sameQuantity(mine, theirs)) return false
  // "Raised to 30 seconds": that "to" is no place.
  const isTarget = (mine.role === 'to' && a.changes) || (theirs.role === 'to' && b.changes)
  if (mine.against || theirs.against || (!isTarget && rolesClash(mine.role, theirs.role))) return false
  const inB = allTokens(b).some(other => !other.against && sameQuantity(other, mine))
  const inA = allTokens(a).some(other => !other.against && sameQuantity(other, theirs))
  // A text that tells of a change may name the old value too.
  return (!inB || b.changes) && (!inA || a.changes) && !(inA && inB)
}

function sameMeasured(
  mine: Token,
  left: Clause,
  theirs: Token,
  right: Clause,
  a: ReadStatement,
  b: ReadStatement,
): boolean {
  if (subjectsDiffer(left, right, a, b) || rolesDiffer(left, right, a, b)) return false
  const near = common(words(left.tokens), words(right.tokens))
  const isCount = mine.quantity!.kind === 'number' || theirs.quantity!.kind === 'number'
  // "Building 131" is no measure of anything: a bare number needs more in common with one that has a unit.
  const least = mine.quantity!.kind === theirs.quantity!.kind ? 1 : 2
  if (isCount) return near >= least && sameNeighbour(mine, left, theirs, right) && isNear(left, right, a, b)
  const isOnly = (of: ReadStatement, kind: string) =>
    new Set(
      quantities(allTokens(of))
        .filter(({ quantity, against }) => quantity!.kind === kind && !against)
        .map(({ form }) => form),
    ).size === 1
  if (near >= 1) return true
  return (
    isOnly(a, mine.quantity!.kind) &&
    isOnly(b, theirs.quantity!.kind) &&
    common(words(context(left, a)), words(context(right, b))) >= 1
  )
}

const context = (clause: Clause, of: ReadStatement): readonly Token[] => [
  ...(of.title?.tokens ?? []),
  ...of.clauses.filter(({ sentence }) => sentence === clause.sentence).flatMap(({ tokens }) => tokens),
]

/** Half of one of the two, or something changed. */
const isNear = (left: Clause, right: Clause, a: ReadStatement, b: ReadStatement): boolean =>
  a.changes ||
  b.changes ||
  Math.max(
    share(words(left.tokens), words(context(right, b))),
    share(words(right.tokens), words(context(left, a))),
  ) >= 0.5

/** What is counted: the word right behind the number, or right before it. */
function sameNeighbour(mine: Token, left: Clause, theirs: Token, right: Clause): boolean {
  const beside = (token: Token, clause: Clause) => {
    const at = clause.tokens.indexOf(token)
    return [words(clause.tokens.slice(0, at)).at(-1), words(clause.tokens.slice(at + 1))[0]]
  }
  const [before, behind] = beside(mine, left)
  const others = beside(theirs, right)
  return [before, behind].some(
    token => token !== undefined && others.some(other => other !== undefined && sameWord(token, other)),
  )
}

const areOpposed = (a: Token, b: Token): boolean =>
  a.opposites?.some(own => b.opposites?.some(other => own.line === other.line && own.side !== other.side)) ===
  true

/** What a clause is about: "the timeout of the relay" is the relay's, else what it begins with. */
function subjectIn({ tokens }: Clause): Token | undefined {
  const own = words(tokens)
  return own.find(({ role, weight, against }) => role === 'of' && weight === 1 && !against) ?? own[0]
}

/** Each is about something that the other text does not know. */
function subjectsDiffer(left: Clause, right: Clause, a: ReadStatement, b: ReadStatement): boolean {
  const [mine, theirs] = [subjectIn(left), subjectIn(right)]
  if (mine === undefined || theirs === undefined) return false
  const isNew = (token: Token, of: ReadStatement) =>
    token.weight === 1 && !allTokens(of).some(other => sameWord(token, other))
  return isNew(mine, b) && isNew(theirs, a) && !areOpposed(mine, theirs)
}

/** The same, once allowed or done and once forbidden. */
const modeIn = (
  lefts: readonly Clause[],
  rights: readonly Clause[],
  a: ReadStatement,
  b: ReadStatement,
): Found | undefined => {
  for (const [left, right] of lefts.flatMap(one => rights.map(other => [one, other] as const))) {
    if (modesMeet(left.mode, right.mode)) continue
    const [mine, theirs] = [words(left.tokens), words(right.tokens)]
    const shared = common(mine, theirs)
    if (shared < 1 || Math.max(share(mine, theirs), share(theirs, mine)) < 0.6) continue
    // What one forbids has to be what the other speaks of: "no mocks" says nothing against "a real database".
    const [denied, other] =
      left.mode === 'forbids' ? [left.denied, right.tokens] : [right.denied, left.tokens]
    if (
      (left.mode === 'forbids' || right.mode === 'forbids') &&
      (denied === undefined || !other.some(token => !token.against && sameWord(token, denied)))
    )
      continue
    if (rolesDiffer(left, right, a, b) || subjectsDiffer(left, right, a, b)) continue
    const isCase = [left, ...a.clauses].some(each => isException(each, b))
    const how = isCase || [right, ...b.clauses].some(each => isException(each, a)) ? 'exception' : 'mode'
    return evidence(how, 'a', left, right, left.text, right.text)
  }
  return undefined
}

const saysPermission = (raw: string): boolean => COMPARING.some(({ permits }) => permits.test(raw))

/** Allows or frees what the other speaks of in general, for a case that the other does not name. */
const isException = ({ mode, tokens }: Clause, other: ReadStatement): boolean =>
  (mode === 'permits' || mode === 'frees') &&
  tokens.some(
    token =>
      token.weight === 1 &&
      token.quantity === undefined &&
      !token.against &&
      !saysPermission(token.raw) &&
      !allTokens(other).some(each => sameWord(each, token)),
  )

/** Each has a place or a case of its own: "to main", "to a branch of one's own". */
function rolesDiffer(left: Clause, right: Clause, a: ReadStatement, b: ReadStatement): boolean {
  const placed = (clause: Clause) =>
    clause.tokens.filter(
      ({ role, weight, opposites, quantity }) =>
        role !== undefined && weight === 1 && opposites === undefined && quantity === undefined,
    )
  return placed(left).some(mine =>
    placed(right).some(
      theirs =>
        theirs.role === mine.role &&
        !allTokens(b).some(other => sameWord(other, mine)) &&
        !allTokens(a).some(other => sameWord(other, theirs)),
    ),
  )
}

/** Words that exclude each other, said of the same. */
const oppositeIn = (
  lefts: readonly Clause[],
  rights: readonly Clause[],
  a: ReadStatement,
  b: ReadStatement,
): Found | undefined => {
  for (const left of lefts)
    for (const right of rights)
      for (const mine of left.tokens)
        for (const { line, side } of mine.opposites ?? []) {
          const theirs = right.tokens.find(
            token =>
              !token.against && token.opposites?.some(other => other.line === line && other.side !== side),
          )
          if (theirs === undefined || mine.against) continue
          if (measuresDiffer(mine, left, theirs, right)) continue
          const isBoth =
            left.tokens.some(token => sameWord(token, theirs)) ||
            right.tokens.some(token => sameWord(token, mine))
          if (isBoth) continue
          const rest = (clause: Clause, without: Token) =>
            words(clause.tokens).filter(token => token !== without)
          const [own, others] = [rest(left, mine), rest(right, theirs)]
          if (common(own, others) < 1 || Math.max(share(own, others), share(others, own)) < 0.5) continue
          if (
            !modesMeet(left.mode, right.mode) ||
            rolesDiffer(left, right, a, b) ||
            subjectsDiffer(left, right, a, b)
          )
            continue
          return evidence('opposite', 'a', left, right, mine.raw, theirs.raw)
        }
  return undefined
}

/** "Under 16", "over 65": two cases and no opposites. */
function measuresDiffer(mine: Token, left: Clause, theirs: Token, right: Clause): boolean {
  const [own, other] = [
    left.tokens[left.tokens.indexOf(mine) + 1],
    right.tokens[right.tokens.indexOf(theirs) + 1],
  ]
  return own?.quantity !== undefined && other?.quantity !== undefined && !sameQuantity(own, other)
}

/** Two words in the other order are not enough: most of both clauses has to be the same. */
const ordersClash = (a: Clause, b: Clause): boolean =>
  orderDiffers(a, b) && Math.min(share(a.tokens, b.tokens), share(b.tokens, a.tokens)) >= 0.6

const findOrder: Find = (a, b) => {
  for (const left of a.clauses)
    for (const right of b.clauses)
      if (ordersClash(left, right) || (left.isDirected && right.isDirected && swapped(left, right, 0.9)))
        return evidence('order', 'a', left, right, left.text, right.text)
  return undefined
}

/** A name, which in a script without spaces may have been cut in two. */
function isOneName(tokens: readonly Token[]): boolean {
  if (tokens.length === 1) return true
  const raw = tokens.map(token => token.raw).join('')
  const gap = /^\p{Script=Han}{2,3}$/u.test(raw) ? 0 : 1
  const isName = gap === 0 || tokens.every(token => token.isName)
  return (
    tokens.length > 0 &&
    tokens.length <= 3 &&
    isName &&
    tokens.every(({ at }, index) => {
      const before = tokens[index - 1]
      return before === undefined || at === before.at + before.raw.length + gap
    })
  )
}

/** What one person or side holds, held by another: "owned by A", "belongs to B". */
const findHolder: Find = (a, b) => {
  for (const left of a.clauses.slice(0, 8))
    for (const right of b.clauses.slice(0, 8)) {
      if (left.mode !== right.mode || !left.isHeld || !right.isHeld) continue
      const [mine, theirs] = [words(left.tokens), words(right.tokens)]
      const onlyMine = mine.filter(token => !theirs.some(other => sameWord(token, other)))
      const onlyTheirs = theirs.filter(token => !mine.some(other => sameWord(token, other)))
      if (!isOneName(onlyMine) || !isOneName(onlyTheirs) || common(mine, theirs) < 1) continue
      const [older, newer] = [onlyMine, onlyTheirs].map(tokens => tokens.map(({ raw }) => raw).join(''))
      return evidence('holder', 'a', left, right, older!, newer!)
    }
  return undefined
}

const LONGEST_VALUE = 3

/** The newer says that something changed and names another value for it, in whatever words. */
const findSuccessor: Find = (a, b) => successorOf(a, b, 'a') ?? successorOf(b, a, 'b')

function successorOf(older: ReadStatement, newer: ReadStatement, whose: 'a' | 'b'): Found | undefined {
  if (older.changes || !newer.changes) return undefined
  // It names what it replaces, and that is not this.
  if (
    newer.tokens.some(
      token => token.against && token.weight === 1 && !older.tokens.some(other => sameWord(other, token)),
    )
  )
    return undefined
  for (const left of older.clauses.slice(0, 8))
    for (const right of newer.clauses.slice(0, 8)) {
      const isChanged = newer.clauses.some(each => each.isChange && each.sentence === right.sentence)
      if (!isChanged || left.mode === 'forbids' || right.mode === 'forbids') continue
      // What measures has its amount for a value.
      if (quantities(left.tokens).length > 0 || quantities(right.tokens).some(isMeasure)) continue
      if (!left.isExclusive && !left.isHeld) continue
      const said = words(left.tokens)
      const around = words(context(right, newer))
      const mine = said.filter(
        token => !isVerb(token) && !allTokens(newer).some(other => sameWord(token, other)),
      )
      const theirs = words(right.tokens).filter(
        token =>
          token.weight === 1 && !token.against && !allTokens(older).some(other => sameWord(token, other)),
      )
      if (
        !isOneName(mine) ||
        mine[0] === said[0] ||
        !said.slice(-2).includes(mine.at(-1)!) ||
        theirs.length === 0 ||
        theirs.length > LONGEST_VALUE ||
        (!right.isHeld && isBeforeChange(theirs, right))
      )
        continue
      const rest = said.filter(token => !mine.includes(token))
      if (common(rest, around) < 1 || share(rest, around) < 0.6) continue
      return evidence('slot', whose, left, right, rawOf(mine), rawOf(theirs))
    }
  return undefined
}

/** What stands before the word of change is what changed, and not what it changed to. */
const isBeforeChange = (named: readonly Token[], { text, tokens }: Clause): boolean =>
  COMPARING.some(({ changes }) => {
    const change = text.search(changes)
    return (
      named.every(({ at }) => at < change) && tokens.some(({ at, weight }) => at > change && weight > 0.3)
    )
  })

const POINTS_IN_TIME = new Set(['date', 'month', 'year', 'weekday', 'ordinal', 'version'])
const isMeasure = ({ quantity }: Token): boolean =>
  quantity !== undefined && !POINTS_IN_TIME.has(quantity.kind)

/** The word that says how a thing has its value is no part of it. */
const isVerb = ({ raw }: Token): boolean => COMPARING.some(({ exclusive }) => exclusive.test(raw))

const rawOf = (tokens: readonly Token[]): string => tokens.map(({ raw }) => raw).join(' ')

/** "I work at A", "I work at B": word by word the same but for one place behind the beginning. */
const findPlace: Find = (a, b) => {
  for (const left of [...a.clauses, ...titled(a)].slice(0, 8))
    for (const right of [...b.clauses, ...titled(b)].slice(0, 8)) {
      if (left.mode !== right.mode || left.isShared || right.isShared) continue
      if (!left.isExclusive || !right.isExclusive) continue
      const [mine, theirs] = [left.words, right.words]
      const start = sameStart(mine, theirs)
      const end = sameStart(mine.slice(start).reverse(), theirs.slice(start).reverse())
      const [own, others] = [mine.slice(start, mine.length - end), theirs.slice(start, theirs.length - end)]
      if (start < 2 || !isValue(own) || !isValue(others)) continue
      if ((start + end) * 2 < Math.max(mine.length, theirs.length)) continue
      return evidence('slot', 'a', left, right, own.join(' '), others.join(' '))
    }
  return undefined
}

function sameStart(a: readonly string[], b: readonly string[]): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}

const isValue = (words: readonly string[]): boolean =>
  words.length > 0 && words.length <= LONGEST_VALUE && !words.some(word => EMPTY.has(word))

/** What the titles say counts first: it is what the notes are about. */
const FINDERS: readonly Find[] = [
  findDenied,
  (a, b) => oppositeIn(titled(a), titled(b), a, b),
  (a, b) => modeIn(titled(a), titled(b), a, b),
  findQuantity,
  (a, b) => modeIn(a.clauses, b.clauses, a, b),
  (a, b) => oppositeIn([...a.clauses, ...titled(a)], [...b.clauses, ...titled(b)], a, b),
  findOrder,
  findHolder,
  findPlace,
  findSuccessor,
]
