export const LINE_END = /\r\n|\r|\n/

/** Where something stands in a text. */
export interface Range {
  readonly start: number
  readonly end: number
}

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

interface Found extends Range {
  readonly kind: 'code' | 'fence' | 'comment'
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

interface Run extends Range {
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

/** A comment that begins in [from, before) and ends by `end`. */
type CommentFinder = (from: number, before: number, end: number) => Range | undefined

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

/** A part of the text in which backticks may find their partner (`inline`), a fenced block, or a comment on its own. */
interface Block extends Range {
  readonly kind: 'inline' | 'fence' | 'comment'
}

interface State {
  readonly text: string
  readonly blocks: Block[]
  /** Open quotes and list items, outermost first. */
  readonly containers: number[]
  fence: { start: number; end: number; char: string; length: number; depth: number } | undefined
  paragraph: { start: number; end: number } | undefined
  /** Where a comment that spans lines ends. */
  resumeAt: number
}

/** The block structure of CommonMark, as far as backticks depend on it: quotes, list items, paragraphs, fences, comments. */
function splitBlocks(text: string): { blocks: Block[]; lineStarts: number[] } {
  const state: State = {
    text,
    blocks: [],
    containers: [],
    fence: undefined,
    paragraph: undefined,
    resumeAt: 0,
  }
  const lineStarts = [0]
  const lineEnd = /\r\n?|\n/g
  for (let start = 0; start < text.length; ) {
    const match = lineEnd.exec(text)
    const end = match?.index ?? text.length
    if (end > state.resumeAt || state.resumeAt === 0) readLine(state, Math.max(start, state.resumeAt), end)
    if (match === null) break
    start = lineEnd.lastIndex
    lineStarts.push(start)
  }
  closeFence(state)
  closeParagraph(state)
  return { blocks: state.blocks, lineStarts }
}

function readLine(state: State, start: number, end: number): void {
  const { text, containers } = state
  const cursor: Cursor = { at: start, column: 0, end }
  const matched = enterContainers(text, cursor, containers)
  if (state.fence) {
    const inside = matched >= state.fence.depth
    if (inside) state.fence.end = end
    if (!inside || closesFence(text, cursor, state.fence)) closeFence(state)
    if (inside) return
  }
  if (isBlank(text, cursor)) {
    closeParagraph(state)
    containers.length = matched
    return
  }
  const opened = openContainers(text, cursor, containers, matched, state.paragraph !== undefined)
  if (opened) closeParagraph(state)
  readLeaf(state, cursor, matched, opened)
}

function readLeaf(state: State, cursor: Cursor, matched: number, opened: boolean): void {
  const { text, containers, blocks } = state
  const lazy = !opened && matched < containers.length && state.paragraph !== undefined
  const leaf = leafAt(text, cursor, state.paragraph !== undefined && !lazy)
  if (!opened && !(lazy && leaf === 'text')) containers.length = matched
  if (leaf === 'text') {
    state.paragraph ??= { start: cursor.at, end: cursor.end }
    state.paragraph.end = cursor.end
    return
  }
  closeParagraph(state)
  if (leaf === 'line') blocks.push({ kind: 'inline', start: cursor.at, end: cursor.end })
  if (leaf === 'fence') {
    const { at, end } = cursor
    const opening = { char: text.charAt(at), length: runLength(text, at) }
    state.fence = { start: at, end, depth: containers.length, ...opening }
  }
  if (leaf === 'comment') readComment(state, cursor)
}

function readComment(state: State, cursor: Cursor): void {
  const close = state.text.indexOf('-->', cursor.at + 2)
  const end = close === -1 ? state.text.length : close + 3
  state.blocks.push({ kind: 'comment', start: cursor.at, end })
  state.resumeAt = end
  if (end < cursor.end) state.blocks.push({ kind: 'inline', start: end, end: cursor.end })
}

function closeParagraph(state: State): void {
  if (state.paragraph) state.blocks.push({ kind: 'inline', ...state.paragraph })
  state.paragraph = undefined
}

function closeFence(state: State): void {
  if (state.fence) state.blocks.push({ kind: 'fence', start: state.fence.start, end: state.fence.end })
  state.fence = undefined
}

/** A place in a line, with the column that tabs make of it. */
interface Cursor {
  at: number
  column: number
  readonly end: number
}

/** What a line is, once its quote and list markers are read. `line`: a heading, rule or table row, which stands alone. */
type Leaf = 'text' | 'line' | 'fence' | 'comment'

/** A container is the width of a list item's indentation, or this. */
const QUOTE = -1
/** Deeper nesting is read as text: it bounds what a line costs. */
const MAX_DEPTH = 32

/** Moves past the markers of the containers that go on in this line, and says how many do. */
function enterContainers(text: string, cursor: Cursor, containers: readonly number[]): number {
  let matched = 0
  for (const container of containers) {
    if (container === QUOTE) {
      if (!skipQuoteMarker(text, cursor)) break
    } else if (indentation(text, cursor) >= container) skipColumns(text, cursor, container)
    else if (!isBlank(text, cursor)) break
    matched++
  }
  return matched
}

/** Opens the quotes and list items that begin in this line; whether there were any. */
function openContainers(
  text: string,
  cursor: Cursor,
  containers: number[],
  matched: number,
  inParagraph: boolean,
): boolean {
  const interrupts = inParagraph && matched === containers.length
  let opened = false
  for (let depth = matched; depth < MAX_DEPTH; depth++) {
    const container = skipQuoteMarker(text, cursor)
      ? QUOTE
      : skipListMarker(text, cursor, interrupts && !opened)
    if (container === undefined) break
    containers.length = depth
    containers.push(container)
    opened = true
  }
  return opened
}

function skipQuoteMarker(text: string, cursor: Cursor): boolean {
  const indent = indentation(text, cursor)
  if (indent > 3 || text[afterSpaces(text, cursor)] !== '>') return false
  skipColumns(text, cursor, indent + 1)
  if (isSpace(text.charCodeAt(cursor.at))) skipColumns(text, cursor, 1)
  return true
}

/** The width of the item's indentation, with the cursor at its content. */
function skipListMarker(text: string, cursor: Cursor, interrupts: boolean): number | undefined {
  const indent = indentation(text, cursor)
  if (indent > 3) return undefined
  const at = afterSpaces(text, cursor)
  const marker = markerLength(text, at, interrupts)
  if (marker === 0 || isThematicBreak(text, at, cursor.end)) return undefined
  const after: Cursor = { at: at + marker, column: cursor.column + indent + marker, end: cursor.end }
  const blank = isBlank(text, after)
  if (blank && interrupts) return undefined
  const spaces = indentation(text, after)
  const width = indent + marker + (blank || spaces > 4 ? 1 : spaces)
  skipColumns(text, cursor, width)
  return width
}

/** The length of `-`, `*`, `+`, `1.` or `1)`, where white space or the line's end follows; else 0. */
function markerLength(text: string, at: number, interrupts: boolean): number {
  const char = text[at]
  let length = 0
  if (char === '-' || char === '*' || char === '+') length = 1
  else {
    let digits = 0
    while (digits < 10 && isDigit(text.charCodeAt(at + digits))) digits++
    const delimiter = text[at + digits]
    if (digits > 0 && digits < 10 && (delimiter === '.' || delimiter === ')')) length = digits + 1
    if (interrupts && Number(text.slice(at, at + digits)) !== 1) length = 0
  }
  const next = text.charCodeAt(at + length)
  return length > 0 && (Number.isNaN(next) || isSpace(next) || next === 10 || next === 13) ? length : 0
}

/** Moves past the indentation and says what begins there. */
function leafAt(text: string, cursor: Cursor, inParagraph: boolean): Leaf {
  const indent = indentation(text, cursor)
  if (indent > 3) return 'text'
  skipColumns(text, cursor, indent)
  const { at, end } = cursor
  switch (text[at]) {
    case '`': {
      const length = runLength(text, at)
      return length >= 3 && !text.slice(at + length, end).includes('`') ? 'fence' : 'text'
    }
    case '~':
      return runLength(text, at) >= 3 ? 'fence' : 'text'
    case '<':
      return text.startsWith('<!--', at) ? 'comment' : 'text'
    case '#':
      return /^#{1,6}(?:[ \t]|$)/.test(text.slice(at, Math.min(end, at + 7))) ? 'line' : 'text'
    case '|':
      return 'line'
    case '=':
      return inParagraph && isRunOf(text, at, end) ? 'line' : 'text'
    case '-':
      return (inParagraph && isRunOf(text, at, end)) || isThematicBreak(text, at, end) ? 'line' : 'text'
    case '*':
    case '_':
      return isThematicBreak(text, at, end) ? 'line' : 'text'
    default:
      return 'text'
  }
}

/** How many equal characters stand from `at` on. */
function runLength(text: string, at: number): number {
  const code = text.charCodeAt(at)
  let end = at + 1
  while (text.charCodeAt(end) === code) end++
  return end - at
}

function closesFence(text: string, cursor: Cursor, fence: { char: string; length: number }): boolean {
  const indent = indentation(text, cursor)
  const at = afterSpaces(text, cursor)
  if (indent > 3 || text[at] !== fence.char) return false
  const length = runLength(text, at)
  return length >= fence.length && isBlank(text, { ...cursor, at: at + length })
}

const isBlank = (text: string, cursor: Cursor): boolean => afterSpaces(text, cursor) >= cursor.end

function afterSpaces(text: string, cursor: Cursor): number {
  let at = cursor.at
  while (at < cursor.end && isSpace(text.charCodeAt(at))) at++
  return at
}

function isRunOf(text: string, at: number, end: number): boolean {
  return isBlank(text, { at: at + runLength(text, at), column: 0, end })
}

function isThematicBreak(text: string, start: number, end: number): boolean {
  const mark = text.charCodeAt(start)
  if (mark !== 42 && mark !== 45 && mark !== 95) return false
  let count = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === mark) count++
    else if (!isSpace(code)) return false
  }
  return count >= 3
}

/** Columns of white space from the cursor on. */
function indentation(text: string, cursor: Cursor): number {
  let column = cursor.column
  for (let at = cursor.at; at < cursor.end; at++) {
    const code = text.charCodeAt(at)
    if (code === 9) column += 4 - (column % 4)
    else if (code === 32) column++
    else break
  }
  return column - cursor.column
}

/** A tab that is only partly needed is taken whole. */
function skipColumns(text: string, cursor: Cursor, columns: number): void {
  const target = cursor.column + columns
  while (cursor.column < target && cursor.at < cursor.end) {
    cursor.column += text.charCodeAt(cursor.at) === 9 ? 4 - (cursor.column % 4) : 1
    cursor.at++
  }
}

const isSpace = (code: number): boolean => code === 32 || code === 9

const isDigit = (code: number): boolean => code >= 48 && code <= 57
