import { type Block, splitBlocks } from './markdown-blocks.ts'

export const LINE_END = /\r\n|\r|\n/

/** A stretch of Markdown source. Joining the `text` of all spans gives the source back. */
export interface Span {
  readonly kind: 'prose' | 'code' | 'fence' | 'comment'
  /** As it stands in the source, backticks and fence lines included; `spanContent` leaves them out. */
  readonly text: string
  readonly start: number
  /** Line of `start`, from 1. */
  readonly line: number
}

/**
 * The parts of a Markdown text that are read differently: prose, inline code, fenced code, HTML comments. One pass over the
 * lines and one over the backticks, so the time grows with the length of the text whatever it holds. Follows CommonMark,
 * except that indented code is prose and HTML tags are not looked at.
 */
export function scanMarkdown(text: string): Span[] {
  const { blocks, lineStarts } = splitBlocks(text)
  const found: Found[] = []
  const comments = commentFinder(text)
  let tick = -1
  for (const block of blocks) {
    if (tick < block.start) tick = indexOrEnd(text, '`', block.start)
    if (block.kind === 'inline') scanInline(text, block, tick, comments, found)
    else found.push({ kind: block.kind, start: block.start, end: block.end })
  }
  return fillWithProse(text, found, lineStarts)
}

/** What a code span or a fenced block holds; for the other kinds the text itself. */
export function spanContent(span: Span): {
  readonly text: string
  readonly start: number
  readonly line: number
} {
  if (span.kind === 'code') {
    const run = runLength(span.text, 0)
    return { text: span.text.slice(run, -run), start: span.start + run, line: span.line }
  }
  if (span.kind !== 'fence') return span
  const opening = /\r\n?|\n/.exec(span.text)
  if (opening === null) return { text: '', start: span.start + span.text.length, line: span.line }
  const from = opening.index + opening[0].length
  const closing = /[\r\n][ \t>]*(?:`{3,}|~{3,})[ \t]*$/.exec(span.text.slice(-200))
  const to = closing ? span.text.length - closing[0].length : span.text.length
  return { text: span.text.slice(from, Math.max(from, to)), start: span.start + from, line: span.line + 1 }
}

interface Found {
  readonly kind: 'code' | 'fence' | 'comment'
  readonly start: number
  readonly end: number
}

function fillWithProse(text: string, found: readonly Found[], lineStarts: readonly number[]): Span[] {
  const spans: Span[] = []
  let line = 1
  let end = 0
  const push = (kind: Span['kind'], from: number, to: number) => {
    if (from >= to) return
    while (line < lineStarts.length && (lineStarts[line] as number) <= from) line++
    spans.push({ kind, text: text.slice(from, to), start: from, line })
    end = to
  }
  for (const one of found) {
    push('prose', end, one.start)
    push(one.kind, one.start, one.end)
  }
  push('prose', end, text.length)
  return spans
}

/** Code spans and comments of one paragraph, heading or table row. */
function scanInline(
  text: string,
  block: Block,
  tick: number,
  commentAt: CommentFinder,
  found: Found[],
): void {
  const runs = tick < block.end ? backtickRuns(text, block, tick) : []
  let position = block.start
  let next = 0
  for (;;) {
    while (next < runs.length && (runs[next] as Run).start < position) next++
    const run = runs[next]
    const comment = commentAt(position, run?.start ?? block.end, block.end)
    if (comment) {
      found.push({ kind: 'comment', ...comment })
      position = comment.end
    } else if (run) {
      const start = run.start + run.escaped
      if (run.partner) found.push({ kind: 'code', start, end: run.partner.end })
      position = run.partner ? run.partner.end : run.end
    } else return
  }
}

interface Run {
  readonly start: number
  readonly end: number
  /** 1 where a backslash takes the first backtick away from the opening run. */
  readonly escaped: 0 | 1
  /** The next run of equal length. */
  partner?: Run
}

function backtickRuns(text: string, block: Block, tick: number): Run[] {
  const runs: Run[] = []
  for (let at = tick; at !== -1 && at < block.end; ) {
    const end = at + runLength(text, at)
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 92 && at - slashes > block.start) slashes++
    runs.push({ start: at, end, escaped: slashes % 2 === 1 ? 1 : 0 })
    at = text.indexOf('`', end)
  }
  const nextOfLength = new Map<number, Run>()
  for (const run of runs.toReversed()) {
    const partner = nextOfLength.get(run.end - run.start - run.escaped)
    if (partner) run.partner = partner
    nextOfLength.set(run.end - run.start, run)
  }
  return runs
}

