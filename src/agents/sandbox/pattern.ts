import { RE2JS } from 're2js'
import { Refused } from './refused.ts'

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
