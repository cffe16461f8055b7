import { type Alternative, alternative, char, charOf, type Element, parsePattern } from './pattern-parse.ts'
import { Refused } from './refused.ts'

/**
 * Patterns that cost pattern × text and never more: characters, `.`, `[a-z]`, `\d \w \s`, the marks `* + ?`, `^`, `$`, and
 * alternatives. No groups, no counts, no look-around: what is not understood is refused, not guessed.
 */
export interface Pattern {
  /** Where the first match ends; -1 where there is none. */
  endIn(line: string): number
}

export interface PatternOptions {
  /** `extended`: `|` and `+` are signs. `basic`: `\|` and `\+` are. `fixed`: nothing is. */
  readonly dialect: 'extended' | 'basic' | 'fixed'
  readonly ignoreCase: boolean
  /** Only where no letter or digit stands before or after; for plain words alone. */
  readonly word: boolean
}

const LONGEST = 200
/** For all lines of one question together. */
const MOST_STEPS = 20_000_000

export function compilePattern(text: string, options: PatternOptions): Pattern {
  if (text === '') throw new Refused('the pattern is empty')
  if (text.length > LONGEST) throw new Refused(`the pattern is longer than ${LONGEST} characters`)
  const fold = options.ignoreCase ? folded : (one: Element) => one
  const alternatives =
    options.dialect === 'fixed' ? [plain(text, fold)] : parsePattern(text, options.dialect, fold)
  if (options.word) return wordPattern(alternatives, options)
  const budget = { left: MOST_STEPS }
  return {
    endIn(line) {
      const cased = options.ignoreCase ? line.toLowerCase() : line
      for (const alternative of alternatives) {
        const end = endIn(cased, alternative, budget)
        if (end !== -1) return end
      }
      return -1
    },
  }
}

const plain = (text: string, fold: (one: Element) => Element): Alternative =>
  alternative(text.split('').map(one => fold(char(one))))

/** Lines are compared in small letters. */
function folded(element: Element): Element {
  const { literal, lists } = element
  if (literal !== undefined) return { ...element, ...charOf(literal.toLowerCase()) }
  return { ...element, lists: one => lists(one) || lists(one.toUpperCase()) }
}

/** Which elements may come next is kept as a set, so nothing is ever tried twice. */
function endIn(line: string, { elements, atStart, atEnd, needs }: Alternative, budget: { left: number }) {
  if (!line.includes(needs)) return -1
  if (elements.length === needs.length && !atStart && !atEnd) return line.indexOf(needs) + needs.length
  const last = elements.length
  let now = new Uint8Array(last + 1)
  enter(now, 0, elements)
  for (let at = 0; ; at++) {
    if (now[last] === 1 && (!atEnd || at === line.length)) return at
    if (at === line.length) return -1
    budget.left -= last + 1
    if (budget.left < 0)
      throw new Refused('the pattern takes too long here; make it plainer or look in fewer files')
    const next = new Uint8Array(last + 1)
    const sign = line[at]!
    for (let state = 0; state < last; state++) {
      const element = elements[state]!
      if (now[state] !== 1 || element.lists(sign) === element.negated) continue
      enter(next, element.many ? state : state + 1, elements)
      if (element.many) enter(next, state + 1, elements)
    }
    if (!atStart) enter(next, 0, elements)
    now = next
  }
}

function enter(states: Uint8Array, from: number, elements: readonly Element[]): void {
  for (let state = from; states[state] !== 1; state++) {
    states[state] = 1
    if (elements[state]?.optional !== true) return
  }
}

function wordPattern(alternatives: readonly Alternative[], { ignoreCase }: PatternOptions): Pattern {
  const words = alternatives.map(({ elements, needs, atStart, atEnd }) => {
    if (elements.length !== needs.length || atStart || atEnd)
      throw new Refused('whole words can only be asked for with plain words')
    return needs
  })
  return {
    endIn(line) {
      const cased = ignoreCase ? line.toLowerCase() : line
      for (const word of words)
        for (let at = cased.indexOf(word); at !== -1; at = cased.indexOf(word, at + 1)) {
          const end = at + word.length
          if (!isWordSign(cased[at - 1]) && !isWordSign(cased[end])) return end
        }
      return -1
    },
  }
}

const isWordSign = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)
