import { withoutEmphasis } from './emphasis.ts'

/** Other spellings of one mark: full-width and Chinese ones, curly quotes, the dashes. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[\u00ad\u200b\u2060\ufeff]/g, ''],
  [/\u3000/g, ' '],
  [/。/g, '.'],
  [/…/g, '...'],
  [/[“”„«»「」『』]/g, '"'],
  [/[‘’]/g, "'"],
  [/[‐‑–—−]/g, '-'],
]

/** `"1"` is not 1, `"no"` is not no, and a sentence in quotation marks is what somebody said. */
const QUOTED = /^[\d.,+-]+$|^(?:yes|no|on|off|true|false|null)$|[.!?]$/i
const withoutQuotes = (text: string): string =>
  text.replace(/"([^"\n]{1,500})"/g, (whole, said: string) => (QUOTED.test(said.trim()) ? whole : said))

/** `git branch -d` and `-D`; 100 Mb and 100 MB. */
const CASE_COUNTS =
  /(?<![\p{L}\p{N}-])-[A-Za-z](?![\p{L}\p{N}-])|(?<=\d ?)(?:[KMGTPkmgtp]?i?[Bb](?:ps)?|[Mm](?:[WVA]h?|Hz|Pa|[sSm])?)(?![\p{L}\p{N}])/gu

function inSmallLetters(text: string): string {
  let small = ''
  let from = 0
  for (const { 0: kept, index } of text.matchAll(CASE_COUNTS)) {
    small += text.slice(from, index).toLowerCase() + kept
    from = index + kept.length
  }
  return small + text.slice(from).toLowerCase()
}

/** A question is none of these. The dots of `./...` are no end. */
const END = /(?<![\s/.!,;])[.!,;]+$/

/**
 * Equal for texts that say the same in the same words. White space, case, emphasis, quotation marks and the marks at the end
 * do not count. A mark inside a sentence does, because it can be the whole difference: -1 and 1, `a.b` and `ab`, C and C++,
 * `src/*` and `src/**`, "No, deploy" and "No deploy".
 */
export function textForm(text: string): string {
  const plain = SPELLINGS.reduce(
    (all, [other, one]) => all.replace(other, one),
    text
      .normalize('NFC')
      .replace(/[\uff01-\uff5e]/g, char => String.fromCharCode(char.charCodeAt(0) - 0xfee0)),
  )
  const bare = withoutQuotes(withoutEmphasis(plain)).trim().replace(END, '').replaceAll('`', '')
  return inSmallLetters(bare)
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
    .trim()
}

/** Whether a text is this statement, or has it as sentences of its own. Both as `textForm` gives them. */
export function hasStatement(text: string, statement: string): boolean {
  if (statement === '') return false
  for (let at = text.indexOf(statement); at !== -1; at = text.indexOf(statement, at + 1))
    if (beginsAt(text, at) && endsAt(text, at + statement.length)) return true
  return false
}

const HAN = /^\p{Script=Han}/u

function beginsAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 8), at)
  if (at === before.length && /^(?:(?:what|why): )?$/.test(before)) return true
  if (/(?:e\.g|i\.e|vs|cf)\. $/.test(before)) return false
  return /[.!?][")\]]? $/.test(before) || (/[.!?]$/.test(before) && HAN.test(text.slice(at, at + 2)))
}

/** Not where it goes on after dots, or is asked. */
const endsAt = (text: string, end: number): boolean =>
  end === text.length || /^(?:\.|!+)(?:[")\] ]|$|\p{Script=Han})/u.test(text.slice(end, end + 20))
