import { sha256 } from '../../disk/index.ts'
import type { OpenText } from './lines.ts'

/** How far a transcript was read, and what stood there then. Nothing before `offset` is read again while that is so. */
export interface Cursor {
  readonly offset: number
  /** How many lines that is. */
  readonly line: number
  /** SHA-256 of the first bytes, and of the last before `offset`. */
  readonly head: string
  readonly tail: string
}

/** So many bytes at each end tell a file from another that took its place. */
const SAMPLE = 4096

export function cursorAt(file: OpenText, { offset, line }: Pick<Cursor, 'offset' | 'line'>): Cursor {
  return { offset, line, ...identity(file, offset) }
}

/** Where to go on: at the cursor, or at the beginning of a file that was cut, replaced or never seen. */
export function resumeAt(file: OpenText, cursor: Cursor | undefined): { from: number; line: number } {
  const beginning = { from: 0, line: 0 }
  if (cursor === undefined || cursor.offset > file.size || cursor.offset < 0) return beginning
  const { head, tail } = identity(file, cursor.offset)
  const isSame = head === cursor.head && tail === cursor.tail
  return isSame ? { from: cursor.offset, line: cursor.line } : beginning
}

function identity(file: OpenText, offset: number): { head: string; tail: string } {
  const length = Math.min(SAMPLE, offset)
  return { head: sum(file.bytes(0, length)), tail: sum(file.bytes(offset - length, length)) }
}

function sum(bytes: Buffer): string {
  return sha256(bytes).slice(0, 32)
}

export type Cursors = ReadonlyMap<string, Cursor>

/** Cursors as they were written down; what is not one of ours is as if it were not there. */
export function parseCursors(text: string | undefined): Map<string, Cursor> {
  try {
    const { cursors } = JSON.parse(text ?? '{}') as { cursors?: unknown }
    if (!Array.isArray(cursors)) return new Map()
    return new Map(
      cursors.flatMap((each: Partial<Record<'file' | keyof Cursor, unknown>> | null) => {
        const { file, offset, line, head, tail } = each ?? {}
        const isOurs =
          typeof file === 'string' &&
          Number.isSafeInteger(offset) &&
          Number.isSafeInteger(line) &&
          typeof head === 'string' &&
          typeof tail === 'string'
        return isOurs ? [[file, { offset: offset as number, line: line as number, head, tail }] as const] : []
      }),
    )
  } catch {
    return new Map()
  }
}

/** Transcripts are kept for a month; those whose file is gone need no cursor. */
export function cursorsText(cursors: Cursors, isThere: (file: string) => boolean): string {
  const kept = [...cursors].filter(([file]) => isThere(file)).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ version: 1, cursors: kept.map(([file, cursor]) => ({ file, ...cursor })) })}\n`
}