function runLength(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === 96) end++
  return end - at
}

/** A comment that begins in [from, before) and ends by `end`. */
type CommentFinder = (from: number, before: number, end: number) => { start: number; end: number } | undefined

/** Remembers where the next opening and closing lie, so that a thousand openings without an end cost one search. */
function commentFinder(text: string): CommentFinder {
  let open = -1
  let close = -1
  return (from, before, end) => {
    if (open < from) open = indexOrEnd(text, '<!--', from)
    if (open >= before) return undefined
    if (close < open + 2) close = indexOrEnd(text, '-->', open + 2)
    return close + 3 <= end ? { start: open, end: close + 3 } : undefined
  }
}

function indexOrEnd(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at === -1 ? Number.POSITIVE_INFINITY : at
}

/** The lines of a text with code and comments blanked, so that they keep their numbers and their columns. */
export function proseLines(spans: readonly Span[]): string[] {
  return spans
    .map(({ kind, text }) => (kind === 'prose' ? text : text.replace(/[^\r\n]/g, ' ')))
    .join('')
    .split(LINE_END)
}

/**
 * `**bold**` and `*italic*`, also inside a Chinese sentence. The stars of `*.ts`, `src/**`, `test_*` and 2 * 3 are no marks: they come in
 * no pairs around words.
 */
const BOLD = /(?<![A-Za-z0-9/*.])\*\*(?=[^\s*./])([^\n]{1,500}?)(?<=[^\s*/])\*\*(?!\*)/g
const ITALIC = /(?<![A-Za-z0-9/*.])\*(?=[^\s*./])([^*\n]{1,500}?)(?<=[^\s*/])\*(?![A-Za-z0-9/*]|\.\w)/g

export const withoutEmphasis = (text: string): string => text.replace(BOLD, '$1').replace(ITALIC, '$1')

/** A stretch of a document that says one thing: a list item, a paragraph, or all that stands below a heading. */
export interface DocumentPart {
  readonly kind: 'block' | 'section'
  readonly heading: string
  /** As it stands, lines joined by a space. */
  readonly text: string
  /** Where it begins, from 1. */
  readonly line: number
  /** Its lines as they stand, blank ones left out, and the number of each. */
  readonly lines: readonly DocumentLine[]
}

export interface DocumentLine {
  readonly line: number
  readonly text: string
}

/** In the order of the document, each section after its blocks. */
export function documentParts(document: string): DocumentPart[] {
  const parts: DocumentPart[] = []
  const fenced = fencedLines(document)
  let heading = ''
  let section: DocumentLine[] = []
  let block: DocumentLine[] = []
  const closeBlock = () => {
    if (block.length > 0) parts.push({ kind: 'block', heading, ...joined(block) })
    block = []
  }
  const closeSection = () => {
    closeBlock()
    if (section.length > 0) parts.push({ kind: 'section', heading, ...joined(section) })
  }
  document.split(LINE_END).forEach((text, at) => {
    const line = at + 1
    const title = fenced.has(line) ? null : /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(text)
    if (title !== null) {
      closeSection()
      heading = title[1]!
      section = []
      return
    }
    if (text.trim() === '') {
      closeBlock()
      return
    }
    section.push({ line, text })
    if (/^\s*(?:[-*+]|\d{1,4}[.)])\s/.test(text) && !fenced.has(line)) closeBlock()
    block.push({ line, text })
  })
  closeSection()
  return parts
}

const joined = (lines: readonly DocumentLine[]) => ({
  line: lines[0]!.line,
  text: lines.map(({ text }) => text.trim()).join(' '),
  lines,
})

/** A comment in fenced code that begins with `#` is no heading. */
function fencedLines(document: string): ReadonlySet<number> {
  const lines = new Set<number>()
  for (const { kind, line, text } of scanMarkdown(document)) {
    if (kind !== 'fence') continue
    const count = text.split(LINE_END).length
    for (let at = 0; at < count; at++) lines.add(line + at)
  }
  return lines
}
