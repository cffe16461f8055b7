import { withoutEmphasis } from './emphasis.ts'
import { scanMarkdown } from './markdown.ts'

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

interface Range {
  readonly start: number
  readonly end: number
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
