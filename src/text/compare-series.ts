import { allTokens, sameWord, share } from './compare-cover.ts'
import type { Clause, ReadStatement, Token } from './statement.ts'

/** One template, filled in for other things: releases, sprints, incidents, branches of a shop. */
export function isSeries(a: ReadStatement, b: ReadStatement): boolean {
  if (titlesCount(a, b)) return true
  if (
    !a.changes &&
    !b.changes &&
    valuesApart(a, b) >= 3 &&
    valuesApart(b, a) >= 3 &&
    share(bodyOf(a), bodyOf(b)) >= ALIKE
  )
    return true
  if (a.changes || b.changes || a.withdraws || b.withdraws) return hasCountedLabels(a, b)
  return labelsDiffer(labelOf(a), labelOf(b), a, b) || subjectsCount(a, b)
}

/** "Berth 3 takes 80 metres", "Berth 4 takes 120": one thing of a series each, with a value of its own. */
function subjectsCount(a: ReadStatement, b: ReadStatement): boolean {
  const [left, right] = [keyedSubject(a), keyedSubject(b)]
  if (left === undefined || right === undefined || !sameWord(left.noun, right.noun)) return false
  const others = ({ tokens }: ReadStatement, key: Token) =>
    tokens.filter(token => token.quantity !== undefined && token !== key)
  const [own, theirs] = [others(a, left.key), others(b, right.key)]
  return (
    left.key.form !== right.key.form &&
    own.length > 0 &&
    own.some(value => !theirs.some(other => sameWord(value, other)))
  )
}

/** What a text begins with, and the number that is its name. */
function keyedSubject({ tokens }: ReadStatement): { noun: Token; key: Token } | undefined {
  const [first, second] = tokens
  if (first === undefined || second === undefined) return undefined
  const isNumber = ({ quantity }: Token) => quantity?.kind === 'number' || quantity?.kind === 'ordinal'
  if (isNumber(second) && first.quantity === undefined) return { noun: first, key: second }
  return first.quantity?.kind === 'ordinal' && second.quantity === undefined
    ? { noun: second, key: first }
    : undefined
}

const LONGEST_LABEL = 6

function labelOf({ clauses }: ReadStatement): Clause | undefined {
  const first = clauses[0]
  return first?.isLabel && first.tokens.length > 0 && first.tokens.length <= LONGEST_LABEL ? first : undefined
}

/** "Sprint 31 goal: …", "Lyon store: …": the labels are alike but for what they name. */
function labelsDiffer(
  left: Clause | undefined,
  right: Clause | undefined,
  a: ReadStatement,
  b: ReadStatement,
): boolean {
  if (left === undefined || right === undefined) return false
  const onlyLeft = left.tokens.filter(token => !allTokens(b).some(other => sameWord(token, other)))
  const onlyRight = right.tokens.filter(token => !allTokens(a).some(other => sameWord(token, other)))
  if (onlyLeft.length === 0 || onlyRight.length === 0) return false
  return (
    onlyLeft.length < left.tokens.length ||
    areCases(left.tokens[0]!, right.tokens[0]!) ||
    (isNamed(left, a) && isNamed(right, b)) ||
    isKey(left.tokens[0]!) ||
    isKey(right.tokens[0]!)
  )
}

/** Under a title that names it too: "Patient Rex", "Rex: …". */
const isNamed = ({ tokens }: Clause, { title }: ReadStatement): boolean =>
  title !== undefined && title.tokens.length > tokens.length && share(tokens, title.tokens) === 1

/** "Free tier: …", "Team tier: …". */
const areCases = (a: Token, b: Token): boolean =>
  a.scopes?.some(own => b.scopes?.some(other => own.line === other.line && own.side !== other.side)) === true

const hasCountedLabels = (a: ReadStatement, b: ReadStatement): boolean => {
  const [left, right] = [labelOf(a), labelOf(b)]
  return left !== undefined && right !== undefined && counts(left, right)
}

/** What numbers the parts of a series, and is no value. */
const KEYS = new Set(['date', 'version', 'month', 'year', 'ordinal', 'number'])
const isKey = ({ quantity, raw }: Token): boolean =>
  quantity === undefined ? /\d/.test(raw) : KEYS.has(quantity.kind)

/** "Two reviewers" counts, "chapter 2" names. */
const isCount = ({ quantity }: Token, at: number): boolean => quantity?.kind === 'number' && at === 0

function counts(left: Clause, right: Clause): boolean {
  const keys = ({ tokens }: Clause) => tokens.filter((token, at) => isKey(token) && !isCount(token, at))
  const [keysLeft, keysRight] = [keys(left), keys(right)]
  if (keysLeft.length === 0 || keysLeft.length !== keysRight.length) return false
  if (keysLeft.some(key => keysRight.some(other => sameWord(key, other)))) return false
  const rest = (clause: Clause) => clause.tokens.filter(token => !isKey(token))
  return share(rest(left), rest(right)) === 1 || (rest(left).length === 0 && rest(right).length === 0)
}

/** How much of the rest may be alike: two notes that differ in the number alone tell of a changed value. */
const ALIKE = 0.7

/** "Incident of 1 March" and "Incident of 19 April", each with a text of its own. */
function titlesCount(a: ReadStatement, b: ReadStatement): boolean {
  if (a.title === undefined || b.title === undefined || !counts(a.title, b.title)) return false
  const isNumbered = a.title.tokens.some(({ quantity }) => quantity?.kind === 'number')
  if (isNumbered && (a.changes || b.changes)) return false
  // What a body says too is a value of it; what the title alone says tells which of the series it is.
  if (isKeyed(a) && isKeyed(b)) return true
  return share(bodyOf(a), bodyOf(b)) < ALIKE || valuesApart(a, b) >= 3
}

const isKeyed = ({ title, tokens }: ReadStatement): boolean =>
  title?.tokens.every(key => !isKey(key) || !tokens.some(token => sameWord(token, key))) === true

const bodyOf = ({ tokens }: ReadStatement): Token[] => tokens.filter(({ quantity }) => quantity === undefined)

/** A template with three other values, one of them a day, is filled in anew: one changed value would be one. */
function valuesApart(a: ReadStatement, b: ReadStatement): number {
  const only = a.tokens.filter(
    token => token.quantity !== undefined && !b.tokens.some(other => sameWord(token, other)),
  )
  return only.some(({ quantity }) => quantity?.kind === 'date' || quantity?.kind === 'month')
    ? only.length
    : 0
}
