import { scanMarkdown, spanContent } from './markdown.ts'
import { splitSentences } from './sentence-ends.ts'

/**
 * The sentences, list items and headings of Markdown prose, in order, without their markers and emphasis. Code in a sentence
 * stays in it; fenced code and comments are no sentences.
 */
export function sentences(text: string): string[] {
  return proseBlocks(text).flatMap(splitSentences)
}

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

/** D13: what `of` says and `comparedTo` does not, as written. Lines of fenced code count too. */
export function uniqueSentences(of: string, comparedTo: string): string[] {
  const known = new Set(statements(comparedTo).map(normaliseSentence))
  const unique: string[] = []
  for (const statement of statements(of)) {
    const form = normaliseSentence(statement)
    if (form === '' || known.has(form)) continue
    known.add(form)
    unique.push(statement)
  }
  return unique
}

function statements(text: string): string[] {
  const fences = scanMarkdown(text).filter(span => span.kind === 'fence')
  const code = fences.flatMap(span => spanContent(span).text.split(/[\r\n]+/)).map(line => line.trim())
  return [...sentences(text), ...code.filter(line => line !== '')]
}

/** Paragraphs, items, headings and table rows, each as one line, without its marker. */
export function proseBlocks(text: string): string[] {
  const prose = scanMarkdown(text)
    .map(span => (span.kind === 'fence' || span.kind === 'comment' ? '\n\n' : span.text))
    .join('')
  const blocks: string[][] = []
  let open: string[] | undefined
  for (const line of prose.split(/\r\n|\r|\n/)) {
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
