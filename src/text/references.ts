import type { Link, Reference } from '../model/index.ts'
import { findLinks } from './link-syntax.ts'
import { scanMarkdown, spanContent } from './markdown.ts'
import { findPaths } from './path-finder.ts'
import { isMade } from './secret-values.ts'
import { findSecrets } from './secrets.ts'
import { findSymbols } from './symbols.ts'
import { detached } from './text.ts'
import { findUrls } from './urls.ts'

export interface References {
  readonly references: Reference[]
  readonly links: Link[]
  readonly urls: string[]
}

/** No memory needs more; what comes after is not looked at. */
const MAX_REFERENCES = 500
const MAX_FOUND = 20_000
const MAX_OFFSET = 2 ** 40

/** What was found, before its line is known. */
interface Found<T> {
  readonly at: number
  readonly value: T
}
type Unplaced<T> = T extends { line: number } ? Omit<T, 'line'> : never
interface Finds {
  readonly references: Found<Unplaced<Reference>>[]
  readonly links: Found<Unplaced<Link>>[]
  readonly urls: Found<string>[]
}

/** Everything a memory names: paths, symbols, links, addresses. Lines count within the body; the description is line 0. */
export function findReferences(description: string | undefined, body: string): References {
  const about = withoutSecrets(description ?? '', readText(description ?? '', 'description'))
  const said = withoutSecrets(body, readText(body, 'prose'))
  // The description comes before the body: below 0 is line 0.
  for (const one of about.references) said.references.push({ at: one.at - MAX_OFFSET, value: one.value })
  for (const one of about.links) said.links.push({ at: one.at - MAX_OFFSET, value: one.value })
  const lineAt = lineFinder(body)
  return {
    references: firsts(said.references, referenceKey).map(({ at, value }) => ({
      ...detachedReference(value),
      line: lineAt(at),
    })),
    links: firsts(said.links, link => `${link.kind} ${link.target}`).map(({ at, value }) => ({
      kind: value.kind,
      target: detached(value.target),
      text: detached(value.text),
      line: lineAt(at),
    })),
    urls: [...new Set([...about.urls, ...said.urls].map(({ value }) => detached(value)))].slice(
      0,
      MAX_REFERENCES,
    ),
  }
}

/** What is found is cut from copies of the body with some of it blanked: those must not stay with it. */
function detachedReference(found: Unplaced<Reference>): Unplaced<Reference> {
  const text = detached(found.text)
  return found.kind === 'path'
    ? { ...found, text, path: detached(found.path) }
    : { ...found, text, words: found.words.map(detached) }
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
  for (const { link, at } of links) finds.links.push({ at, value: link })
  readPiece(blank(prose, links), 0, where, finds)
  for (const span of inner) {
    if (span.kind === 'comment') continue
    const content = spanContent(span)
    readPiece(content.text, content.start, span.kind === 'fence' ? 'fence' : 'code', finds)
  }
  finds.urls.sort((a, b) => a.at - b.at)
  return finds
}

function readPiece(
  text: string,
  offset: number,
  where: 'description' | 'prose' | 'code' | 'fence',
  finds: Finds,
): void {
  const { references, urls } = finds
  const addresses = text.includes('://') ? findUrls(text) : []
  for (const { url, start } of addresses) if (url) urls.push({ at: offset + start, value: url })
  const named = blank(text, addresses)
  const taken: Range[] = []
  for (const { path, shape, text: source, start, end } of findPaths(named, where)) {
    taken.push({ start, end })
    if (path === undefined || references.length >= MAX_FOUND) continue
    references.push({ at: offset + start, value: { kind: 'path', path, text: source, shape } })
  }
  const inCode = where === 'code' || where === 'fence'
  for (const { text: source, words, strength, start } of findSymbols(
    blank(named, taken),
    inCode ? 'code' : 'prose',
  )) {
    if (references.length >= MAX_FOUND) return
    references.push({ at: offset + start, value: { kind: 'symbol', text: source, words, strength } })
  }
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

/** In order, the first of each; a strong symbol takes the place of the same word found weakly. */
function firsts<T extends object>(found: Found<T>[], keyOf: (value: T) => string): Found<T>[] {
  const kept = new Map<string, Found<T>>()
  for (const one of found.sort((a, b) => a.at - b.at)) {
    const key = keyOf(one.value)
    const earlier = kept.get(key)
    if (earlier === undefined) {
      if (kept.size < MAX_REFERENCES) kept.set(key, one)
    } else if ('strength' in earlier.value && earlier.value.strength === 'weak') {
      kept.set(key, { at: earlier.at, value: one.value })
    }
  }
  return [...kept.values()]
}

function referenceKey(one: Unplaced<Reference>): string {
  return one.kind === 'path' ? `path ${one.path}` : `symbol ${one.words.join(' ')}`
}

/** A password in code is no symbol: it would be looked up in the project, and told by itself nobody knows it for a password. */
function withoutSecrets(text: string, finds: Finds): Finds {
  if (!finds.references.some(({ value }) => isMade(value.text, 'sure'))) return finds
  const secrets = findSecrets(text)
  const references = finds.references
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at }) => {
      while (secrets[0] !== undefined && secrets[0].end <= at) secrets.shift()
      return secrets[0] === undefined || at < secrets[0].start
    })
  return { ...finds, references }
}

/** The line of an offset, from 1 (0 below the text); `\r\n`, `\n` and a lone `\r` end a line. */
function lineFinder(text: string): (at: number) => number {
  let ends: number[] | undefined
  return at => {
    if (at < 0) return 0
    ends ??= Array.from(text.matchAll(/\r\n?|\n/g), end => end.index + end[0].length)
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) <= at) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
