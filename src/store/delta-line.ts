import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sha256 } from '../disk/index.ts'
import { exactText } from '../text/index.ts'
import type { Delta } from './delta.ts'

/** What a line is about. A file has one for every version of every file, so all that is not the delta is short. */
export interface LineHead {
  /** The beginning of the SHA-256 of the version that it gives; whoever rebuilds the version compares all of it. */
  readonly name: string
  /** Whose version it is. */
  readonly tag: string
  /** Whether it is made from the version of the same file that stands before it. */
  readonly made: 'alone' | 'from-the-last'
}

const SUM_DIGITS = 8
const HEAD_BYTES = 40
const [SPACE, ALONE, FROM_THE_LAST, JSON_LIST, DEFLATED] = Buffer.from(' *^[~')
/** Deflated it takes so much longer to read that a few bytes are no reason. */
const WORTH_DEFLATING = 32
/** How far back deflated text can refer. */
const WINDOW = 32_768

export const nameOf = (hash: string): string => hash.slice(0, 24)
export const tagOf = (file: string): string => sha256(file).slice(0, 4)

/**
 * `<checksum> <name> <tag> <*: all of it, ^: what differs from the one before><delta>` and the end of the line. `old` is the
 * text that the delta is about, in pieces: whoever reads the line has it too, so what it says need not be said again.
 */
export function lineOf({ name, tag, made }: LineHead, delta: Delta, old: readonly Buffer[]): Buffer {
  const head = Buffer.from(`${name} ${tag} ${made === 'alone' ? '*' : '^'}`)
  const body = Buffer.concat([head, written(delta, dictionaryOf(old))])
  return Buffer.concat([Buffer.from(`${sumOf(body)} `), body, Buffer.from('\n')])
}

/** Nothing where it is no line of ours. Its checksum is looked at when its delta is asked for. */
export function headOf(line: Buffer): LineHead | undefined {
  if (line[8] !== SPACE || line[33] !== SPACE || line[38] !== SPACE) return undefined
  if (line[39] !== ALONE && line[39] !== FROM_THE_LAST) return undefined
  const made = line[39] === ALONE ? 'alone' : 'from-the-last'
  return { name: line.toString('latin1', 9, 33), tag: line.toString('latin1', 34, 38), made }
}

/** Nothing where the line is not what was written. */
export function deltaIn(line: Buffer, old: readonly Buffer[]): Delta | undefined {
  if (sumOf(line.subarray(SUM_DIGITS + 1)) !== line.toString('latin1', 0, SUM_DIGITS)) return undefined
  try {
    const json = jsonIn(line.subarray(HEAD_BYTES), old)
    const parts = JSON.parse(json.toString()) as (string | [number, number] | { bytes: string })[]
    return parts.map(part => {
      if (typeof part === 'string') return Buffer.from(part)
      return Array.isArray(part) ? part : Buffer.from(part.bytes, 'base64')
    })
  } catch {
    // Its checksum is right, and it is no delta: nothing that we wrote, or not about that text.
    return undefined
  }
}

/** JSON, and deflated where that takes less room. What is no text is in base64. */
function written(delta: Delta, dictionary: Buffer): Buffer {
  const parts = delta.map(part => {
    if (!Buffer.isBuffer(part)) return part
    return exactText(part) ?? { bytes: part.toString('base64') }
  })
  const json = Buffer.from(JSON.stringify(parts))
  const deflated = Buffer.from(`~${escaped(deflateRawSync(json, { dictionary }))}`, 'latin1')
  return deflated.length + WORTH_DEFLATING < json.length ? deflated : json
}

function jsonIn(body: Buffer, old: readonly Buffer[]): Buffer {
  if (body[0] === JSON_LIST) return body
  if (body[0] === DEFLATED)
    return inflateRawSync(unescaped(body.subarray(1)), { dictionary: dictionaryOf(old) })
  // As it was until deltas referred to the text before them.
  return inflateRawSync(Buffer.from(body.toString('latin1'), 'base64'))
}

/** The end of a text. */
function dictionaryOf(pieces: readonly Buffer[]): Buffer {
  const end: Buffer[] = []
  let room = WINDOW
  for (let at = pieces.length - 1; at >= 0 && room > 0; at--) {
    const piece = pieces[at]!.subarray(-room)
    end.push(piece)
    room -= piece.length
  }
  return Buffer.concat(end.reverse())
}

/** Without the byte that ends a line, and without zeros: those tell of a line whose middle is not on disk. */
function escaped(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('=', '=e').replaceAll('\n', '=n').replaceAll('\0', '=0')
}

function unescaped(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  return Buffer.from(text.replaceAll('=0', '\0').replaceAll('=n', '\n').replaceAll('=e', '='), 'latin1')
}

function sumOf(body: Buffer): string {
  return sha256(body).slice(0, SUM_DIGITS)
}
