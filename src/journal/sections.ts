import { eachWritten, type Language, languageOf, writtenIn } from '../languages/index.ts'
import { fold, joinLines, type Line, lineEnd, managedLines, splitLines } from './lines.ts'
import { subjectOfLine } from './statement.ts'

/** J2: the four sections of a snapshot, in their order. */
export const SECTIONS = ['current', 'stable', 'relations', 'dream'] as const
export type Section = (typeof SECTIONS)[number]

const BY_TITLE: ReadonlyMap<string, { section: Section; language?: Language }> = new Map(
  eachWritten().flatMap(([language, { sections }]) =>
    SECTIONS.map(section => [
      sections[section].toLowerCase(),
      section === 'dream' ? { section } : { section, language },
    ]),
  ),
)

/** A list item or a paragraph of one of the sections, with the lines that hang below it. */
export interface Item {
  readonly section: Section
  /** First line and the one after its last, from 0. */
  readonly start: number
  readonly end: number
  /** `- `, `* ` …; empty for a paragraph. */
  readonly marker: string
  /** One line, without the marker. */
  readonly text: string
  /** Belongs to OpenClaw's own dreaming: never changed. */
  readonly managed: boolean
}

export interface SnapshotFile {
  readonly lines: readonly Line[]
  readonly language: Language
  readonly items: readonly Item[]
  /** What a person wrote outside of them; it counts as stable. */
  readonly outside: readonly Item[]
  /** Where each section that is there begins and ends, in lines. */
  readonly places: ReadonlyMap<Section, { readonly start: number; readonly end: number }>
}

export function parseSnapshot(text: string, otherwise: Language = 'en'): SnapshotFile {
  const lines = splitLines(text)
  const hidden = hiddenLines(lines)
  const places = new Map<Section, { start: number; end: number }>()
  let language: Language | undefined
  let open: { section: Section; start: number; level: number } | undefined
  const close = (end: number) => {
    if (open !== undefined && !places.has(open.section)) places.set(open.section, { start: open.start, end })
    open = undefined
  }
  for (const [at, line] of lines.entries()) {
    const heading = hidden.has(at) ? undefined : headingOf(line.text)
    if (heading === undefined) continue
    const found = BY_TITLE.get(heading.title)
    // A section is one at whatever level it stands; any other heading below one belongs to it.
    if (found === undefined && open !== undefined && heading.level > open.level) continue
    close(at)
    if (found === undefined) continue
    language ??= found.language
    open = { section: found.section, start: at, level: heading.level }
  }
  close(lines.length)
  const managed = managedLines(lines)
  const items = [...places].flatMap(([section, place]) => itemsIn(lines, hidden, managed, section, place))
  const outside = gapsBetween([...places.values()], lines.length).flatMap(gap =>
    itemsIn(lines, hidden, managed, 'stable', gap),
  )
  return { lines, language: language ?? languageOf(text, otherwise), items, outside, places }
}

interface Span {
  readonly start: number
  readonly end: number
}

/** `start` is the line before the first, as that of a section is its heading. */
function gapsBetween(places: readonly Span[], end: number): Span[] {
  const sorted = places.toSorted((a, b) => a.start - b.start)
  const starts = [-1, ...sorted.map(place => place.end - 1)]
  return starts.map((start, at) => ({ start, end: sorted[at]?.start ?? end }))
}

