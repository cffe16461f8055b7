import type { FileName, Memory } from '../model/index.ts'
import { findLinks, type LinkMatch, makeLinkResolver, scanMarkdown } from '../text/index.ts'

/** A link in a body that leads to a memory which goes, and how it reads when it leads to the replacement. */
export interface Redirect {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly gone: FileName
  readonly replacement: FileName
}

/** Finds in a body the links to memories that give way (D31). Links of code are text and stay. */
export function makeRedirector(
  memories: readonly Memory[],
  replacements: ReadonlyMap<FileName, FileName>,
): (body: string) => Redirect[] {
  if (replacements.size === 0) return () => []
  const resolve = makeLinkResolver(memories)
  const resolveLater = makeLinkResolver(memories.filter(({ file }) => !replacements.has(file)))
  const names = new Map(memories.map(memory => [memory.file, memory]))
  return body => {
    if (!/\[\[|\]\(|@/.test(body)) return []
    let free = 0
    return findLinks(proseOnly(body), body).flatMap(({ link, at: start, end }) => {
      const gone = resolve(link.target)
      const replacement = gone && replacements.get(gone)
      // Of two links that share a bracket the first one counts.
      if (gone === undefined || replacement === undefined || start < free) return []
      const target = newTarget(link, names.get(gone)!, names.get(replacement)!, resolveLater)
      if (target === undefined) return []
      free = end
      return [{ start, end, gone, replacement, text: retarget(link, target) }]
    })
  }
}

export function redirected(body: string, redirects: readonly Redirect[]): string {
  return redirects.reduceRight(
    (text, { start, end, text: link }) => text.slice(0, start) + link + text.slice(end),
    body,
  )
}

function proseOnly(body: string): string {
  return scanMarkdown(body)
    .map(({ kind, text }) => (kind === 'prose' ? text : text.replace(/[^\r\n]/g, ' ')))
    .join('')
}

type LinkText = LinkMatch['link']

/** Whoever linked by name links by name again, as long as that leads to the replacement. */
function newTarget(
  link: LinkText,
  gone: Memory,
  replacement: Memory,
  resolve: (target: string) => FileName | undefined,
): string | undefined {
  const stem = replacement.file.replace(/\.md$/i, '')
  const wasByName = link.target !== gone.file && link.target !== gone.file.replace(/\.md$/i, '')
  const byName = wasByName && replacement.name !== undefined ? [replacement.name] : []
  const forms =
    link.kind === 'wikilink' && !/\.md$/i.test(link.target) ? [...byName, stem] : [replacement.file]
  const spoils = link.kind === 'import' ? /[^\p{L}\p{N}_.+~-]/u : /[[\]|#<>()\r\n]/
  return forms.find(form => !spoils.test(form) && resolve(form) === replacement.file)
}

/** The same link with another target: alias, heading and title stay. */
function retarget({ kind, text }: LinkText, target: string): string {
  if (kind === 'wikilink') return text.replace(/(\[\[)[^|#\]\\]*/, (_, open: string) => open + target)
  if (kind === 'import') return `@${target}`
  const at = text.lastIndexOf('](') + 2
  const rest = text.slice(at)
  const old = /^<[^<>]*>|^[^\s#?)]*/.exec(rest)![0]
  const [, angle = '', dots = '', tail = ''] = /^(<?)((?:\.\/)*)[^#?>]*([^>]*)/.exec(old)!
  const name = angle === '' ? target.replace(/[\s%]/g, encodeURIComponent) : target
  return text.slice(0, at) + angle + dots + name + tail + (angle && '>') + rest.slice(old.length)
}
