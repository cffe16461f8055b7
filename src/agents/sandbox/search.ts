import { RE2JS } from 're2js'
import { globMatcher } from '../../project/index.ts'
import {
  type Box,
  type Entry,
  MOST_BYTES,
  NotShown,
  nameWords,
  type Output,
  Refused,
  type Spot,
  showPlace,
} from './box.ts'

export interface Search {
  readonly pattern: Pattern
  readonly answer: 'lines' | 'files' | 'counts'
  readonly invert: boolean
  readonly numbers: boolean
  /** Lines shown around each hit. */
  readonly before: number
  readonly after: number
  /** Hits of one file. */
  readonly most: number
  readonly isMeant: (name: string) => boolean
}

/** Characters shown before and after a hit in a long line. */
const AROUND = { before: 200, after: 200 }
const MOST_CONTEXT = 20

/** Looks for a pattern in files, line by line; a file without end is looked at as far as the limit goes. */
export function searchFiles(box: Box, spots: readonly Spot[], output: Output, search: Search): string {
  const budget = { left: MOST_BYTES }
  const files = spots.flatMap(spot => [...box.walk(spot)].filter(entry => isFile(entry, search, spots)))
  for (const { spot } of files) {
    if (budget.left <= 0) {
      output.note(`${MOST_BYTES / 1_000_000} MB were looked at and that is the limit: name fewer files`)
      break
    }
    try {
      if (!searchFile(box, spot, search, output, budget)) break
    } catch (error) {
      if (!(error instanceof NotShown) || spots.includes(spot)) throw error
      output.note(error.reason)
    }
  }
  return output.end('(no match)')
}

function isFile({ kind, name, spot }: Entry, { isMeant }: Search, spots: readonly Spot[]): boolean {
  return kind === 'file' && (isMeant(name) || spots.includes(spot))
}

/** Answers whether there is room for another file. */
function searchFile(box: Box, spot: Spot, search: Search, output: Output, budget: { left: number }): boolean {
  const { pattern, answer, invert, before, after, most } = search
  const name = nameWords(showPlace(spot))
  const recent: Numbered[] = []
  let hits = 0
  let following = 0
  const show = (one: Numbered, sign: string, end: number): boolean => {
    box.showsLine(spot, one.number)
    return output.line(shown(name, one, sign, end, search))
  }
  for (const line of linesOf(box, spot, budget)) {
    const end = pattern.endIn(line.text)
    const isHit = (end !== -1) !== invert
    if (isHit && answer === 'files') return output.line(name)
    if (isHit) hits++
    if (answer === 'counts') continue
    if (isHit) {
      for (const one of recent.splice(0)) if (!show(one, '-', 0)) return false
      if (!show(line, ':', end)) return false
      following = Math.min(after, MOST_CONTEXT)
      if (hits >= most) break
    } else if (following > 0) {
      following--
      if (!show(line, '-', 0)) return false
    } else if (before > 0) {
      recent.push(line)
      if (recent.length > Math.min(before, MOST_CONTEXT)) recent.shift()
    }
  }
  return answer === 'counts' ? output.line(`${name}:${hits}`) : true
}

interface Numbered {
  readonly text: string
  readonly number: number
}

/** Every line of a file, without its end. Whoever shows one says so to the box. */
export function* linesOf(box: Box, spot: Spot, budget: { left: number }): Generator<Numbered> {
  let number = 0
  for (const piece of box.pieces(spot, 'by-line')) {
    budget.left -= piece.length
    const lines = piece.split('\n')
    // A piece ends with a line end, and nothing stands behind it.
    if (lines.at(-1) === '') lines.pop()
    for (const text of lines) yield { text: text.endsWith('\r') ? text.slice(0, -1) : text, number: ++number }
    if (budget.left <= 0) return
  }
}

function shown(
  name: string,
  { text, number }: Numbered,
  sign: string,
  end: number,
  { numbers }: Search,
): string {
  const place = numbers ? `${name}${sign}${number}${sign}` : `${name}${sign}`
  return place + excerpt(text, end)
}

function excerpt(text: string, end: number): string {
  if (text.length <= AROUND.before + AROUND.after) return text
  const from = Math.max(0, end - AROUND.before)
  const to = Math.min(text.length, Math.max(end, 0) + AROUND.after)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** A pattern of file names; it is compared with the name alone. */
export function nameMatcher(pattern: string, ignoreCase = false): (name: string) => boolean {
  if (pattern.includes('/')) throw new Refused('a pattern of names holds no /')
  const matches = globMatcher(ignoreCase ? pattern.toLowerCase() : pattern)
  if (matches === undefined) throw new Refused('the pattern of names is too long')
  return name => matches(ignoreCase ? name.toLowerCase() : name)
}

/** A pattern whose cost grows with the text and not with what stands in it: RE2 has no look-around and no way back. */
export interface Pattern {
  /** Where the first match ends; -1 where there is none. */
  endIn(line: string): number
}

export interface PatternOptions {
  /** `extended`: `|` and `+` are signs. `basic`: `\|` and `\+` are. `fixed`: nothing is. */
  readonly dialect: 'extended' | 'basic' | 'fixed'
  readonly ignoreCase: boolean
  /** Only where no letter or digit stands before or after. */
  readonly word: boolean
}

const LONGEST = 200
/** Instructions of the compiled pattern: a count of counts can be longer than any text. */
const LARGEST = 4000
/** Instructions times characters, for all lines of one question together. */
const MOST_STEPS = 1_000_000_000

export function compilePattern(text: string, { dialect, ignoreCase, word }: PatternOptions): Pattern {
  if (text === '') throw new Refused('the pattern is empty')
  if (text.length > LONGEST) throw new Refused(`the pattern is longer than ${LONGEST} characters`)
  const meant = dialect === 'fixed' ? RE2JS.quote(text) : dialect === 'basic' ? extendedForm(text) : text
  const compiled = compiledAs(word ? `(?:^|${NO_WORD})(${meant})(?:${NO_WORD}|$)` : `(${meant})`, ignoreCase)
  const size = compiled.programSize()
  if (size > LARGEST) throw new Refused('the pattern is too large; make it plainer')
  let left = MOST_STEPS
  return {
    endIn(line) {
      left -= line.length * size
      if (left < 0)
        throw new Refused('the pattern takes too long here; make it plainer or look in fewer files')
      const matcher = compiled.matcher(line)
      return matcher.find() ? matcher.end(1) : -1
    },
  }
}

const NO_WORD = '[^\\p{L}\\p{N}_]'

function compiledAs(text: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(text, RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0))
  } catch (error) {
    throw new Refused(`the pattern is not understood (RE2): ${(error as Error).message.slice(0, 200)}`)
  }
}

/** `a\|b` as `a|b`, and `a|b` as `a\|b`; what stands in brackets stays. */
const extendedForm = (text: string): string =>
  text.replace(/\[\^?\]?(?:\[:\w{1,10}:\]|[^\]])*\]|\\?[|+?(){}]|\\./g, part => {
    if (/^[|+?(){}]$/.test(part)) return `\\${part}`
    return /^\\[|+?(){}]$/.test(part) ? part.slice(1) : part
  })
