import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What is known of the words of a project's files, so that the next run reads only what changed. */
export interface WordTable {
  /** In code-unit order. */
  readonly names: readonly string[]
  /** Three a file: size, modification and change time in nanoseconds. All zero: do not trust it, read again. */
  readonly keys: BigUint64Array
  /** Where each file's hashes end. */
  readonly ends: Uint32Array
  readonly hashes: Uint32Array
  /** Sixteen bytes, other ones for other words. */
  readonly stamp: Uint8Array
}

const MAGIC = 0x4d524457
const VERSION = 2
const HEADER = 48
const STAMP_AT = 32
const STAMP_LENGTH = 16

const bytesOf = (part: Uint8Array | Uint32Array | BigUint64Array): Uint8Array =>
  new Uint8Array(part.buffer, part.byteOffset, part.byteLength)

/** Times apart: a file that was touched says what it said. */
export function stampOf({ names, ends, hashes }: Omit<WordTable, 'stamp' | 'keys'>): Uint8Array {
  const sum = createHash('sha256').update(names.join('\0'))
  return sum.update(bytesOf(ends)).update(bytesOf(hashes)).digest().subarray(0, STAMP_LENGTH)
}

/** Native byte order throughout: a table from a machine of the other order fails on its first word and is made anew. */
export function encodeTable(table: WordTable): Uint8Array {
  const names = Buffer.from(table.names.join('\0'), 'utf8')
  const parts = [table.keys, table.ends, table.hashes, names].map(bytesOf)
  const bytes = new Uint8Array(HEADER + parts.reduce((sum, part) => sum + part.length, 0))
  let at = HEADER
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  bytes.set(table.stamp, STAMP_AT)
  const checksum = crc32(bytes.subarray(STAMP_AT))
  const counts = [table.names.length, table.hashes.length, names.length]
  new Uint32Array(bytes.buffer, 0, 6).set([MAGIC, VERSION, ...counts, checksum])
  return bytes
}

/** Nothing where the bytes are not a table, or one that was damaged. */
export function decodeTable(bytes: Uint8Array): WordTable | undefined {
  if (bytes.length < HEADER) return undefined
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes)
  const header = new Uint32Array(aligned.buffer, aligned.byteOffset, 6)
  const [magic, version, files = 0, hashCount = 0, nameLength = 0, checksum] = header
  if (magic !== MAGIC || version !== VERSION) return undefined
  const keysAt = aligned.byteOffset + HEADER
  const endsAt = keysAt + files * 24
  const hashesAt = endsAt + files * 4
  const namesAt = hashesAt + hashCount * 4
  if (namesAt + nameLength !== aligned.byteOffset + aligned.length) return undefined
  if (crc32(aligned.subarray(STAMP_AT)) !== checksum) return undefined
  return {
    names: files === 0 ? [] : Buffer.from(aligned.buffer, namesAt, nameLength).toString('utf8').split('\0'),
    keys: new BigUint64Array(aligned.buffer, keysAt, files * 3),
    ends: new Uint32Array(aligned.buffer, endsAt, files),
    hashes: new Uint32Array(aligned.buffer, hashesAt, hashCount),
    stamp: aligned.subarray(STAMP_AT, STAMP_AT + STAMP_LENGTH),
  }
}
