import type { SecretSpan } from './secret-tokens.ts'

const SAID = String.raw`\s{0,2}(?:(?:[:：=]|is(?: now)?|are|was|就是|是|为|改成了?|改为)\s{0,3}|\s)["'\u0060*]{0,2}`
const CHINESE_SAID = String.raw`\s{0,2}(?:[:：=]|就是|是|为|改成了?|改为)?\s{0,2}["'\u0060*]{0,2}`

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
  [
    'a code or PIN',
    new RegExp(
      String.raw`(?:PIN ?码|解锁码|门禁码|门锁码|开门码|访问码|提取码|取件码|验证码|密码|口令)${CHINESE_SAID}([A-Za-z]{0,8}\d{4,12}[#*]?)(?![A-Za-z\d./:-]|\s?[年月日位个次条行字毫秒天])`,
      'g',
    ),
  ],
  ['a code or PIN', new RegExp(String.raw`(?:访问码|提取码|取件码)${CHINESE_SAID}([a-z\d]{4,8})\b`, 'g')],
  [
    'recovery codes',
    new RegExp(
      String.raw`\b(?:recovery|backup|scratch) codes?(?: are| is|:)\s{1,3}(${CODE}(?:[\s,]{1,3}(?:and\s)?${CODE}){0,19})`,
      'gi',
    ),
  ],
  [
    'a recovery phrase',
    /(?:\b(?:seed|recovery|mnemonic|backup) (?:phrase|words)|\bmnemonic|助记词)\s{0,2}(?:[:：=]|is|是)\s{0,3}["'`]{0,2}((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b/gi,
  ],
]

const HINT = /code|pin|number|phrase|words|mnemonic|码|口令|助记词/i

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
