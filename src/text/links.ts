import { asFileName, type FileName, type Link } from '../model/index.ts'
import type { Range } from './markdown.ts'
import { hasKnownExtension, isProduct } from './path-words.ts'

/** The range is that of the target, without the text of a Markdown link: that text may name something of its own. */
export interface LinkMatch extends Range {
  readonly link: Omit<Link, 'line'>
  readonly at: number
}

/** What is longer is no link, so that no line takes long to read. */
const MAX_LINK = 300

/** Links in prose (code already blanked out). `source` is the same text unblanked, for what a link looks like. */
export function findLinks(prose: string, source: string): LinkMatch[] {
  const matches: LinkMatch[] = []
  const found: Found = (kind, target, at, end, start = at) =>
    matches.push({ link: { kind, target, text: source.slice(at, end) }, at, start, end })
  findWikilinks(prose, found)
  findMarkdownLinks(prose, found)
  findImports(prose, found)
  return matches.sort((a, b) => a.start - b.start)
}

type Found = (kind: Link['kind'], target: string, at: number, end: number, start?: number) => void

function findWikilinks(prose: string, found: Found): void {
  let close = -1
  for (let open = prose.indexOf('[['); open !== -1; open = prose.indexOf('[[', open + 2)) {
    if (close < open + 2) close = prose.indexOf(']]', open + 2)
    if (close === -1) return
    if (close - open > MAX_LINK) continue
    const inner = prose.slice(open + 2, close)
    if (/[\r\n$]|\[\[/.test(inner)) continue
    const target = inner.split(/[|#]/, 1)[0]?.replace(/\\$/, '').trim() ?? ''
    if (target === '' || target.startsWith('-')) continue
    found('wikilink', target, prose[open - 1] === '!' ? open - 1 : open, close + 2)
  }
}

/** `[x](y.md)`: the text may hold code, so it is looked for backwards from `](`. */
function findMarkdownLinks(prose: string, found: Found): void {
  for (let at = prose.indexOf(']('); at !== -1; at = prose.indexOf('](', at + 2)) {
    const destination = readDestination(prose.slice(at + 2, at + 2 + MAX_LINK))
    if (destination === undefined) continue
    const target = localDocument(destination.target)
    if (target === undefined) continue
    const open = prose.slice(Math.max(0, at - MAX_LINK), at).lastIndexOf('[')
    if (open === -1) continue
    const start = Math.max(0, at - MAX_LINK) + open
    found('markdown', target, start, at + 2 + destination.length, at)
  }
}

/** What stands between the brackets, without a title, and the length up to and with the closing one. */
export function readDestination(text: string): { target: string; length: number } | undefined {
  const angled = /^<([^<>\r\n]{1,250})>/.exec(text)
  let end = angled ? angled[0].length : 0
  if (!angled) {
    for (let depth = 0; end < text.length; end++) {
      const char = text.charAt(end)
      if (/\s/.test(char) || (char === ']' && text[end + 1] === '(')) break
      if (char === '(') depth++
      if (char === ')' && depth-- === 0) break
    }
  }
  const tail = /^(?:[ \t]{1,9}(?:"[^"\r\n]{0,200}"|'[^'\r\n]{0,200}'))?[ \t]{0,9}\)/.exec(text.slice(end))
  return tail ? { target: angled?.[1] ?? text.slice(0, end), length: end + tail[0].length } : undefined
}

function localDocument(destination: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]{1,20}:|^[#/]{2}|^#/i.test(destination)) return undefined
  const target = decodeTarget(destination.split(/[#?]/, 1)[0] as string)
  return /\.(?:md|mdx|markdown)$/i.test(target) ? target : undefined
}

/** `%20` decoded where that gives text, no `./` in front. */
export function decodeTarget(target: string): string {
  let decoded = target
  try {
    decoded = decodeURIComponent(target)
  } catch {
    // `100%.md` is a name, not an encoding.
  }
  return decoded.replace(/^(?:\.\/){1,3}/, '')
}

const IMPORTED = /^[\p{L}\p{N}_.~/][\p{L}\p{N}_./~+-]{1,250}/u

/** `@docs/x.md`: at the start of a line or after white space; no handle, no package. */
function findImports(prose: string, found: Found): void {
  for (let at = prose.indexOf('@'); at !== -1; at = prose.indexOf('@', at + 1)) {
    if (at > 0 && !/\s/.test(prose.charAt(at - 1))) continue
    const path = IMPORTED.exec(prose.slice(at + 1, at + MAX_LINK))?.[0] ?? ''
    const target = path.replace(/[.\-+~]{1,9}$/, '')
    const segments = target.split('/')
    const last = segments.at(-1) as string
    // `@/lib/x.ts` is what TypeScript projects call their own source.
    if (target.startsWith('/') && !/\.md$/i.test(target)) continue
    const rooted = /^(?:~|\.{1,2})\//.test(target)
    const file = hasKnownExtension(last) && !(segments.length === 1 && isProduct(last))
    if (file || (segments.length > 1 && (rooted || segments.length > 2))) {
      found('import', target.replace(/^(?:\.\/){1,3}/, ''), at, at + 1 + target.length)
    }
  }
}

/** A Markdown link in a line of the index; the places count in the line. */
export interface IndexLink extends Range {
  readonly title: string
  /** Where the destination stands, without its brackets. */
  readonly targetStart: number
  readonly targetEnd: number
  /** Set where it leads to a `.md` file directly beside the index. */
  readonly file?: FileName
}

/** All links of a line in their order; images and code are none. */
export function linksIn(line: string): IndexLink[] {
  const links: IndexLink[] = []
  const text = line.replace(/`[^`]*`/g, code => ' '.repeat(code.length))
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', at + 2)) {
    const start = openingBracket(text, at)
    const destination = readDestination(text.slice(at + 2, at + 2 + MAX_LINK))
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
  for (let at = close - 1; at >= Math.max(0, close - MAX_LINK); at--) {
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

/**
 * Finds the memory that a link means: by frontmatter name, then by file stem; capitals do not matter, `_`, `-` and a space are
 * alike, `.md` (then the stem comes first) and `#heading` may be there or not. Of two memories with one name the first in the list is meant.
 * The type before a name may be left out on either side (`[[pin-pair]]` for `feedback_pin_pair.md`) where only one is left.
 */
export function makeLinkResolver(
  files: readonly { readonly file: FileName; readonly name?: string }[],
): (target: string) => FileName | undefined {
  const byName = new Map<string, FileName>()
  const byStem = new Map<string, FileName>()
  const untyped = new Map<string, FileName | 'several'>()
  for (const { file, name } of files) {
    if (name !== undefined && !byName.has(key(name))) byName.set(key(name), file)
    if (!byStem.has(key(file))) byStem.set(key(file), file)
    for (const each of new Set([key(file), key(name ?? '')].map(withoutType)))
      untyped.set(each, (untyped.get(each) ?? file) === file ? file : 'several')
  }
  return target => {
    const path = target.split('#', 1)[0] as string
    const wanted = key(path)
    if (wanted === '') return undefined
    const exact = /\.md\s*$/i.test(path)
      ? (byStem.get(wanted) ?? byName.get(wanted))
      : (byName.get(wanted) ?? byStem.get(wanted))
    const loose = exact ?? untyped.get(withoutType(wanted))
    return loose === 'several' ? undefined : loose
  }
}

const withoutType = (name: string): string => name.replace(/^(?:feedback|project|reference|user)-(?=.)/, '')

function key(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/^\.\//, '')
    .replace(/\.md$/i, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
}

export interface UrlMatch extends Range {
  /** Set for http and https. */
  readonly url?: string
}

const END = /[\s<>"'`\\^{}|，。；！？、（）《》「」【】“”‘’]/

/** Whatever has `://` in it: only http(s) is kept, but no part of any of them is a path. */
export function findUrls(text: string): UrlMatch[] {
  const matches: UrlMatch[] = []
  for (let at = text.indexOf('://'); at !== -1; ) {
    let start = at
    while (start > 0 && at - start < 20 && /[A-Za-z0-9+.-]/.test(text.charAt(start - 1))) start--
    let end = at + 3
    while (end < text.length && !END.test(text.charAt(end))) end++
    const url = withoutTail(text.slice(start, end))
    const http = /^https?:\/\/[^/]/i.test(url) && url.length <= 2000
    matches.push({ start, end, ...(http ? { url } : {}) })
    at = text.indexOf('://', end)
  }
  return matches
}

/** Drops sentence marks and the bracket that belongs to the sentence: `(see https://x.org/a_(b))`. */
function withoutTail(url: string): string {
  let end = url.length
  const opened = url.split('(').length
  let closed = url.split(')').length
  for (; end > 0; end--) {
    const char = url.charAt(end - 1)
    if (char === ')' && closed > opened) closed--
    else if (!'.,;:!?*_~]…'.includes(char)) break
  }
  return url.slice(0, end)
}
