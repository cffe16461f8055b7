import { managedLines, splitLines } from './lines.ts'

/** The text of each line that is prose, without comments; nothing for lines of code, front matter and managed blocks. */
export function visibleLines(text: string): (string | undefined)[] {
  const lines = splitLines(text)
  const managed = managedLines(lines)
  let fence: string | undefined
  let comment = false
  let front = lines[0]?.text.trim() === '---'
  return lines.map(({ text: line }, at) => {
    if (managed.has(at)) return undefined
    if (front) {
      if (at > 0 && line.trim() === '---') front = false
      return undefined
    }
    const mark = comment ? undefined : /^[ \t]{0,12}(?:[-*+][ \t]+)?(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = undefined
      return undefined
    }
    if (mark !== undefined) {
      fence = mark
      return undefined
    }
    const shown = withoutComments(line, comment)
    comment = shown.open
    return shown.text
  })
}

function withoutComments(text: string, open: boolean): { text: string; open: boolean } {
  let out = ''
  let at = 0
  let inside = open
  for (;;) {
    const next = text.indexOf(inside ? '-->' : '<!--', at)
    if (next === -1) return { text: inside ? out : out + text.slice(at), open: inside }
    if (!inside) out += text.slice(at, next)
    at = next + (inside ? 3 : 4)
    inside = !inside
  }
}
