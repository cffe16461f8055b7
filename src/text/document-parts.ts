import { scanMarkdown } from './markdown.ts'

/** A stretch of a document that says one thing: a list item, a paragraph, or all that stands below a heading. */
export interface DocumentPart {
  readonly kind: 'block' | 'section'
  readonly heading: string
  /** As it stands, lines joined by a space. */
  readonly text: string
  /** Where it begins, from 1. */
  readonly line: number
  /** Its lines as they stand, blank ones left out, and the number of each. */
  readonly lines: readonly DocumentLine[]
}

export interface DocumentLine {
  readonly line: number
  readonly text: string
}

/** In the order of the document, each section after its blocks. */
export function documentParts(document: string): DocumentPart[] {
  const parts: DocumentPart[] = []
  const fenced = fencedLines(document)
  let heading = ''
  let section: DocumentLine[] = []
  let block: DocumentLine[] = []
  const closeBlock = () => {
    if (block.length > 0) parts.push({ kind: 'block', heading, ...joined(block) })
    block = []
  }
  const closeSection = () => {
    closeBlock()
    if (section.length > 0) parts.push({ kind: 'section', heading, ...joined(section) })
  }
  document.split(/\r\n|\r|\n/).forEach((text, at) => {
    const line = at + 1
    const title = fenced.has(line) ? null : /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(text)
    if (title !== null) {
      closeSection()
      heading = title[1]!
      section = []
      return
    }
    if (text.trim() === '') {
      closeBlock()
      return
    }
    section.push({ line, text })
    if (/^\s*(?:[-*+]|\d{1,4}[.)])\s/.test(text) && !fenced.has(line)) closeBlock()
    block.push({ line, text })
  })
  closeSection()
  return parts
}

const joined = (lines: readonly DocumentLine[]) => ({
  line: lines[0]!.line,
  text: lines.map(({ text }) => text.trim()).join(' '),
  lines,
})

/** A comment in fenced code that begins with `#` is no heading. */
function fencedLines(document: string): ReadonlySet<number> {
  const lines = new Set<number>()
  for (const { kind, line, text } of scanMarkdown(document)) {
    if (kind !== 'fence') continue
    const count = text.split(/\r\n|\r|\n/).length
    for (let at = 0; at < count; at++) lines.add(line + at)
  }
  return lines
}
