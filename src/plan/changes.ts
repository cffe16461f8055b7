import {
  type Action,
  type ArchiveAction,
  addTo,
  type FileName,
  type Finding,
  isLower,
  isUntrusted,
  isWhole,
  lowest,
  type Memory,
  originWords,
  type Piece,
  type Snapshot,
  type WriteAction,
} from '../model/index.ts'
import {
  findLinks,
  type LinkMatch,
  lineOnceThere,
  makeLinkResolver,
  parseIndex,
  parseMemory,
  scanMarkdown,
  withOrigin,
} from '../text/index.ts'
import { type Removal, rulesOf } from './removal.ts'

/** What an action does to one file. Without `before` the file is new, without `after` it goes. */
export interface FileChange {
  readonly file: FileName
  readonly kind: Action['kind']
  readonly before?: string
  readonly after?: string
}

/** The files that these actions archive. */
export const archivedIn = (actions: readonly Action[]): Set<FileName> =>
  new Set(actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file))

/** The text that pieces make when these files' archives are done. */
export function joinPieces(pieces: readonly Piece[], done: ReadonlySet<FileName>): string {
  return pieces
    .filter(({ unlessDone, onlyIfDone }) => {
      const isLeftOut = unlessDone !== undefined && done.has(unlessDone)
      return !isLeftOut && (onlyIfDone === undefined || done.has(onlyIfDone))
    })
    .map(({ text }) => text)
    .join('')
}

/** Neighbours under the same condition become one, and empty ones go: fewer to read in a printed plan. */
export function mergePieces(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (piece.text === '') continue
    if (last?.unlessDone === piece.unlessDone && last?.onlyIfDone === piece.onlyIfDone && last !== undefined)
      merged[merged.length - 1] = { ...last, text: last.text + piece.text }
    else merged.push(piece)
  }
  return merged
}

/** The pieces of an index, so that a line for a new file stands only if that file could be written. */
export function waitForFiles(pieces: readonly Piece[], files: ReadonlySet<FileName>): Piece[] {
  const waiting = pieces.flatMap((piece): Piece[] => {
    if (piece.unlessDone !== undefined || piece.onlyIfDone !== undefined) return [piece]
    return parseIndex(piece.text, '', 0, true).lines.flatMap(line => lineOnceThere(line, files))
  })
  return mergePieces(waiting)
}

/** What actions would do to each file, as texts. `done` are the files whose own actions count as carried out. */
export function fileChanges(
  actions: readonly Action[],
  textOf: (file: FileName) => string | undefined,
  done: ReadonlySet<FileName> = new Set(actions.map(({ file }) => file)),
): FileChange[] {
  return actions.map((action): FileChange => {
    const { file, kind } = action
    const before = textOf(file)
    const known = before === undefined ? {} : { before }
    if (kind === 'archive') return { file, kind, ...known }
    const after = kind === 'append' ? (before ?? '') + action.text : joinPieces(action.pieces, done)
    return { file, kind, ...known, after }
  })
}

/**
 * What has to be done for these to go. Replacements take over first, so that a crash leaves a sentence twice and never
 * nowhere; then the archives; then links, each waiting for the archive that makes it dangle.
 */
export function changes(before: Snapshot, removals: readonly Removal[], left: Snapshot): Action[] {
  if (removals.length === 0) return []
  const { memories } = before.folder
  const finals = new Map(left.folder.memories.map(memory => [memory.file, memory]))
  const takenOver = new Map(
    removals.flatMap(one => (one.carriedOver.length > 0 ? [[one.replacement!, one] as const] : [])).reverse(),
  )
  const originals = new Map(memories.map(memory => [memory.file, memory]))
  const redirect = makeRedirector(memories, replacementsIn(removals))
  const changed = memories.filter(({ file, body }) => finals.has(file) && finals.get(file)!.body !== body)
  return [
    ...changed.flatMap(memory => {
      const source = takenOver.get(memory.file)
      return source === undefined ? [] : [takeOver(memory, finals.get(memory.file)!, source)]
    }),
    ...removals.map(removal => archive(originals.get(removal.file)!, removal)).sort(byFile),
    ...changed
      .filter(({ file }) => !takenOver.has(file))
      .map(memory => repairLinks(memory, finals.get(memory.file)!, redirect(memory.body))),
  ]
}

const byFile = (a: Action, b: Action): number => (a.file < b.file ? -1 : 1)

function archive({ file, hash }: Memory, { finding, replacement, carriedOver }: Removal): ArchiveAction {
  const needs = replacement !== undefined && carriedOver.length > 0 ? [replacement] : []
  const reason = rulesOf(finding).reason?.(finding) ?? { why: finding.kind }
  return { kind: 'archive', file, expect: hash, needs, reason, ...named(finding) }
}

/** The finding that an action follows from. */
export const named = ({ id }: Finding): Pick<Action, 'finding'> => (id === undefined ? {} : { finding: id })

