import { closeSync, existsSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { jsonObject, openRegularFile, sha256 } from '../../disk/index.ts'

/** A line of a file that may be larger than memory, without its line end. */
export interface FileLine {
  /** Nothing where the line is longer than anything that is read. */
  readonly text: string | undefined
  readonly start: number
  /** Of the byte after its line end. */
  readonly end: number
  /** `open`: the last line, and whoever writes the file may not be done with it. */
  readonly state: 'ended' | 'open'
}

/** A picture in a transcript has a few million characters; what is longer holds no words. */
export const LONGEST_LINE = 8 * 1024 * 1024
const CHUNK = 64 * 1024
const NEWLINE = 10

export interface OpenText {
  readonly size: number
  lines(from: number): Generator<FileLine>
  /** `length` bytes from `position` on, or what there is of them. */
  bytes(position: number, length: number): Buffer
  close(): void
}

/** Opens a regular file for reading in pieces; nothing where it is none. */
export function openText(path: string, links: 'follow' | 'refuse' = 'follow'): OpenText | undefined {
  const opened = openRegularFile(path, links)
  if (opened.kind !== 'open') return undefined
  const { descriptor, stat } = opened
  return {
    size: Number(stat.size),
    lines: from => linesOf(descriptor, from),
    bytes: (position, length) => bytesAt(descriptor, position, length),
    close: () => closeSync(descriptor),
  }
}

function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position))
}

/** At most one line and one chunk are held at a time; of a line that is too long nothing but its length. */
function* linesOf(descriptor: number, from: number): Generator<FileLine> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  const line = newLine()
  let start = from
  let position = from
  for (;;) {
    const count = readSync(descriptor, buffer, 0, CHUNK, position)
    if (count === 0) break
    let at = 0
    for (let end = buffer.indexOf(NEWLINE); end !== -1 && end < count; end = buffer.indexOf(NEWLINE, at)) {
      line.add(buffer.subarray(at, end))
      at = end + 1
      yield { text: line.take(), start, end: position + at, state: 'ended' }
      start = position + at
    }
    line.add(buffer.subarray(at, count))
    position += count
  }
  if (position > start) yield { text: line.take(), start, end: position, state: 'open' }
}

function newLine() {
  let decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let length = 0
  return {
    add(bytes: Buffer): void {
      length += bytes.length
      if (length > LONGEST_LINE) parts = []
      else if (bytes.length > 0) parts.push(decoder.write(bytes))
    },
    take(): string | undefined {
      const text = length > LONGEST_LINE ? undefined : parts.join('') + decoder.end()
      decoder = new StringDecoder('utf8')
      parts = []
      length = 0
      return text?.endsWith('\r') ? text.slice(0, -1) : text
    },
  }
}

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

/** Cursors as they were written down; what is not one of ours is as if it were not there. */
export function parseCursors(text: string | undefined): Map<string, Cursor> {
  const cursors = jsonObject(text)?.['cursors']
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
}

/** Transcripts are kept for a month; those whose file is gone need no cursor. */
export function cursorsText(cursors: ReadonlyMap<string, Cursor>): string {
  const kept = [...cursors].filter(([file]) => existsSync(file)).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ version: 1, cursors: kept.map(([file, cursor]) => ({ file, ...cursor })) })}\n`
}
