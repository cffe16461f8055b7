/** Text on a grid of terminal columns: a Chinese character takes two of them, a combining accent none. */

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u
const NARROW_ONLY = /^[\x20-\x7e]*$/

let graphemes: Intl.Segmenter | undefined

function* cells(text: string): Generator<{ cell: string; wide: boolean }> {
  // Nearly all text is this, and the segmenter is slow.
  if (NARROW_ONLY.test(text)) {
    for (const cell of text) yield { cell, wide: false }
    return
  }
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(text)) yield { cell: segment, wide: WIDE.test(segment) }
}

export function columnsOf(text: string): number {
  if (NARROW_ONLY.test(text)) return text.length
  let columns = 0
  for (const { wide } of cells(text)) columns += wide ? 2 : 1
  return columns
}

export function padToColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

/** Lines of at most `columns`, broken at spaces and between wide characters; a longer word is cut where it must be. */
export function wrapToColumns(text: string, columns: number): string[] {
  const width = Math.max(8, columns)
  if (text.length <= width && NARROW_ONLY.test(text)) return [text.trim()]
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(text, width)) {
    if (columnsOf(line) + columnsOf(piece.trimEnd()) > width && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = ''
    }
    line += line === '' ? piece.trimStart() : piece
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd())
  return lines
}

/** What may not be broken: words with the space behind them, single wide characters, parts of overlong words. */
function* pieces(text: string, width: number): Generator<string> {
  let piece = ''
  let columns = 0
  for (const { cell, wide } of cells(text)) {
    const size = wide ? 2 : 1
    const ends = piece !== '' && (wide || columns + size > width || (piece.endsWith(' ') && cell !== ' '))
    if (ends) {
      yield piece
      piece = ''
      columns = 0
    }
    piece += cell
    columns += size
    if (!wide) continue
    yield piece
    piece = ''
    columns = 0
  }
  if (piece !== '') yield piece
}
