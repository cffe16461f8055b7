import { says } from '../languages/index.ts'
import type { Memory } from '../model/index.ts'
import { textOf } from '../text/index.ts'

/** A line without what only sets it off: list marks, emphasis, signs, the hashes of a heading. */
export const plainLine = (line: string): string =>
  (SIGN.test(line) ? line.replace(SIGNS, ' ') : line)
    .replace(/^[\s#+-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()

const SIGNS = /<!--|-->|[*_>~]{1,3}|⚠️?|\p{Extended_Pictographic}️?/gu
/** Most lines have none: they are told apart without a look at every character's class. */
const SIGN = /[^ -~]|[*_<>~]/

const isOver = says(({ notes }) => notes?.tombstone)

/** Whether a line says of what it stands in that it no longer holds. */
export const saysItIsOver = (line: string): boolean => line.length < 2000 && isOver(plainLine(line))

/** Where a memory first says of itself that it no longer holds: the place in its lines, or -1. */
export function overAt(memory: Memory): number {
  const text = textOf(memory)
  return text.once('says it is over', () => text.fileLines.findIndex(saysItIsOver))
}
