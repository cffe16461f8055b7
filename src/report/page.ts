import { showText } from '../text/index.ts'

export interface PageOptions {
  readonly color: Palette
  /** Columns of the terminal. */
  readonly width: number
  /** The flags that lead another command to the same folders: ` --folder notes`. */
  readonly place?: string
}

export type Tone = keyof Palette

/** Lines for a terminal: made safe to print, wrapped under their own indent, then coloured line by line. */
export interface Page {
  text(text: string, indent?: number, tone?: Tone): Page
  /** The same, with these words in it marked where the terminal has colours. */
  marked(text: string, words: readonly string[], indent: number): Page
  /** One line whatever its length, for text that people search for. */
  uncut(text: string, tone?: Tone): Page
  /** A name and what is said about it: side by side where both fit, else one below the other. */
  entry(name: string, words: string, indent: number, tone?: Tone): Page
  /** An empty line, once. */
  gap(): Page
  end(): string
}

/** A line of a note can have millions of characters; nobody reads on, and what stood above it would be gone. */
const LONGEST = 5_000

const bounded = (text: string): string =>
  text.length <= LONGEST
    ? text
    : `${text.slice(0, LONGEST).trimEnd()} … and ${text.length - LONGEST} more characters`

export function newPage({ color, width }: PageOptions): Page {
  const lines: string[] = []
  const painted = (line: string, tone: Tone | undefined) => (tone === undefined ? line : color[tone](line))
  const page: Page = {
    text(text, indent = 0, tone) {
      for (const line of wrapToColumns(showText(bounded(text)), width - indent))
        lines.push(' '.repeat(indent) + painted(line, tone))
      return page
    },
    marked(text, words, indent) {
      const marks = words.filter(word => word !== '').map(word => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'))
      const form = marks.length === 0 ? /(?!)/g : new RegExp(marks.join('|'), 'giu')
      for (const line of wrapToColumns(showText(bounded(text)), width - indent))
        lines.push(' '.repeat(indent) + line.replace(form, color.strong))
      return page
    },
    uncut(text, tone) {
      lines.push(painted(showText(text), tone))
      return page
    },
    entry(name, words, indent, tone = 'name') {
      const shown = showText(bounded(name))
      const said = showText(bounded(words))
      if (indent + columnsOf(shown) + 2 + columnsOf(said) > width)
        return page.text(name.trimEnd(), indent, tone).text(words, indent + 2)
      lines.push(`${' '.repeat(indent)}${painted(shown, tone)}  ${said}`)
      return page
    },
    gap() {
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
      return page
    },
    end: () => `${lines.join('\n').trimEnd()}\n`,
  }
  return page
}

/** Text on a grid of terminal columns: a Chinese character takes two of them, a combining accent none. */

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u
const NARROW_ONLY = /^[\x20-\x7e]*$/

let graphemes: Intl.Segmenter | undefined

function* cells(text: string): Generator<{ cell: string; wide: boolean }> {
  // Nearly all text is this, and the segmenter is slow.
  if (NARROW_ONLY.test(text)) {
    for (const cell of text) yield { cell, wide: false }
    return
  }
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(text)) yield { cell: segment, wide: WIDE.test(segment) }
}

export function columnsOf(text: string): number {
  if (NARROW_ONLY.test(text)) return text.length
  let columns = 0
  for (const { wide } of cells(text)) columns += wide ? 2 : 1
  return columns
}

export function padToColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

/** Lines of at most `columns`, broken at spaces and between wide characters; a longer word is cut where it must be. */
export function wrapToColumns(text: string, columns: number): string[] {
  const width = Math.max(8, columns)
  if (text.length <= width && NARROW_ONLY.test(text)) return [text.trim()]
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(text, width)) {
    if (columnsOf(line) + columnsOf(piece.trimEnd()) > width && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = ''
    }
    line += line === '' ? piece.trimStart() : piece
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd())
  return lines
}

/** What may not be broken: words with the space behind them, single wide characters, parts of overlong words. */
function* pieces(text: string, width: number): Generator<string> {
  let piece = ''
  let columns = 0
  for (const { cell, wide } of cells(text)) {
    const size = wide ? 2 : 1
    const ends = piece !== '' && (wide || columns + size > width || (piece.endsWith(' ') && cell !== ' '))
    if (ends) {
      yield piece
      piece = ''
      columns = 0
    }
    piece += cell
    columns += size
    if (!wide) continue
    yield piece
    piece = ''
    columns = 0
  }
  if (piece !== '') yield piece
}

type Paint = (text: string) => string

/** The few colours a report uses, by what they mean. The door that knows the terminal hands them in. */
export interface Palette {
  readonly strong: Paint
  readonly quiet: Paint
  readonly good: Paint
  readonly warn: Paint
  readonly bad: Paint
  readonly name: Paint
}

const asIs: Paint = text => text

export const NO_COLOR: Palette = { strong: asIs, quiet: asIs, good: asIs, warn: asIs, bad: asIs, name: asIs }
