import type { Link } from '../model/index.ts'
import { hasKnownExtension, isProduct } from './path-words.ts'

export interface LinkMatch {
  readonly link: Omit<Link, 'line'>
  readonly at: number
  /** The target, without the text of a Markdown link: that text may name something of its own. */
  readonly start: number
  readonly end: number
}

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
