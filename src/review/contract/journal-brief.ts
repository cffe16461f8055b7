import { sha256 } from '../../disk/index.ts'
import { type NamedItem, type Span, type WaitingReview, waitingReview } from '../../journal/index.ts'
import { inLanguage, say, writtenIn } from '../../languages/index.ts'
import { cutAtWord, showToModel } from '../../text/index.ts'
import {
  type Brief,
  type BriefRequest,
  briefText,
  closed,
  FIXED,
  listOf,
  MOST_SHOWN,
  type Schema,
  textOf,
} from './brief.ts'
import { linesOf, maskedLines, type SourceLine, shownLine } from './sources.ts'

const SECTIONS = ['current', 'stable', 'relations'] as const
const OPERATIONS = ['add', 'update', 'merge', 'move', 'archive', 'ignore'] as const

export const LONGEST_TEXT = 400
const MOST_OPERATIONS = 200
const LONGEST_ID = 100

export function journalSchema(): Schema {
  const words = say().brief.journal.fields
  const operation = closed(
    {
      op: { type: 'string', enum: OPERATIONS },
      id: textOf(20, words.id),
      ids: { ...listOf(textOf(20), 20), description: words.ids },
      section: { type: 'string', enum: SECTIONS },
      text: textOf(LONGEST_TEXT, words.text),
      sources: { ...listOf(textOf(200), 50), description: words.sources },
      lastMention: textOf(10, words.lastMention),
      category: textOf(40),
      reason: textOf(300),
    },
    ['op', 'reason'],
  )
  const giveUp: Schema = { type: 'boolean', description: words.giveUp }
  return closed({ brief: textOf(LONGEST_ID), operations: listOf(operation, MOST_OPERATIONS), giveUp }, [
    'brief',
    'operations',
  ])
}

/** Days, or sections of a long one, that are shown together. */
export interface JournalPart {
  readonly id: string
  readonly spans: readonly Span[]
  readonly shown: string
}

export function journalBriefs(request: BriefRequest): Brief[] {
  const review = waitingReview(request.where, request.epochMs)
  return inLanguage(request.language ?? review.language, () =>
    journalParts(review).map((part, at, parts) => briefOf(review, part, at + 1, parts.length, request)),
  )
}

function briefOf(
  review: WaitingReview,
  { id, shown }: JournalPart,
  part: number,
  parts: number,
  { place = '', language = review.language }: BriefRequest,
): Brief {
  const words = say().brief.journal
  const { limits, size, now } = review
  const left = Math.max(0, limits.target - size)
  const instructions = words.instructions({ id, part, parts, day: now.day, place, size, left, ...limits })
  const names = review.aliases.map(group => group.join(' = '))
  const data = [
    `## ${words.stands}`,
    sectionsOf(review),
    ...(names.length === 0 ? [] : [words.aliases(names.join('; '))]),
    `## ${words.journals}`,
    shown,
  ].join('\n\n')
  const schema = journalSchema()
  return {
    kind: 'journal',
    id,
    part,
    parts,
    language,
    root: review.root,
    instructions,
    data,
    schema,
    size: briefText({ instructions, data, schema }).length,
    limits: {
      size,
      left,
      target: limits.target,
      hard: limits.hard,
      text: LONGEST_TEXT,
      operations: MOST_OPERATIONS,
    },
    made: review.made,
  }
}

/** How much of the target each section should come to. */
const SHARE: Record<(typeof SECTIONS)[number], number> = { current: 0.4, stable: 0.4, relations: 0.2 }
const MOST_ENTRIES = 10_000
const MOST_OTHER = 2_500

function sectionsOf(review: WaitingReview): string {
  const words = say().brief.journal
  const longest =
    [LONGEST_TEXT, 200, 120, 70].find(most => entriesSize(review.items, most) <= MOST_ENTRIES) ?? 40
  const sections = SECTIONS.map(section => {
    const items = review.items.filter(item => item.section === section)
    const size = items.reduce((sum, { text }) => sum + text.length, 0)
    const title = writtenIn(review.language).sections[section]
    const target = Math.round(review.limits.target * SHARE[section])
    const lines = items.map(item => entryLine(item, longest))
    return [`### ${section} (${title}): ${words.sectionSize(size, target)}`, ...lines].join('\n')
  })
  const all = sections.join('\n')
  const other =
    review.other === '' ? [] : [`### ${words.other}`, cutAtWord(showToModel(review.other), MOST_OTHER)]
  return [all.length > MOST_ENTRIES + 1500 ? `${all.slice(0, MOST_ENTRIES + 1500)}…` : all, ...other].join(
    '\n',
  )
}