function headingOf(line: string): { level: number; title: string } | undefined {
  const mark = line.length > 200 ? null : /^(#{1,6})[ \t]/.exec(line)
  if (mark === null) return undefined
  const title = line.slice(mark[0].length).trim()
  return {
    level: mark[1]!.length,
    title: title
      .replace(/[ \t]#{1,6}$/, '')
      .trim()
      .toLowerCase(),
  }
}

/**
 * Lines inside comments and fences: no headings and no items. One that is never closed hides nothing: else what we add at
 * the end would not be found again, and be added at every review.
 */
function hiddenLines(lines: readonly Line[]): ReadonlySet<number> {
  const hidden = new Set<number>()
  let fence: string | undefined
  let comment = false
  let opened = lines.length
  for (const [at, { text }] of lines.entries()) {
    if (fence === undefined && !comment) opened = at
    const mark = comment ? undefined : /^[ \t]{0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence !== undefined || mark !== undefined) hidden.add(at)
    if (fence === undefined) fence = mark
    else if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = undefined
    if (fence !== undefined) continue
    if (comment || /^[ \t]*<!--/.test(text)) hidden.add(at)
    const start = text.lastIndexOf('<!--')
    const end = text.lastIndexOf('-->')
    if (start !== -1 || end !== -1) comment = start > end
  }
  if (fence === undefined && !comment) return hidden
  return new Set([...hidden].filter(at => at < opened))
}

const MARKER = /^(?:[-*+•]|\d{1,9}[.)])[ \t]+/

function itemsIn(
  lines: readonly Line[],
  hidden: ReadonlySet<number>,
  managed: ReadonlySet<number>,
  section: Section,
  place: { start: number; end: number },
): Item[] {
  const items: Item[] = []
  let start = -1
  const close = (end: number) => {
    if (start === -1) return
    const own = lines.slice(start, end)
    const marker = MARKER.exec(own[0]!.text)?.[0] ?? ''
    const text = own.map((line, at) => (at === 0 ? line.text.slice(marker.length) : line.text)).join(' ')
    const isManaged = own.some((_, at) => managed.has(start + at))
    items.push({ section, start, end, marker, text: fold(text), managed: isManaged })
    start = -1
  }
  for (let at = place.start + 1; at < place.end; at++) {
    const { text } = lines[at]!
    if (hidden.has(at) || text.trim() === '' || /^#{1,6}[ \t]/.test(text)) close(at)
    else if (start === -1 || MARKER.test(text)) {
      close(at)
      start = at
    }
  }
  close(place.end)
  return items
}

export type Edit =
  | { readonly kind: 'replace'; readonly item: Item; readonly text: string }
  | { readonly kind: 'remove'; readonly item: Item }
  | { readonly kind: 'add'; readonly section: Section; readonly text: string }
  /** Dream's own section, whole: its list is written anew, comments stay. */
  | { readonly kind: 'dream'; readonly lines: readonly string[] }

/** The text with the edits made; whatever they do not name stays byte for byte. Sections that are missing come at the end. */
export function editSnapshot(file: SnapshotFile, edits: readonly Edit[]): string {
  const { lines } = file
  const end = lineEnd(lines)
  const gone = new Set<number>()
  const instead = new Map<number, string>()
  const after = new Map<number, string[]>()
  const added = new Map<Section, string[]>(SECTIONS.map(section => [section, []]))
  for (const edit of edits) {
    if (edit.kind === 'add') place(file, edit, added.get(edit.section)!, after)
    else if (edit.kind === 'dream') {
      for (const item of file.items) if (item.section === 'dream' && isOurs(item)) drop(item, gone)
      added.get('dream')!.push(...edit.lines.map(line => `- ${safeLine(line)}`))
    } else {
      drop(edit.item, gone)
      if (edit.kind === 'replace') instead.set(edit.item.start, edit.item.marker + safeLine(edit.text))
    }
  }
  for (const [section, place] of file.places) {
    const at = lastLine(file, place)
    after.set(at, [...(after.get(at) ?? []), ...added.get(section)!])
  }
  const out: Line[] = []
  for (const [at, line] of lines.entries()) {
    const changed = instead.get(at)
    if (changed !== undefined) out.push({ text: changed, end: line.end })
    else if (!gone.has(at)) out.push(line)
    pushAll(out, after.get(at) ?? [], end)
  }
  for (const section of SECTIONS) {
    if (!file.places.has(section)) pushSection(out, file.language, section, added.get(section)!, end)
  }
  return joinLines(out)
}

const DUE = /\[(\d{4}-\d{2}-\d{2})\](?= |$)/

/** Beside the lines of its subject, deadlines by their days; at the end of its section where there are none. */
function place(
  { items }: SnapshotFile,
  { section, text }: Extract<Edit, { kind: 'add' }>,
  added: string[],
  after: Map<number, string[]>,
): void {
  const line = `- ${safeLine(text)}`
  const there = items.filter(item => item.section === section && !item.managed)
  const due = DUE.exec(text)?.[1]
  const subject = subjectOfLine(text)
  const later = due && there.find(item => (DUE.exec(item.text)?.[1] ?? '') > due)
  const kin = subject && there.findLast(item => subjectOfLine(item.text) === subject)
  const at = later ? later.start - 1 : kin ? kin.end - 1 : undefined
  if (at !== undefined) after.set(at, [...(after.get(at) ?? []), line])
  else {
    const isAfter = (other: string) => (DUE.exec(other)?.[1] ?? '') > (due ?? '9')
    const last = added.findLastIndex(
      other => subject !== undefined && subjectOfLine(other.slice(2)) === subject,
    )
    const before = due === undefined ? -1 : added.findIndex(isAfter)
    added.splice(before !== -1 ? before : last !== -1 ? last + 1 : added.length, 0, line)
  }
}

function drop(item: Item, gone: Set<number>): void {
  for (let at = item.start; at < item.end; at++) gone.add(at)
}

/** Only lines that Dream wrote there itself: what a person added to its section stays. */
function isOurs(item: Item): boolean {
  return /^\[[0-9a-f]{8,32}\] /.test(item.text)
}

/** The last line of a section that is not blank, behind which new lines go. */
function lastLine({ lines }: SnapshotFile, place: { start: number; end: number }): number {
  let at = place.end - 1
  while (at > place.start && lines[at]!.text.trim() === '') at--
  return at
}

function pushAll(out: Line[], texts: readonly string[], end: string): void {
  for (const text of texts) {
    closeLine(out, end)
    out.push({ text, end })
  }
}

function pushSection(
  out: Line[],
  language: Language,
  section: Section,
  texts: readonly string[],
  end: string,
): void {
  closeLine(out, end)
  if (out.length > 0 && out.at(-1)!.text.trim() !== '') out.push({ text: '', end })
  out.push({ text: `## ${writtenIn(language).sections[section]}`, end })
  pushAll(out, texts, end)
}

function closeLine(out: Line[], end: string): void {
  const last = out.at(-1)
  if (last !== undefined && last.end === '') out[out.length - 1] = { text: last.text, end }
}

/** Text from a journal, as one line that cannot open a comment. */
export function safeLine(text: string): string {
  return fold(text.replace(/<!--|-->/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' '))
}

export function hasSections(text: string): boolean {
  const { places } = parseSnapshot(text)
  return SECTIONS.every(section => places.has(section))
}
