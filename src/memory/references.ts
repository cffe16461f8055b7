import { findLinks } from './link-syntax.ts'
import { scanMarkdown, spanContent } from './markdown.ts'
import type { Link, PathReference, Reference, SymbolReference } from './memory.ts'
import { findPaths } from './path-finder.ts'
import { findSymbols } from './symbols.ts'
import { findUrls } from './urls.ts'

export interface References {
  readonly references: Reference[]
  readonly links: Link[]
  readonly urls: string[]
}

/** No memory needs more; what comes after is not looked at. */
const MAX_REFERENCES = 500
const MAX_FOUND = 20_000

/** What was found, before its line is known. */
type Found<T> = { readonly at: number; readonly value: T }
interface Finds {
  readonly references: Found<Omit<PathReference, 'line'> | Omit<SymbolReference, 'line'>>[]
  readonly links: Found<Omit<Link, 'line'>>[]
  readonly urls: Found<string>[]
}

/** Everything a memory names: paths, symbols, links, addresses. Lines count within the body; the description is line 0. */
export function findReferences(description: string | undefined, body: string): References {
  const about = readText(description ?? '', 'description')
  const said = readText(body, 'prose')
  const lineAt = lineFinder(body)
  const placed = <T extends object>(first: readonly Found<T>[], rest: readonly Found<T>[]) => [
    ...first.map(({ value }) => ({ ...value, line: 0 })),
    ...rest.map(({ at, value }) => ({ ...value, line: lineAt(at) })),
  ]
  return {
    references: uniqueReferences(placed(about.references, said.references)),
    links: uniqueLinks(placed(about.links, said.links)),
    urls: [...new Set([...about.urls, ...said.urls].map(({ value }) => value))].slice(0, MAX_REFERENCES),
  }
}

/** Prose is read in one piece with everything else blanked out; code span by span. */
function readText(text: string, where: 'description' | 'prose'): Finds {
  const finds: Finds = { references: [], links: [], urls: [] }
  const spans = scanMarkdown(text)
  const inner = spans.filter(span => span.kind !== 'prose')
  const prose = blank(
    text,
    inner.map(({ start, text: { length } }) => ({ start, end: start + length })),
  )
  const links = findLinks(prose, text)
  for (const { link, start } of links) finds.links.push({ at: start, value: link })
  readPiece(blank(prose, links), 0, where, finds)
  for (const span of inner) {
    if (span.kind === 'comment') continue
    const content = spanContent(span)
    readPiece(content.text, content.start, span.kind === 'fence' ? 'fence' : 'code', finds)
  }
  for (const list of [finds.references, finds.urls]) list.sort((a, b) => a.at - b.at)
  return finds
}

function readPiece(
  text: string,
  offset: number,
  where: 'description' | 'prose' | 'code' | 'fence',
  finds: Finds,
): void {
  const { references } = finds
  const addresses = findUrls(text)
  for (const { url, start } of addresses) if (url) finds.urls.push({ at: offset + start, value: url })
  const named = blank(text, addresses)
  const taken: Range[] = []
  findPaths(
    named,
    where,
    ({ path, shape, text: source, start, end }) => {
      taken.push({ start, end })
      if (references.length >= MAX_FOUND) return
      references.push({ at: offset + start, value: { kind: 'path', path, text: source, shape } })
    },
    (start, end) => taken.push({ start, end }),
  )
  const inCode = where === 'code' || where === 'fence'
  findSymbols(blank(named, taken), inCode ? 'code' : 'prose', ({ start, ...symbol }) => {
    if (references.length >= MAX_FOUND) return
    references.push({ at: offset + start, value: { kind: 'symbol', ...symbol } })
  })
}

interface Range {
  readonly start: number
  readonly end: number
}

/** The text with spaces in the given ranges, so that offsets stay. Ranges come in order and may repeat. */
function blank(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text
  const pieces: string[] = []
  let position = 0
  for (const { start, end } of ranges) {
    if (end <= position) continue
    const from = Math.max(start, position)
    pieces.push(text.slice(position, from), ' '.repeat(end - from))
    position = end
  }
  pieces.push(text.slice(position))
  return pieces.join('')
}

/** The first of each stays; a strong symbol takes the place of the same word found weakly. */
function uniqueReferences(found: readonly Reference[]): Reference[] {
  const kept = new Map<string, Reference>()
  for (const one of found) {
    const key = one.kind === 'path' ? `path ${one.path}` : `symbol ${one.words.join(' ')}`
    const earlier = kept.get(key)
    if (earlier === undefined) {
      if (kept.size < MAX_REFERENCES) kept.set(key, one)
    } else if (earlier.kind === 'symbol' && earlier.strength === 'weak') {
      kept.set(key, { ...one, line: earlier.line })
    }
  }
  return [...kept.values()]
}

function uniqueLinks(found: readonly Link[]): Link[] {
  const kept = new Map<string, Link>()
  for (const link of found) {
    const key = `${link.kind} ${link.target}`
    if (!kept.has(key) && kept.size < MAX_REFERENCES) kept.set(key, link)
  }
  return [...kept.values()]
}

/** The line of an offset, from 1; `\r\n`, `\n` and a lone `\r` end a line. */
function lineFinder(text: string): (at: number) => number {
  let line = 1
  let position = 0
  return at => {
    if (at < position) {
      line = 1
      position = 0
    }
    for (; position < at; position++) {
      const code = text.charCodeAt(position)
      if (code === 10 || (code === 13 && text.charCodeAt(position + 1) !== 10)) line++
    }
    return line
  }
}