const entriesSize = (items: readonly NamedItem[], longest: number): number =>
  items.reduce((sum, { text }) => sum + Math.min(text.length, longest) + 30, 0)

function entryLine({ id, text, lastMention, managed }: NamedItem, longest: number): string {
  const words = say().brief.journal
  const marks = [...(managed ? [words.managed] : []), words.last(lastMention ?? '?')].join(', ')
  return `${id} (${marks}): ${cutAtWord(showToModel(text), longest)}`
}

/** What stands now, in one word. */
export const standsOf = ({ made }: Pick<WaitingReview, 'made'>): string =>
  sha256(made.map(({ file, hash }) => `${file} ${hash}`).join('\n')).slice(0, 8)

/** Of the lines themselves: growing behind them changes nothing. */
function sourcesHash(review: WaitingReview, spans: readonly Span[]): string {
  const text = spans.map(({ day, from, to }) => {
    const lines = textOfDay(review, day)
      .split('\n')
      .slice(from - 1, to)
    return `${day}:${from}-${to}\n${lines.join('\n')}`
  })
  return sha256(text.join('\n')).slice(0, 8)
}

const textOfDay = ({ texts }: WaitingReview, day: string): string =>
  texts.find(each => each.day === day)?.text ?? ''

function idOf(review: WaitingReview, spans: readonly Span[]): string {
  const [first, last] = [spans[0]!, spans.at(-1)!]
  const short = (day: string) => day.replaceAll('-', '')
  return `journal-${short(first.day)}.${first.from}-${short(last.day)}.${last.to}-${sourcesHash(review, spans)}-${standsOf(review)}`
}

const ID =
  /^journal-(\d{4})(\d\d)(\d\d)\.(\d{1,7})-(\d{4})(\d\d)(\d\d)\.(\d{1,7})-([0-9a-f]{8})-([0-9a-f]{8})$/

/** The lines that an id means, as they are now. */
export function partNamed(
  review: WaitingReview,
  id: string,
):
  | { readonly state: 'waiting'; readonly spans: readonly Span[]; readonly stands: string }
  | { readonly state: 'no-brief' | 'read' | 'journals-changed' } {
  const found = ID.exec(id)
  if (found === null) return { state: 'no-brief' }
  const [, y, m, d, from, toY, toM, toD, to, sources, stands] = found as unknown as string[]
  const [first, last] = [`${y}-${m}-${d}`, `${toY}-${toM}-${toD}`]
  const waiting = review.texts.filter(({ day }) => day >= first && day <= last)
  const start = waiting.find(({ day }) => day === first)
  if (start === undefined || start.from > Number(from)) return { state: 'read' }
  const spans = waiting.map(({ day, from: own, text }) => ({
    day,
    from: day === first ? Number(from) : own,
    to: day === last ? Number(to) : linesOf(text).length,
  }))
  if (sourcesHash(review, spans) !== sources) return { state: 'journals-changed' }
  // What comes before in the same day has to be read first: a journal is read from its beginning on.
  return { state: 'waiting', spans, stands: stands! }
}

/** Whether a day of the part goes on from lines that nobody has answered yet. */
export const isOutOfTurn = (review: WaitingReview, [first]: readonly Span[]): boolean =>
  first !== undefined && review.texts.some(({ day, from }) => day === first.day && from < first.from)

/** A stretch of lines that is not cut. */
interface Unit extends Span {
  readonly shown: string
}

