import {
  type Cursor,
  closesFence,
  enterContainers,
  fenceAt,
  isBlank,
  leafAt,
  openContainers,
} from './markdown-lines.ts'

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
