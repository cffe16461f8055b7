import { alternatives } from '../languages/index.ts'
import type { FileName, IndexLine, Piece } from '../model/index.ts'
import { encodeTarget } from './index-file.ts'
import { type IndexLink, linksIn } from './index-links.ts'

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

interface Cut {
  readonly start: number
  readonly end: number
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