/** In the order of the days; a part ends where a day or a section ends. */
export function journalParts(review: WaitingReview): JournalPart[] {
  const entries = Math.min(entriesSize(review.items, LONGEST_TEXT), MOST_ENTRIES + 1500)
  const room = Math.max(4_000, MOST_SHOWN - FIXED - entries - Math.min(review.other.length, MOST_OTHER))
  const parts: { spans: Span[]; shown: string[]; size: number }[] = []
  for (const unit of unitsOf(review, room)) {
    const last = parts.at(-1)
    const size = unit.shown.length + 40
    const isSplitDay = last?.spans.at(-1)?.day === unit.day
    if (last === undefined || last.size + size > room)
      parts.push({ spans: [span(unit)], shown: [unit.shown], size })
    else {
      last.size += size
      if (isSplitDay) last.spans.push({ ...last.spans.pop()!, to: unit.to })
      else last.spans.push(span(unit))
      last.shown.push(unit.shown)
    }
  }
  return parts.map(({ spans, shown }) => ({ id: idOf(review, spans), spans, shown: shown.join('\n\n') }))
}

const span = ({ day, from, to }: Unit): Span => ({ day, from, to })

function unitsOf(review: WaitingReview, room: number): Unit[] {
  const forms = review.texts.map(({ text, from }) => formsIn(text, from))
  return review.texts.flatMap(({ day, from, text }, at) => {
    const lines = linesOf(text)
    const masked = maskedLines(text)
    const hidden = repeatedIn(forms, at)
    const before = review.texts[at - 1]?.day
    const shown = lines
      .filter(({ line, by }) => line >= from && by !== 'blank')
      .map(each => ({
        each,
        text: shownLine(each, masked[each.line - 1] ?? ''),
        isHidden: hidden.has(formOf(each.text)),
      }))
    const unit = (some: typeof shown, first: number, last: number): Unit => ({
      day,
      from: first,
      to: last,
      shown: [
        `### ${day}${first > 1 ? ` (${first}–${last})` : ''}`,
        ...(first > 1 ? headingsAbove(some[0]?.each) : []),
        ...some.filter(({ isHidden }) => !isHidden).map(each => each.text),
        ...(hidden.size === 0
          ? []
          : [say().brief.journal.repeated(some.filter(each => each.isHidden).length, before ?? '')]),
      ].join('\n'),
    })
    const whole = unit(shown, from, lines.length)
    if (whole.shown.length <= room) return [whole]
    return pieces(shown, room).map((some, place, all) =>
      unit(
        some,
        place === 0 ? from : some[0]!.each.line,
        place === all.length - 1 ? lines.length : all[place + 1]![0]!.each.line - 1,
      ),
    )
  })
}

/** A part that begins within a section says in which. */
function headingsAbove(line: SourceLine | undefined): string[] {
  const above = line?.headings ?? []
  return above.length === 0 ? [] : [say().brief.journal.above(cutAtWord(showToModel(above.join(' / ')), 200))]
}

/** At headings; a section that is too long by itself at a line. */
function pieces<One extends { readonly each: SourceLine; readonly text: string }>(
  all: readonly One[],
  room: number,
): One[][] {
  const sections: One[][] = []
  for (const one of all) {
    const last = sections.at(-1)
    if (last === undefined || one.each.by === 'heading') sections.push([one])
    else last.push(one)
  }
  const sizeOf = (some: readonly One[]) => some.reduce((sum, { text }) => sum + text.length + 1, 0)
  const out: { lines: One[]; size: number }[] = []
  const put = (some: readonly One[]) => {
    const [last, size] = [out.at(-1), sizeOf(some)]
    if (last === undefined || last.size + size > room)
      return void out.push({ lines: [...some], size: size + 300 })
    last.lines.push(...some)
    last.size += size
  }
  for (const section of sections)
    if (sizeOf(section) + 300 <= room) put(section)
    else for (const one of section) put([one])
  return out.map(({ lines }) => lines)
}

const formOf = (line: string): string => line.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim().toLowerCase()

const formsIn = (text: string, from: number): ReadonlySet<string> =>
  new Set(
    linesOf(text)
      .filter(({ line, by }) => line >= from && by !== 'blank' && by !== 'heading')
      .map(({ text: line }) => formOf(line)),
  )

const ALIKE = 0.8

/** What a day between two days of the same kind repeats: its first and its last change of state are shown elsewhere. */
function repeatedIn(forms: readonly ReadonlySet<string>[], at: number): ReadonlySet<string> {
  const [before, own, after] = [forms[at - 1], forms[at]!, forms[at + 1]]
  if (before === undefined || after === undefined || own.size < 2) return new Set()
  const shared = [...own].filter(form => before.has(form) && after.has(form))
  return shared.length >= own.size * ALIKE ? new Set(shared) : new Set()
}
