import { showText } from '../text/index.ts'
import { columnsOf, wrapToColumns } from './columns.ts'
import type { Palette } from './palette.ts'

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
