import { deadLinks } from '../checks/index-lines.ts'
import type { FileName } from '../memory/file-name.ts'
import { encodeTarget, type IndexLine } from '../memory/index-file.ts'
import { type IndexLink, linksIn } from '../memory/index-links.ts'
import type { Piece } from '../memory/plan.ts'
import type { Listing } from './index-draft.ts'

/** A line as it will be. `whole`: each piece is the line or nothing. `parts`: the pieces make the line together. */
export interface EntryDraft {
  readonly form: 'whole' | 'parts'
  readonly pieces: readonly Piece[]
}

/** What becomes of a link: `left` is proven to lead nowhere, `goes` and `gives-way` wait for the archive of the file. */
type Fate =
  | { readonly fate: 'stays' | 'left' }
  | { readonly fate: 'goes'; readonly file: FileName }
  | { readonly fate: 'gives-way'; readonly file: FileName; readonly heir: FileName }

/** D36: a line goes when all its links do; of one with others the dead link alone goes, and every other byte stays. */
export function entryDrafts({ folder, going, past, heirs }: Listing): (line: IndexLine) => EntryDraft {
  const dead = deadLinks(folder)
  return line => {
    const left = new Set(dead(line).flatMap(({ file, start }) => (past?.left.has(file) ? [start] : [])))
    const fateOf = ({ file, start }: IndexLink): Fate => {
      if (left.has(start)) return { fate: 'left' }
      if (file === undefined || !going.has(file)) return { fate: 'stays' }
      const heir = heirs?.get(file)
      return heir === undefined ? { fate: 'goes', file } : { fate: 'gives-way', file, heir }
    }
    return draftOf(line, fateOf)
  }
}

function draftOf({ text, entry }: IndexLine, fateOf: (link: IndexLink) => Fate): EntryDraft {
  const links = entry === undefined ? [] : linksIn(text)
  const fates = links.map(fateOf)
  if (fates.every(({ fate }) => fate === 'stays')) return { form: 'parts', pieces: [{ text }] }
  if (fates.some(({ fate }) => fate === 'stays' || fate === 'gives-way'))
    return { form: 'parts', pieces: editedLine(text, links, fates) }
  const going = [...new Set(fates.flatMap(one => (one.fate === 'goes' ? [one.file] : [])))]
  return { form: 'whole', pieces: goneLine(text, links, fates, going) }
}

/** The line of files that all go. Where only the first could, what is left of the line names the second. */
function goneLine(
  text: string,
  links: readonly IndexLink[],
  fates: readonly Fate[],
  [first, second]: readonly FileName[],
): Piece[] {
  if (first === undefined) return []
  const whole: Piece = { text, unlessDone: first }
  if (second === undefined) return [whole]
  const isFirst = (one: Fate) => one.fate === 'left' || (one.fate === 'goes' && one.file === first)
  const rest = editedLine(
    text,
    links,
    fates.map((one): Fate => (isFirst(one) ? { fate: 'left' } : { fate: 'stays' })),
  )
  return [whole, { text: rest.map(piece => piece.text).join(''), onlyIfDone: first, unlessDone: second }]
}

function editedLine(text: string, links: readonly IndexLink[], fates: readonly Fate[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  links.forEach((link, number) => {
    const one = fates[number]!
    if (one.fate === 'stays') return
    const cut = one.fate === 'gives-way' ? targetCut(link, one.heir) : linkCut(text, links, fates, number)
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

const targetCut = ({ targetStart, targetEnd }: IndexLink, heir: FileName): Cut => ({
  start: targetStart,
  end: targetEnd,
  instead: encodeTarget(heir),
})

/** What joins the links of a list. */
const JOINT = /^\s*(?:[,;·•/|+&、，；]|,?\s*and|和|与)?\s*$/

/** In a list of links the link goes with what joins it to a neighbour; alone in a sentence its words stay. */
function linkCut(text: string, links: readonly IndexLink[], fates: readonly Fate[], number: number): Cut {
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
