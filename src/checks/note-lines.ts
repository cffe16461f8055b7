import { says } from '../languages/index.ts'

/** A line without what only sets it off: list marks, emphasis, signs, the hashes of a heading. */
export const plainLine = (line: string): string =>
  line
    .replace(/<!--|-->|[*_>~]{1,3}|⚠️?|\p{Extended_Pictographic}️?/gu, ' ')
    .replace(/^[\s#+-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()

const isOver = says(({ notes }) => notes?.tombstone)

/** Whether a line says of what it stands in that it no longer holds. */
export const saysItIsOver = (line: string): boolean => line.length < 2000 && isOver(plainLine(line))
