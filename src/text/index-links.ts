import { asFileName, type FileName } from '../model/index.ts'
import { decodeTarget, readDestination } from './link-syntax.ts'

/** A Markdown link in a line of the index; the places count in the line. */
export interface IndexLink {
  readonly start: number
  readonly end: number
  readonly title: string
  /** Where the destination stands, without its brackets. */
  readonly targetStart: number
  readonly targetEnd: number
  /** Set where it leads to a `.md` file directly beside the index. */
  readonly file?: FileName
}

/** What is longer is no link, so that no line takes long to read. */
const LONGEST = 300

/** All links of a line in their order; images and code are none. */
export function linksIn(line: string): IndexLink[] {
  const links: IndexLink[] = []
  const text = line.replace(/`[^`]*`/g, code => ' '.repeat(code.length))
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', at + 2)) {
    const start = openingBracket(text, at)
    const destination = readDestination(text.slice(at + 2, at + 2 + LONGEST))
    if (start === -1 || destination === undefined || text[start - 1] === '!') continue
    const { target, length } = destination
    const targetStart = text.indexOf(target, at + 2)
    const file = asFileName(decodeTarget(target.split('#', 1)[0] as string))
    links.push({
      start,
      end: at + 2 + length,
      title: line.slice(start + 1, at),
      targetStart,
      targetEnd: targetStart + target.length,
      ...(file !== undefined && /\.md$/i.test(file) && { file }),
    })
  }
  return links
}

/** The `[` that belongs to the `]` at this place; a title may hold brackets of its own. */
function openingBracket(text: string, close: number): number {
  let depth = 1
  for (let at = close - 1; at >= Math.max(0, close - LONGEST); at--) {
    if (text[at - 1] === '\\') continue
    if (text[at] === ']') depth++
    else if (text[at] === '[' && --depth === 0) return at
  }
  return -1
}

/** Files that a line names: in a link, in a table, in passing, by a wikilink. */
export function filesNamedIn(text: string): string[] {
  const names: string[] = []
  for (const [word] of text.matchAll(/[^\s()[\]|`<>"'/\\]+/gu)) {
    const name = /^\S{1,200}\.md\b/u.exec(word)?.[0]
    if (name !== undefined) names.push(name)
  }
  for (const [, stem = ''] of text.matchAll(/\[\[([^[\]|#\n]{1,200})/g)) names.push(`${stem.trim()}.md`)
  for (const { file } of linksIn(text)) if (file !== undefined) names.push(file)
  return names
}
