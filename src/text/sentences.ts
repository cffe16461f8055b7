import { LINE_END, type Range, type Span, scanMarkdown, spanContent, withoutEmphasis } from './markdown.ts'

/** Lower case, white space folded, no markup, no mark at the end: equal for sentences that say the same in the same words. */
export function normaliseSentence(sentence: string): string {
  return sentence
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\[([^[\]]{0,300})\]\([^()\s]{0,300}\)/g, '$1')
    .replace(/[*`~"“”]|(?<![\p{L}\p{N}_])_{1,3}|_{1,3}(?![\p{L}\p{N}_])/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s.!?:;,。、…])[\s.!?:;,。、…]+$/, '')
    .trim()
}

/** The lines of fenced code, without the blank ones. */
export const codeLines = (spans: readonly Span[]): string[] =>
  spans
    .filter(({ kind }) => kind === 'fence')
    .flatMap(span => spanContent(span).text.split(/[\r\n]+/))
    .map(line => line.trim())
    .filter(line => line !== '')

/** Paragraphs, items, headings and table rows, each as one line, without its marker. */
export function proseBlocks(spans: readonly Span[]): string[] {
  const prose = spans
    .map(span => (span.kind === 'fence' || span.kind === 'comment' ? '\n\n' : span.text))
    .join('')
  const blocks: string[][] = []
  let open: string[] | undefined
  for (const line of prose.split(LINE_END)) {
    const { content, kind } = stripMarkers(line)
    if (open === undefined || kind !== 'text') {
      open = []
      blocks.push(open)
    }
    if (content !== '') open.push(content)
    if (kind === 'alone') open = undefined
  }
  return blocks.filter(lines => lines.length > 0).map(lines => lines.join(' '))
}

/** `item` begins a block, `alone` is one, `text` goes on with what was before. */
function stripMarkers(line: string): { content: string; kind: 'text' | 'item' | 'alone' } {
  const rest = line.replace(/^[ \t>]+/, '').trimEnd()
  if (rest === '' || /^(?:[-*_=]{3,}|[-*_](?:[ \t]{1,9}[-*_]){2,20})$/.test(rest))
    return { content: '', kind: 'alone' }
  const heading = /^#{1,6}[ \t]+/.exec(rest)
  if (heading) return { content: rest.slice(heading[0].length).replace(/[ \t]#{1,6}$/, ''), kind: 'alone' }
  if (rest.startsWith('|')) return { content: tableCells(rest), kind: 'alone' }
  const item = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?/.exec(rest)
  return item ? { content: rest.slice(item[0].length), kind: 'item' } : { content: rest, kind: 'text' }
}

function tableCells(row: string): string {
  const cells = row.split('|').map(cell => cell.trim())
  return cells.filter(cell => /[^\s:-]/.test(cell)).join(' | ')
}

const ABBREVIATIONS = new Set(
  (
    'e.g i.e eg ie etc vs cf al approx ca resp incl excl est dept dr mr mrs ms prof st jr sr inc ltd corp co no nos fig figs ' +
    'vol ed eds pp ch sec art min max avg misc tel ext a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri'
  ).split(' '),
)
/** These end a sentence as often as not, and do when a capital follows. */
const OFTEN_LAST = new Set(['etc', 'al', 'inc', 'ltd', 'corp', 'co', 'no', 'min', 'max', 'a.m', 'p.m'])

/** One block of prose cut into sentences, without emphasis marks; what stands in backticks is never cut. */
export function splitSentences(block: string): string[] {
  const { text, code } = plainBlock(block)
  const sentences: string[] = []
  let start = 0
  let nextCode = 0
  const push = (end: number) => {
    const sentence = text.slice(start, end).trim()
    if (sentence !== '') sentences.push(sentence)
    start = end
  }
  for (const match of text.matchAll(/(?<![.!?])[.!?]+["'”’)\]]*(?=\s|$)|[。！？]+["'”’」』）)]*/g)) {
    while (nextCode < code.length && (code[nextCode] as Range).end <= match.index) nextCode++
    if (match.index >= (code[nextCode]?.start ?? text.length)) continue
    if (match[0] === '.' && isAbbreviation(text, match.index, start)) continue
    if (match[0].startsWith('..') && /^\s+\p{Ll}/u.test(text.slice(match.index + match[0].length))) continue
    push(match.index + match[0].length)
  }
  push(text.length)
  return sentences
}

/** A known short form, an initial (`J. Smith`), or the number of a list item. */
function isAbbreviation(text: string, dot: number, start: number): boolean {
  const word = /[\p{L}\p{N}.]{1,12}$/u.exec(text.slice(Math.max(start, dot - 12), dot))?.[0] ?? ''
  if (/^\p{Lu}$/u.test(word)) return true
  if (/^\d{1,3}$/.test(word) && text.slice(start, dot).trim() === word) return true
  if (!ABBREVIATIONS.has(word.toLowerCase())) return false
  return !OFTEN_LAST.has(word.toLowerCase()) || !/^\.["')\]]*\s+\p{Lu}/u.test(text.slice(dot, dot + 12))
}

const plain = (text: string): string => withoutEmphasis(text).replaceAll('~~', '')

function plainBlock(block: string): { text: string; code: Range[] } {
  if (!block.includes('`')) return { text: plain(block), code: [] }
  const code: Range[] = []
  let text = ''
  for (const span of scanMarkdown(block)) {
    const start = text.length
    text += span.kind === 'prose' ? plain(span.text) : span.text
    if (span.kind === 'code') code.push({ start, end: text.length })
  }
  return { text, code }
}

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
