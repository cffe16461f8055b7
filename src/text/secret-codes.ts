import { alternatives, LANGUAGES } from '../languages/index.ts'
import type { SecretSpan } from './secret-tokens.ts'

const SAID = String.raw`\s{0,2}(?:(?:[:：=]|is(?: now)?|are|was|${alternatives(({ secrets }) => secrets?.said)})\s{0,3}|\s)["'\u0060*]{0,2}`

const CODE = String.raw`(?=[a-z-]{0,12}\d)[a-z\d]{4,6}-?[a-z\d]{4,6}\b`

/** What is a secret by its name however plain it looks: digits of a door, words of a wallet. The last group is the value. */
const CODES: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a code or PIN',
    new RegExp(
      String.raw`\b(?:PIN|(?:PIN|[Pp]in|[Pp]ass|[Dd]oor|[Gg]ate|[Aa]larm|[Ss]afe|[Uu]nlock|[Ee]ntry)[ -]?(?:[Cc]ode|[Nn]umber|PIN|pin))(?:\s(?:for|of|to)\s[^\n:=,.]{1,40}?)?${SAID}(\d{4,12}#?)(?![\d.:/-]*\d|\s?(?:ms|px|%|lines|bytes|times))`,
      'g',
    ),
  ],
  ...LANGUAGES.flatMap(({ secrets }) => secrets?.codes ?? []),
  [
    'recovery codes',
    new RegExp(
      String.raw`\b(?:recovery|backup|scratch) codes?(?: are| is|:)\s{1,3}(${CODE}(?:[\s,]{1,3}(?:and\s)?${CODE}){0,19})`,
      'gi',
    ),
  ],
  [
    'a recovery phrase',
    new RegExp(
      String.raw`(?:\b(?:seed|recovery|mnemonic|backup) (?:phrase|words)|\bmnemonic)\s{0,2}(?:[:：=]|is|${alternatives(({ secrets }) => secrets?.said)})\s{0,3}["'\u0060]{0,2}((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b`,
      'gi',
    ),
  ],
]

const HINT = new RegExp(
  `code|pin|number|phrase|words|mnemonic|${alternatives(({ secrets }) => secrets?.hint)}`,
  'i',
)

export function codeSpans(text: string): SecretSpan[] {
  if (!HINT.test(text)) return []
  return CODES.flatMap(([what, pattern]) =>
    Array.from(text.matchAll(pattern)).map(match => {
      const value = match[1]!
      const start = match.index + match[0].lastIndexOf(value)
      return { what, start, end: start + value.length, prefix: '' }
    }),
  )
}
