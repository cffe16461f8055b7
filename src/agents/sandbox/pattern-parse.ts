import { Refused } from './refused.ts'

/** A character of a pattern, or a set of them, and how often it may stand. */
export interface Element {
  /** The character itself where it can be no other. */
  readonly literal?: string
  /** The characters that are listed; all the others are meant where it is negated. */
  lists(char: string): boolean
  readonly negated: boolean
  readonly optional: boolean
  readonly many: boolean
}

export interface Alternative {
  readonly atStart: boolean
  readonly atEnd: boolean
  readonly elements: readonly Element[]
  /** A text without this holds no match. */
  readonly needs: string
}

export const char = (literal: string): Element => ({ ...anyOf(() => false), ...charOf(literal) })

export const charOf = (literal: string): Pick<Element, 'literal' | 'lists'> => ({
  literal,
  lists: one => one === literal,
})

export function alternative(elements: readonly Element[], atStart = false, atEnd = false): Alternative {
  let needs = ''
  let run = ''
  for (const { literal, optional, many } of elements) {
    run = literal === undefined || optional ? '' : run + literal
    if (run.length > needs.length) needs = run
    if (many) run = ''
  }
  return { elements, atStart, atEnd, needs }
}

export function parsePattern(
  text: string,
  dialect: 'extended' | 'basic',
  fold: (one: Element) => Element,
): Alternative[] {
  const found: Alternative[] = []
  let elements: Element[] = []
  let atStart = false
  let atEnd = false
  const close = () => {
    found.push(alternative(elements, atStart, atEnd))
    elements = []
    atStart = false
    atEnd = false
  }
  for (const token of tokens(text, dialect)) {
    if (atEnd && token !== 'or') throw new Refused('$ stands in the middle; write \\$ for the sign itself')
    if (token === 'or') close()
    else if (token === 'start') {
      if (elements.length > 0 || atStart)
        throw new Refused('^ stands in the middle; write \\^ for the sign itself')
      atStart = true
    } else if (token === 'end') atEnd = true
    else elements.push(fold(token))
  }
  close()
  return found
}

type Token = Element | 'or' | 'start' | 'end'

function* tokens(text: string, dialect: 'extended' | 'basic'): Generator<Token> {
  const isSign = (sign: string, escaped: boolean) =>
    (dialect === 'extended') !== escaped && /[|+?(){}]/.test(sign)
  for (let at = 0; at < text.length; ) {
    const escaped = text[at] === '\\'
    const sign = text[escaped ? at + 1 : at]
    if (sign === undefined) throw new Refused('the pattern ends with a backslash')
    at += escaped ? 2 : 1
    if (isSign(sign, escaped)) {
      if (sign === '|') yield 'or'
      else
        throw new Refused(`${sign} is not understood here; there are no groups and no counts, only | * + ?`)
      continue
    }
    if (!escaped && sign === '^') yield 'start'
    else if (!escaped && sign === '$') yield 'end'
    else if (!escaped && sign === '*') throw new Refused('* has nothing before it to repeat')
    else {
      const one = atom(text, sign, escaped, at)
      const mark = markAt(text, one.end, dialect)
      yield { ...one.element, optional: mark.optional, many: mark.many }
      at = mark.end
    }
  }
}

interface Atom {
  readonly element: Element
  readonly end: number
}

function atom(text: string, sign: string, escaped: boolean, end: number): Atom {
  if (!escaped && sign === '[') return bracket(text, end)
  if (!escaped && sign === '.') return { element: anyOf(() => true), end }
  if (!escaped) return { element: char(sign), end }
  const known = CLASSES[sign.toLowerCase()]
  if (known !== undefined) return { element: anyOf(known, sign !== sign.toLowerCase()), end }
  if (sign === 't') return { element: char('\t'), end }
  if (/[A-Za-z0-9<>]/.test(sign))
    throw new Refused(`\\${sign} is not understood; \\d \\w \\s and their opposites are`)
  return { element: char(sign), end }
}

const anyOf = (lists: (one: string) => boolean, negated = false): Element => ({
  lists,
  negated,
  optional: false,
  many: false,
})

const isDigit = (one: string): boolean => one >= '0' && one <= '9'
const isSpace = (one: string): boolean => /\s/.test(one)
const isWord = (one: string): boolean => /\w/.test(one)

/** In capitals: all others. */
const CLASSES: Readonly<Record<string, (one: string) => boolean>> = { d: isDigit, w: isWord, s: isSpace }

/** `[a-z_]`, `[^"]`; a `]` that comes first is meant as itself. */
function bracket(text: string, from: number): Atom {
  const negated = text[from] === '^'
  const first = from + (negated ? 1 : 0)
  const close = text.indexOf(']', first + 1)
  if (close === -1) throw new Refused('[ is not closed')
  const inner = text.slice(first, close)
  if (inner.includes('[:') || inner.includes('\\'))
    throw new Refused('only plain characters and ranges may stand in [ ]')
  return { element: anyOf(one => isListed(inner, one), negated), end: close + 1 }
}

function isListed(inner: string, one: string): boolean {
  for (let at = 0; at < inner.length; at++) {
    if (inner[at + 1] === '-' && at + 2 < inner.length) {
      if (one >= inner[at]! && one <= inner[at + 2]!) return true
      at += 2
    } else if (inner[at] === one) return true
  }
  return false
}

function markAt(text: string, at: number, dialect: 'extended' | 'basic') {
  const escaped = dialect === 'basic' && text[at] === '\\'
  const mark = escaped ? text[at + 1] : text[at]
  const isMark =
    mark === '*' ? !escaped : (mark === '+' || mark === '?') && (dialect === 'extended' || escaped)
  if (!isMark) return { optional: false, many: false, end: at }
  const end = at + (escaped ? 2 : 1)
  // As few as possible or as many: whether there is a match is the same.
  const lazy = dialect === 'extended' && text[end] === '?' ? 1 : 0
  return { optional: mark !== '+', many: mark !== '?', end: end + lazy }
}
