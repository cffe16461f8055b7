import { alternatives } from '../languages/index.ts'
import {
  asFileName,
  type FileName,
  type IndexEntry,
  type IndexFile,
  type IndexLine,
  type IndexLineChange,
  type Memory,
  type NumberedLine,
  type Piece,
} from '../model/index.ts'
import { analyse } from './analysed.ts'
import { decodeTarget, type IndexLink, linksIn, readDestination } from './links.ts'
import type { Range } from './markdown.ts'
import { cutAtWord } from './text.ts'

/** What agents read of an index; the rest they do not see. */
export const MAX_INDEX_LINES = 200
export const MAX_INDEX_BYTES = 25_000
export const MAX_LINE_LENGTH = 150

/** What a line of the index says about a memory. `fallback` stands in for a missing description. */
export type IndexedMemory = Pick<Memory, 'file' | 'name' | 'description'> & { readonly fallback: string }

export function parseIndex(text: string, hash: string, size: number, editable: boolean): IndexFile {
  return { hash, size, editable, lines: linesOf(text) }
}

export function linesOf(text: string): IndexLine[] {
  return (text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map(parseLine)
}

function parseLine(text: string): IndexLine {
  const entry = parseEntry(text.replace(/[\r\n]+$/, ''))
  return entry ? { text, entry } : { text }
}

/** `- [Title](file.md) — hook`, also with emphasis around the link. */
function parseEntry(line: string): IndexEntry | undefined {
  const bullet = /^[ \t]{0,12}(?:[-*+]|\d{1,4}[.)])[ \t]{1,8}(?:\[[ xX]\][ \t]{1,8})?(\*\*|__|\*|_)?\[/.exec(
    line,
  )
  if (bullet === null) return undefined
  const titleEnd = closingBracket(line, bullet[0].length)
  if (titleEnd === -1 || line[titleEnd + 1] !== '(') return undefined
  const destination = readDestination(line.slice(titleEnd + 2))
  if (destination === undefined) return undefined
  const target = decodeTarget(destination.target.split('#', 1)[0] as string)
  const emphasis = bullet[1] ?? ''
  let rest = line.slice(titleEnd + 2 + destination.length)
  if (emphasis !== '' && rest.startsWith(emphasis)) rest = rest.slice(emphasis.length)
  const separator =
    /^(?:[ \t]{0,4}(?:—|–|--?|:|\||→|·|=>|->)(?:[ \t]{1,4}|$)|[ \t]{0,4})/.exec(rest)?.[0] ?? ''
  const file = asFileName(target)
  return {
    title: line.slice(bullet[0].length, titleEnd).replace(/\\([\\[\]])/g, '$1'),
    target,
    ...(file !== undefined && /\.md$/i.test(file) && { file }),
    separator,
    hook: rest.slice(separator.length).trimEnd(),
  }
}

/** The `]` that ends a title which may hold brackets of its own. */
function closingBracket(line: string, from: number): number {
  let depth = 1
  for (let at = from; at < line.length; at++) {
    const char = line[at]
    if (char === '\\') at++
    else if (char === '[') depth++
    else if (char === ']' && --depth === 0) return at
  }
  return -1
}

/** What became of the entries of an index, each line of them counted. */
export function entryChanges(before: readonly IndexLine[], after: readonly IndexLine[]) {
  const was = entryTargets(before)
  const is = entryTargets(after)
  const added = withoutThose(is, was)
  const removed = was.length + added.length - is.length
  // A line that lost its first link begins with its second: it was there before.
  const behind = before.flatMap(({ text, entry }) => (entry === undefined ? [] : linksIn(text).slice(1)))
  const names = behind.flatMap(({ file }) => file ?? [])
  const edited = Math.min(removed, added.length - withoutThose<string>(added, names).length)
  return { removed: removed - edited, added: added.length - edited, remaining: is.length }
}

/** D36: every line that comes or goes, in the order of the file; blank ones say nothing. */
export function lineChanges(before: readonly IndexLine[], after: readonly IndexLine[]): IndexLineChange[] {
  const [was, is] = [numbered(before), numbered(after)]
  const unseen = new Set(unseenLines(after).map(({ line }) => line))
  return [
    ...withoutThose(was, is, ({ text }) => text).map(one => ({ change: 'removed' as const, ...one })),
    ...withoutThose(is, was, ({ text }) => text).map(one => ({
      change: 'added' as const,
      ...one,
      ...(unseen.has(one.line) && { unseen: true as const }),
    })),
  ]
}

/** Entries behind the first 200 lines or 25,000 bytes. */
export function unseenLines(lines: readonly IndexLine[]): NumberedLine[] {
  const encoder = new TextEncoder()
  const unseen: NumberedLine[] = []
  let bytes = 0
  lines.forEach(({ text, entry }, at) => {
    bytes += encoder.encode(text).length
    const isUnseen = at >= MAX_INDEX_LINES || bytes > MAX_INDEX_BYTES
    if (isUnseen && entry !== undefined) unseen.push({ line: at + 1, text: text.trimEnd() })
  })
  return unseen
}

const numbered = (lines: readonly IndexLine[]): NumberedLine[] =>
  lines.map(({ text }, at) => ({ line: at + 1, text: text.trimEnd() })).filter(({ text }) => text !== '')

/** What is left of a list when each of the others has struck out one that is its equal. */
function withoutThose<T>(list: readonly T[], others: readonly T[], key: (one: T) => string = String): T[] {
  const counts = new Map<string, number>()
  for (const other of others) counts.set(key(other), (counts.get(key(other)) ?? 0) + 1)
  return list.filter(one => {
    const left = counts.get(key(one)) ?? 0
    counts.set(key(one), left - 1)
    return left <= 0
  })
}

const entryTargets = (lines: readonly IndexLine[]): string[] =>
  lines.flatMap(({ entry }) => (entry === undefined ? [] : [entry.file ?? entry.target]))

/** D21: the whole index, made from the memories that are there. */
export function rebuildIndex(title: string, entries: readonly IndexedMemory[]): string {
  const sorted = entries.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
  const lines = sorted.map(entry => `${indexLine(entry, ' -- ')}\n`)
  return `# ${oneLine(title)} Memory\n\n${lines.join('')}`
}

/** One line, without its end, under 150 characters: the description gives way first, then the name, never the link. */
export function indexLine(entry: IndexedMemory, separator: string): string {
  const room = MAX_LINE_LENGTH - 1
  const link = `(${encodeTarget(entry.file)})`
  const name = oneLine(entry.name ?? '') || entry.file.replace(/\.md$/i, '')
  const head = `- [${titleOf(name, Math.max(20, room - link.length - '- []'.length))}]${link}`
  const hook = oneLine(entry.description ?? '') || oneLine(entry.fallback)
  const left = room - head.length - separator.length
  return hook === '' || left < 10 ? head : `${head}${separator}${cutAtWord(hook, left)}`
}

/** For a memory without a description: its first heading or sentence, whichever comes first. */
export function firstHeadingOrSentence(body: string): string {
  return oneLine(analyse(body.slice(0, 4000)).sentences[0] ?? '')
}

/** Brackets escaped; where that makes it too long, half of it has room in any case. */
function titleOf(name: string, room: number): string {
  const escaped = escapeTitle(cutAtWord(name, room))
  return escaped.length <= room ? escaped : escapeTitle(cutAtWord(name, Math.floor(room / 2)))
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const escapeTitle = (title: string): string => title.replace(/[\\[\]]/g, '\\$&')

/** White space, brackets, `#`, `?` and `%` would end the link or change it. */
function encodeTarget(file: string): string {
  return file.replace(/[\s()<>%\\#?]/g, char =>
    char === '(' || char === ')' ? `%${char.charCodeAt(0).toString(16)}` : encodeURIComponent(char),
  )
}

/** A line as it will be. `whole`: each piece is the line or nothing. `parts`: the pieces make the line together. */
export interface EntryDraft {
  readonly form: 'whole' | 'parts'
  readonly pieces: readonly Piece[]
}

/** What becomes of a link: `left` is proven to lead nowhere, `goes` and `gives-way` wait for the archive of the file. */
export type LinkFate =
  | { readonly fate: 'stays' | 'left' }
  | { readonly fate: 'goes'; readonly file: FileName }
  | { readonly fate: 'gives-way'; readonly file: FileName; readonly replacement: FileName }

export function lineDraft({ text, entry }: IndexLine, fateOf: (link: IndexLink) => LinkFate): EntryDraft {
  const links = entry === undefined ? [] : linksIn(text)
  const fates = links.map(fateOf)
  if (fates.every(({ fate }) => fate === 'stays')) return { form: 'parts', pieces: [{ text }] }
  if (fates.some(({ fate }) => fate === 'stays' || fate === 'gives-way'))
    return { form: 'parts', pieces: editedLine(text, links, fates) }
  const going = [...new Set(fates.flatMap(one => (one.fate === 'goes' ? [one.file] : [])))]
  return { form: 'whole', pieces: goneLine(text, going) }
}

/** The line in pieces, so that it names each of these files only once it is there. */
export function lineOnceThere(line: IndexLine, files: ReadonlySet<FileName>): Piece[] {
  const fateOf = ({ file }: IndexLink): LinkFate =>
    file !== undefined && files.has(file) ? { fate: 'goes', file } : { fate: 'stays' }
  return lineDraft(line, fateOf).pieces.map(onceThere)
}

/** What stands until a file has left stands once it has come. */
export const onceThere = ({ text, unlessDone, onlyIfDone }: Piece): Piece => ({
  text,
  ...(onlyIfDone !== undefined && { unlessDone: onlyIfDone }),
  ...(unlessDone !== undefined && { onlyIfDone: unlessDone }),
})

/** Files beside the index that a line leads to. */
export const filesLedTo = ({ text, entry }: IndexLine): FileName[] =>
  entry === undefined ? [] : [...new Set(linksIn(text).flatMap(({ file }) => file ?? []))]

/** The line of files that all go. Where the first could and others could not, each of these gets a line of its own. */
function goneLine(text: string, [first, ...others]: readonly FileName[]): Piece[] {
  if (first === undefined) return []
  const own = others.map(
    (file, at): Piece => ({
      text: lineOf(text, file, at < others.length - 1 ? 'ended' : 'as-it-is'),
      onlyIfDone: first,
      unlessDone: file,
    }),
  )
  return [{ text, unlessDone: first }, ...own]
}

/** The line with no other link than those to this file. */
export function lineOf(text: string, file: FileName, end: 'ended' | 'as-it-is' = 'as-it-is'): string {
  const links = linksIn(text)
  const fates = links.map((link): LinkFate => ({ fate: link.file === file ? 'stays' : 'left' }))
  const line = editedLine(text, links, fates)
    .map(piece => piece.text)
    .join('')
  return end === 'as-it-is' || /[\r\n]$/.test(line) ? line : `${line}\n`
}

function editedLine(text: string, links: readonly IndexLink[], fates: readonly LinkFate[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  links.forEach((link, number) => {
    const one = fates[number]!
    if (one.fate === 'stays') return
    const cut =
      one.fate === 'gives-way' ? targetCut(link, one.replacement) : linkCut(text, links, fates, number)
    pieces.push({ text: text.slice(at, cut.start) })
    const was = text.slice(cut.start, cut.end)
    if (!('file' in one)) pieces.push({ text: cut.instead })
    else pieces.push({ text: was, unlessDone: one.file }, { text: cut.instead, onlyIfDone: one.file })
    at = cut.end
  })
  return [...pieces, { text: text.slice(at) }]
}

interface Cut extends Range {
  readonly instead: string
}

const targetCut = ({ targetStart, targetEnd }: IndexLink, replacement: FileName): Cut => ({
  start: targetStart,
  end: targetEnd,
  instead: encodeTarget(replacement),
})

/** What joins the links of a list. */
const JOINT = new RegExp(`^\\s*(?:[,;·•/|+&、，；]|${alternatives(({ words }) => words?.and)})?\\s*$`)

/** In a list of links the link goes with what joins it to a neighbour; alone in a sentence its words stay. */
function linkCut(text: string, links: readonly IndexLink[], fates: readonly LinkFate[], number: number): Cut {
  const { start, end, title } = links[number]!
  const joined = (a: IndexLink | undefined, b: IndexLink | undefined) =>
    a !== undefined && b !== undefined && JOINT.test(text.slice(a.end, b.start))
  const staysBefore = (at: number): boolean => {
    if (at === 0 || !joined(links[at - 1], links[at])) return false
    const { fate } = fates[at - 1]!
    return fate === 'stays' || fate === 'gives-way' || staysBefore(at - 1)
  }
  if (staysBefore(number)) return { start: links[number - 1]!.end, end, instead: '' }
  const next = links[number + 1]
  if (next !== undefined && joined(links[number], next)) return { start, end: next.start, instead: '' }
  return { start, end, instead: title }
}