/** Appended where that is all; where links change too the file is written whole. */
function takeOver(memory: Memory, final: Memory, { file: from, finding }: Removal): Action {
  const { file, hash, size, head, body } = memory
  const common = { file, expect: hash, needs: [], reason: { why: 'merge', from }, ...named(finding) } as const
  return final.head === head && final.body.startsWith(body)
    ? { kind: 'append', ...common, expectLength: size, text: final.body.slice(body.length) }
    : { kind: 'write', ...common, pieces: [{ text: final.head + final.body }] }
}

function repairLinks(memory: Memory, final: Memory, redirects: readonly Redirect[]): WriteAction {
  const targets = [...new Set(redirects.map(({ replacement }) => replacement))].sort()
  const gone = new Set(redirects.map(one => one.gone))
  const pieces = redirectPieces(memory, redirects)
  const text = final.head + final.body
  const isSame = joinPieces(pieces, gone) === text
  return {
    kind: 'write',
    file: memory.file,
    expect: memory.hash,
    reason: { why: 'links-repaired', targets },
    // Where the rounds of deciding led to another text than one step does, it is all or nothing.
    needs: isSame ? [] : [...gone].sort(),
    pieces: isSame ? pieces : [{ text }],
  }
}

function redirectPieces({ head, body }: Memory, redirects: readonly Redirect[]): Piece[] {
  const pieces: Piece[] = [{ text: head }]
  let at = 0
  for (const { start, end, text, gone } of redirects) {
    pieces.push({ text: body.slice(at, start) })
    pieces.push({ text: body.slice(start, end), unlessDone: gone }, { text, onlyIfDone: gone })
    at = end
  }
  return mergePieces([...pieces, { text: body.slice(at) }])
}

/** The folder as it will be when these are gone: replacements have what they take over, links lead to what is there. */
export function after(snapshot: Snapshot, removals: readonly Removal[]): Snapshot {
  const { folder } = snapshot
  const gone = new Set(removals.map(({ file }) => file))
  const redirect = makeRedirector(folder.memories, replacementsIn(removals))
  const takeovers = takeoversIn(removals, folder.memories)
  const memories = folder.memories
    .filter(({ file }) => !gone.has(file))
    .map(memory => {
      const taken = takeovers.get(memory.file) ?? []
      const body = memory.body + takenOverText(memory, taken)
      const redirects = redirect(body)
      const text = redirects.length > 0 && isWhole(memory) ? redirected(body, redirects) : body
      return rewritten(labelled(memory, taken), text)
    })
  return { ...snapshot, folder: { ...folder, memories } }
}

const replacementsIn = (removals: readonly Removal[]): Map<FileName, FileName> =>
  new Map(
    removals.flatMap(({ file, replacement }) => (replacement === undefined ? [] : [[file, replacement]])),
  )

/** What one memory takes over from another. */
interface Takeover {
  readonly source: FileName
  readonly origin: Memory['origin']
  readonly sentences: readonly string[]
}

function takeoversIn(removals: readonly Removal[], memories: readonly Memory[]): Map<FileName, Takeover[]> {
  const found = new Map<FileName, Takeover[]>()
  const origins = new Map(memories.map(({ file, origin }) => [file, origin]))
  for (const { file: source, replacement, carriedOver: sentences } of removals)
    if (sentences.length > 0) addTo(found, replacement!, { source, origin: origins.get(source), sentences })
  return found
}

/** Who takes over what others said is from then on worth the least of them. */
function labelled(memory: Memory, taken: readonly Takeover[]): Memory {
  if (taken.length === 0) return memory
  const origin = lowest([memory.origin, ...taken.map(each => each.origin)])
  if (origin === undefined || !isLower(origin, memory.origin)) return memory
  const text = withOrigin(memory.head + memory.body, origin)
  const head = text.slice(0, text.length - memory.body.length)
  // Without frontmatter there is no place for a label; the heading tells.
  if (head === memory.head) return memory
  return { ...memory, head, origin, size: memory.size + bytesOf(head) - bytesOf(memory.head) }
}

/** What is appended to a replacement: a heading for each that gives way to it, and what only that one said. */
function takenOverText({ body }: Memory, taken: readonly Takeover[]): string {
  if (taken.length === 0) return ''
  const lines = taken.flatMap(({ source, origin, sentences }) => {
    // Text of low trust is quoted data wherever it goes.
    const [about, mark] = isUntrusted(origin) ? [` (${originWords(origin)})`, '> - '] : ['', '- ']
    const said = sentences.map(sentence => `${mark}${sentence.replace(/\s+/g, ' ')}`)
    return ['', `## From ${source}${about}`, '', ...said]
  })
  const end = body.includes('\r\n') ? '\r\n' : '\n'
  const isEnded = body === '' || /[\r\n]$/.test(body)
  return (isEnded ? '' : end) + lines.map(line => line + end).join('')
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** The hash stays that of the file on disk: that is what an action expects to find. */
function rewritten(memory: Memory, body: string): Memory {
  if (body === memory.body) return memory
  const size = memory.size + bytesOf(body) - bytesOf(memory.body)
  return parseMemory({ ...memory, size, text: memory.head + body })
}

/** A link in a body that leads to a memory which goes, and how it reads when it leads to the replacement. */
interface Redirect {
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
