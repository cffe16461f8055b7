import { showText } from '../../text/index.ts'

/** What a tool gives back, a line at a time, up to a size that a model can take in. */
export interface Output {
  /** Answers whether there is room for more. */
  line(text: string): boolean
  /** A remark of ours. */
  note(text: string): void
  end(empty?: string): string
}

const LONGEST_RESULT = 20_000
const LONGEST_LINE = 2_000

export function newOutput(): Output {
  const lines: string[] = []
  const notes: string[] = []
  let length = 0
  let left = 0
  return {
    line(text) {
      const shown =
        text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)} … (${text.length} characters)` : text
      if (length + shown.length > LONGEST_RESULT) {
        left++
        return false
      }
      length += shown.length + 1
      lines.push(shown)
      return true
    },
    note: text => notes.push(`(${text})`),
    end(empty = '(nothing)') {
      if (left > 0)
        notes.push(`(${length} characters are shown and that is the limit: ask for less at a time)`)
      return [...(lines.length === 0 ? [empty] : lines), ...notes].join('\n')
    },
  }
}

/** `2026-03-01 12:30`. */
export const timeWords = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')

/** Names of files are untrusted: one that holds a line break does not make a second line. */
export const nameWords = (name: string): string => showText(name)
