/** A part of the text in which backticks may find their partner (`inline`), a fenced block, or a comment on its own. */
export interface Block {
  readonly kind: 'inline' | 'fence' | 'comment'
  readonly start: number
  readonly end: number
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
export function splitBlocks(text: string): { blocks: Block[]; lineStarts: number[] } {
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
    state.fence = { start: cursor.at, end: cursor.end, depth: containers.length, ...fenceAt(text, cursor.at) }
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
      const { length } = fenceAt(text, at)
      return length >= 3 && !text.slice(at + length, end).includes('`') ? 'fence' : 'text'
    }
    case '~':
      return fenceAt(text, at).length >= 3 ? 'fence' : 'text'
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

/** The run of equal characters at `at`. */
function fenceAt(text: string, at: number): { char: string; length: number } {
  const code = text.charCodeAt(at)
  let end = at + 1
  while (text.charCodeAt(end) === code) end++
  return { char: text.charAt(at), length: end - at }
}

function closesFence(text: string, cursor: Cursor, fence: { char: string; length: number }): boolean {
  const indent = indentation(text, cursor)
  const at = afterSpaces(text, cursor)
  if (indent > 3 || text[at] !== fence.char) return false
  const { length } = fenceAt(text, at)
  return length >= fence.length && isBlank(text, { ...cursor, at: at + length })
}

function isBlank(text: string, cursor: Cursor): boolean {
  return afterSpaces(text, cursor) >= cursor.end
}

function afterSpaces(text: string, cursor: Cursor): number {
  let at = cursor.at
  while (at < cursor.end && isSpace(text.charCodeAt(at))) at++
  return at
}

function isRunOf(text: string, at: number, end: number): boolean {
  return isBlank(text, { at: at + fenceAt(text, at).length, column: 0, end })
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

function isSpace(code: number): boolean {
  return code === 32 || code === 9
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
