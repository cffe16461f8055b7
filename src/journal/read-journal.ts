import { alternatives } from '../languages/index.ts'
import { significantWords, splitSentences } from '../text/index.ts'
import type { Entry } from './entry.ts'
import { visibleLines } from './visible-lines.ts'

/** Longer than this an item is cut into its sentences. */
const LONGEST_ITEM = 320

interface Open {
  readonly indent: number
  readonly shape: Entry['shape']
  readonly task?: Entry['task']
  /** Pieces with the line each began in. */
  readonly pieces: { readonly text: string; readonly line: number }[]
}

interface Reading {
  readonly file: string
  readonly date: string
  readonly entries: Entry[]
  readonly headings: { readonly level: number; readonly text: string }[]
  /** Lead-ins ("Decisions:", an item whose text ends with a colon), with the indentation of what they cover. */
  readonly leads: { readonly indent: number; readonly text: string }[]
  open: Open | undefined
  time: string | undefined
  columns: readonly string[] | undefined
}

/**
 * The entries of a journal from line `from` on (1 is the first): headings, list items, tasks, paragraphs, rows of
 * tables. Code, comments, front matter and what OpenClaw's own dreaming put there are no entries.
 */
export function readJournal(text: string, about: { file: string; date: string }, from = 1): Entry[] {
  const reading: Reading = {
    ...about,
    entries: [],
    headings: [],
    leads: [],
    open: undefined,
    time: undefined,
    columns: undefined,
  }
  const bare = visibleLines(text)
  for (const [at, line] of bare.entries()) {
    if (line === undefined) close(reading)
    else readLine(reading, line, at + 1, bare[at + 1])
  }
  close(reading)
  return reading.entries.filter(entry => entry.source.line >= from)
}

const HEADING = /^[ \t]{0,3}(#{1,6})[ \t]+(\S.{0,400})/
const ITEM = /^([ \t]{0,40})(?:[-*+•‣◦]|\d{1,9}[.)、])[ \t]+(?:\[([ xX✓✔-])\][ \t]+)?/
const RULE = /^[ \t]{0,3}(?:[-_*=](?:[ \t]*[-_*=]){2,80})[ \t]*$/

function readLine(reading: Reading, raw: string, line: number, next: string | undefined): void {
  const text = raw.trimEnd()
  if (text.trim() === '' || RULE.test(text)) {
    close(reading)
    if (text.trim() === '') reading.columns = undefined
    return
  }
  const heading = HEADING.exec(text)
  const item = ITEM.exec(text)
  const quote = /^[ \t]{0,3}>[ \t>]*/.exec(text)
  if (heading !== null) readHeading(reading, heading[1]!.length, heading[2]!, line)
  else if (/^[ \t]*\|/.test(text)) readRow(reading, text, line, next)
  else if (item !== null) readItem(reading, text.slice(item[0].length), item, line)
  else if (quote !== null) readMore(reading, 'quote', text.slice(quote[0].length), line)
  else readMore(reading, 'paragraph', text.trim(), line)
}

function readItem(reading: Reading, text: string, [, space = '', box]: RegExpExecArray, line: number): void {
  close(reading)
  const open = { indent: space.replace(/\t/g, '    ').length, pieces: [{ text, line }] }
  leaveLeads(reading, open.indent)
  reading.open =
    box === undefined
      ? { ...open, shape: 'item' }
      : { ...open, shape: 'task', task: box === ' ' ? 'open' : 'done' }
}

/** What is indented less, or as much, is not covered any more. */
function leaveLeads({ leads }: Reading, indent: number): void {
  while ((leads.at(-1)?.indent ?? -2) >= indent) leads.pop()
}

/** A lead-in that is a paragraph covers every item below it. */
const ABOVE_ITEMS = -1

function readMore(reading: Reading, shape: 'quote' | 'paragraph', text: string, line: number): void {
  const { open } = reading
  const goesOn =
    open !== undefined &&
    (open.shape === shape || (shape === 'paragraph' && open.shape !== 'quote')) &&
    !(open.shape === 'paragraph' && OWN_LINE.test(text))
  if (goesOn) open.pieces.push({ text, line })
  else {
    close(reading)
    leaveLeads(reading, ABOVE_ITEMS)
    reading.open = { indent: ABOVE_ITEMS, shape, pieces: [{ text, line }] }
  }
}

/** A line of a paragraph that stands for itself: it begins with a label or a sign. */
const OWN_LINE = /^(?:\*\*|\p{Extended_Pictographic}|[\p{L}\d ]{1,20}[:：]\s)/u

