import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sha256 } from '../disk/sum.ts'
import { exactText } from '../memory/text.ts'
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
const [SPACE, ALONE, FROM_THE_LAST] = Buffer.from(' *^')
/** Below this a text is not worth deflating. */
const SMALL = 400

export const nameOf = (hash: string): string => hash.slice(0, 24)
export const tagOf = (file: string): string => sha256(file).slice(0, 4)

/** `<checksum> <name> <tag> <*: all of it, ^: what differs from the one before><delta>` and the end of the line. */
export function lineOf({ name, tag, made }: LineHead, delta: Delta): Buffer {
  const body = `${name} ${tag} ${made === 'alone' ? '*' : '^'}${deltaText(delta)}`
  return Buffer.from(`${sumOf(body)} ${body}\n`)
}

/** Nothing where it is no line of ours. Its checksum is looked at when its delta is asked for. */
export function headOf(line: Buffer): LineHead | undefined {
  if (line[8] !== SPACE || line[33] !== SPACE || line[38] !== SPACE) return undefined
  if (line[39] !== ALONE && line[39] !== FROM_THE_LAST) return undefined
  const made = line[39] === ALONE ? 'alone' : 'from-the-last'
  return { name: line.toString('latin1', 9, 33), tag: line.toString('latin1', 34, 38), made }
}

/** Nothing where the line is not what was written. */
export function deltaIn(line: Buffer): Delta | undefined {
  const body = line.subarray(SUM_DIGITS + 1)
  if (sumOf(body) !== line.toString('latin1', 0, SUM_DIGITS)) return undefined
  return parseDelta(line.toString('utf8', HEAD_BYTES))
}

/** JSON, and deflated where that takes less room. What is no text is in base64. */
function deltaText(delta: Delta): string {
  const parts = delta.map(part => {
    if (!Buffer.isBuffer(part)) return part
    return exactText(part) ?? { bytes: part.toString('base64') }
  })
  const json = JSON.stringify(parts)
  if (json.length < SMALL) return json
  const packed = deflateRawSync(json).toString('base64')
  return packed.length < Buffer.byteLength(json) ? packed : json
}

function parseDelta(text: string): Delta | undefined {
  try {
    const json = text.startsWith('[') ? text : inflateRawSync(Buffer.from(text, 'base64')).toString()
    const parts = JSON.parse(json) as (string | [number, number] | { bytes: string })[]
    return parts.map(part => {
      if (typeof part === 'string') return Buffer.from(part)
      return Array.isArray(part) ? part : Buffer.from(part.bytes, 'base64')
    })
  } catch {
    // Its checksum is right, and it is no delta: nothing that we wrote.
    return undefined
  }
}

function sumOf(body: string | Buffer): string {
  return sha256(body).slice(0, SUM_DIGITS)
}
