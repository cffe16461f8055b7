/** A place in a line, with the column that tabs make of it. */
export interface Cursor {
  at: number
  column: number
  readonly end: number
}

/** What a line is, once its quote and list markers are read. `line`: a heading, rule or table row, which stands alone. */
export type Leaf = 'text' | 'line' | 'fence' | 'comment'

/** A container is the width of a list item's indentation, or this. */
const QUOTE = -1
/** Deeper nesting is read as text: it bounds what a line costs. */
const MAX_DEPTH = 32

/** Moves past the markers of the containers that go on in this line, and says how many do. */
export function enterContainers(text: string, cursor: Cursor, containers: readonly number[]): number {
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
export function openContainers(
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
export function leafAt(text: string, cursor: Cursor, inParagraph: boolean): Leaf {
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
export function fenceAt(text: string, at: number): { char: string; length: number } {
  const code = text.charCodeAt(at)
  let end = at + 1
  while (text.charCodeAt(end) === code) end++
  return { char: text.charAt(at), length: end - at }
}

export function closesFence(text: string, cursor: Cursor, fence: { char: string; length: number }): boolean {
  const indent = indentation(text, cursor)
  const at = afterSpaces(text, cursor)
  if (indent > 3 || text[at] !== fence.char) return false
  const { length } = fenceAt(text, at)
  return length >= fence.length && isBlank(text, { ...cursor, at: at + length })
}

export function isBlank(text: string, cursor: Cursor): boolean {
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