function readHeading(reading: Reading, level: number, raw: string, line: number): void {
  close(reading)
  reading.columns = undefined
  reading.leads.length = 0
  const { text, time } = withoutTime(plain(raw.replace(/[ \t]#{1,6}[ \t]*$/, '')))
  while ((reading.headings.at(-1)?.level ?? 0) >= level) reading.headings.pop()
  if (level <= 2) reading.time = undefined
  const hour = time ?? /(?:^|\s)([01]\d|2[0-3]):[0-5]\d$/.exec(text)?.[0].trim()
  if (hour !== undefined) reading.time = hour
  if (text === '') return
  // "Session notes" is a place; "Decision: the shop moves to Postgres" is a statement.
  if (significantWords(text).size >= 4)
    push(reading, { indent: 0, shape: 'heading', pieces: [] }, text, line, time)
  reading.headings.push({ level, text })
}

function readRow(reading: Reading, text: string, line: number, next: string | undefined): void {
  close(reading)
  const cells = text
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => plain(cell))
  if (cells.every(cell => /^:?-*:?$/.test(cell))) return
  if (next !== undefined && /^[ \t]*\|[ \t:|-]+$/.test(next) && next.includes('-')) {
    reading.columns = cells
    return
  }
  const { columns } = reading
  const said = cells.map((cell, at) => {
    const column = columns?.[at] ?? ''
    return column === '' || cell === '' ? cell : `${column}: ${cell}`
  })
  push(reading, { indent: 0, shape: 'row', pieces: [] }, said.filter(cell => cell !== '').join('; '), line)
}

function close(reading: Reading): void {
  const { open } = reading
  reading.open = undefined
  if (open === undefined) return
  const lead = leadOf(open)
  if (lead !== undefined) {
    reading.leads.push({ indent: open.indent, text: lead })
    return
  }
  const whole = open.pieces.map(piece => piece.text).join(' ')
  const cut = open.shape === 'paragraph' || open.shape === 'quote' || whole.length > LONGEST_ITEM
  let at = 0
  const said = cut ? splitSentences(whole) : [whole]
  for (const sentence of said) {
    // Emphasis is gone from a sentence: where it cannot be found, it stands behind the one before.
    at = Math.max(at, whole.indexOf(sentence.slice(0, 20), at))
    push(reading, open, plain(sentence), lineAt(open, at), undefined, said.length > 1 ? 'part' : 'whole')
  }
}

/** What only says what comes below it. */
function leadOf({ shape, pieces }: Open): string | undefined {
  if (shape === 'quote' || shape === 'task' || pieces.length > 1) return undefined
  const raw = pieces[0]!.text.trim()
  const isLead = /[:：](?:\*{2,3}|__)?\s*$/.test(raw) || /^(?:\*\*[^*]{1,80}\*\*|__[^_]{1,80}__)$/.test(raw)
  return isLead && raw.length <= 100 ? withoutTime(plain(raw).replace(/\s*[:：]$/, '')).text : undefined
}

function lineAt({ pieces }: Open, offset: number): number {
  let end = 0
  for (const piece of pieces) {
    end += piece.text.length + 1
    if (offset < end) return piece.line
  }
  return pieces.at(-1)!.line
}

function push(
  reading: Reading,
  open: Open,
  said: string,
  line: number,
  ownTime?: string,
  share: 'whole' | 'part' = 'whole',
): void {
  const { text: timeless, time = ownTime ?? reading.time } = withoutTime(said)
  const { text, speaker } = withoutSpeaker(timeless)
  if (text === '') return
  const { file, date, headings, leads } = reading
  reading.entries.push({
    text,
    source: {
      file,
      line,
      block: { start: open.pieces[0]?.line ?? line, end: open.pieces.at(-1)?.line ?? line, share },
    },
    date,
    ...(time !== undefined && { time }),
    headings: [...headings, ...leads].map(heading => heading.text),
    ...(open.indent >= 2 && !leads.some(({ indent }) => indent >= 0) && { isDetail: true as const }),
    shape: open.shape,
    ...(open.task !== undefined && { task: open.task }),
    ...(speaker !== undefined && { speaker }),
  })
}

/** Without emphasis, with white space folded. */
function plain(text: string): string {
  return text
    .replace(/\*{2,3}|~~|(?<![\p{L}\p{N}_])__|__(?![\p{L}\p{N}_])/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const TIME =
  /^(?:[[(（【]?(?:\d{4}-\d{2}-\d{2}[ T])?([01]?\d|2[0-3])[:：]([0-5]\d)(?:[:：][0-5]\d)?(?:Z| ?[AaPp]\.?[Mm]\.?| [A-Z]{2,4})?[\])）】]?)[ \t]*(?:[-–—:：|]+[ \t]*)?/

function withoutTime(text: string): { text: string; time?: string } {
  const found = TIME.exec(text)
  if (found === null) return { text }
  const rest = text.slice(found[0].length)
  // "10:30 standup moved": the time is the statement, unless something sets it apart.
  const apart = rest === '' || /[\])）】\-–—:：|]\s*$/.test(found[0])
  return apart ? { text: rest, time: `${found[1]!.padStart(2, '0')}:${found[2]}` } : { text }
}

const SPEAKERS = (['user', 'assistant', 'tool'] as const).map(speaker => {
  const words = alternatives(({ speakers }) => speakers?.inJournal?.[speaker])
  return [new RegExp(`^(?:${words})\\s*[:：]\\s*`, 'i'), speaker] as const
})

function withoutSpeaker(text: string): { text: string; speaker?: NonNullable<Entry['speaker']> } {
  for (const [pattern, speaker] of SPEAKERS) {
    const found = pattern.exec(text)
    if (found !== null) return { text: text.slice(found[0].length), speaker }
  }
  return { text }
}
