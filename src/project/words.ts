import { createHash } from 'node:crypto'
import { type BigIntStats, closeSync, constants, lstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { errorCode, settledBefore } from '../disk/index.ts'
import type { Presence } from '../model/index.ts'
import type { CacheFile } from '../state/index.ts'

/** Whether words occur, as whole words, in the files it was made from. */
export interface WordIndex {
  answer(asked: ReadonlySet<string>): Map<string, Presence>
  /** As long as it is the same, so are all answers. */
  readonly stamp: string
  /** When the last of the files changed, in nanoseconds since 1970; nothing where that was just now, or one was not read. */
  readonly newest: bigint | undefined
}

const LARGEST = 2_000_000
const BINARY_WITHIN = 8192
const LARGEST_TABLE = 64_000_000

/** `files` relative to `root`. A file that could not be read may hold any word: then a word not found is unknown. */
export function indexWords(root: string, files: readonly string[], cache: CacheFile | undefined): WordIndex {
  const bytes = cache?.load()
  const known = bytes && decodeTable(bytes)
  const { table, unread } = readWords(root, [...files].sort(), known ?? NO_WORDS)
  if (table !== known && table.hashes.length <= LARGEST_TABLE) {
    const encoded = encodeTable(table)
    if (bytes === undefined || !encoded.equals(bytes)) cache?.store(encoded)
  }
  const otherwise = unread > 0 ? 'unknown' : 'missing'
  return {
    answer: asked => answerWords(table.hashes, asked, otherwise),
    stamp: `${otherwise} ${Buffer.from(table.stamp).toString('hex')}`,
    newest: unread > 0 ? undefined : newestOf(table.keys),
  }
}

function newestOf(keys: BigUint64Array): bigint | undefined {
  let newest = 0n
  for (let at = 2; at < keys.length; at += 3) {
    const changed = keys[at] as bigint
    if (changed === 0n) return undefined
    if (changed > newest) newest = changed
  }
  return newest
}

function answerWords(
  hashes: Uint32Array,
  asked: ReadonlySet<string>,
  otherwise: Presence,
): Map<string, Presence> {
  const parts = Array.from(asked, hashesOfWord)
  const found = findHashes(hashes, parts.flat())
  const answers = new Map<string, Presence>()
  let at = 0
  for (const word of asked) {
    const count = parts[answers.size]?.length ?? 0
    const all = found.slice(at, at + count)
    answers.set(word, all.length === 0 ? 'unknown' : all.every(Boolean) ? 'present' : otherwise)
    at += count
  }
  return answers
}

/**
 * In step with the names of the last run: both are in order. What is known is kept in columns, because a hundred thousand
 * objects would cost more than the calls.
 */
function readWords(
  root: string,
  files: readonly string[],
  known: WordTable,
): { readonly table: WordTable; readonly unread: number } {
  const words = new WordList(known.hashes.length)
  const buffer = Buffer.allocUnsafeSlow(LARGEST + 2)
  const settled = settledBefore()
  const names: string[] = []
  const keys = new BigUint64Array(files.length * 3)
  const ends = new Uint32Array(files.length)
  let unread = 0
  let at = 0
  let isSame = true
  for (const name of files) {
    const path = `${root}/${name}`
    const stat = statOf(path)
    if (stat === 'unreadable') unread++
    if (typeof stat === 'string') continue
    while (at < known.names.length && (known.names[at] as string) < name) at++
    const key = [stat.isFile() ? stat.size : 0n, stat.mtimeNs, stat.ctimeNs]
    const place = names.length * 3
    keys.set(key, place)
    if (known.names[at] === name && key.every((part, number) => part === known.keys[at * 3 + number])) {
      words.addHashes(known.hashes.subarray(at === 0 ? 0 : known.ends[at - 1], known.ends[at]))
    } else {
      isSame = false
      const state = addFile(path, Number(key[0]), buffer, words)
      if (state === 'unreadable') unread++
      if (state === 'unreadable' || stat.ctimeNs >= settled) keys.fill(0n, place, place + 3)
    }
    ends[names.length] = words.size
    names.push(name)
  }
  if (isSame && names.length === known.names.length) return { table: known, unread }
  const said = { names, ends: ends.slice(0, names.length), hashes: words.view() }
  return { table: { ...said, keys: keys.slice(0, names.length * 3), stamp: stampOf(said) }, unread }
}

function addFile(path: string, size: number, buffer: Buffer, words: WordList): 'read' | 'unreadable' {
  if (size > LARGEST || size === 0) return 'read'
  const length = readInto(path, size, buffer)
  if (length === undefined) return 'unreadable'
  if (!buffer.subarray(0, Math.min(length, BINARY_WITHIN)).includes(0)) words.addFile(buffer, length)
  return 'read'
}

/** Asks for a byte more than there should be, so that one call tells that the file ended. */
function readInto(path: string, size: number, buffer: Buffer): number | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    let length = readSync(descriptor, buffer, 0, size + 1, null)
    while (length !== size && length <= LARGEST) {
      const count = readSync(descriptor, buffer, length, LARGEST + 1 - length, null)
      if (count === 0) break
      length += count
    }
    return Math.min(length, LARGEST)
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 0 : undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function statOf(path: string): BigIntStats | 'gone' | 'unreadable' {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    // A name that is not valid UTF-8 was changed in decoding: the file is there and cannot be reached.
    return stat ?? (path.includes('\ufffd') ? 'unreadable' : 'gone')
  } catch (error) {
    return errorCode(error) === 'ENOTDIR' ? 'gone' : 'unreadable'
  }
}

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
function stampOf({ names, ends, hashes }: Omit<WordTable, 'stamp' | 'keys'>): Uint8Array {
  const sum = createHash('sha256').update(names.join('\0'))
  return sum.update(bytesOf(ends)).update(bytesOf(hashes)).digest().subarray(0, STAMP_LENGTH)
}

const NOTHING = { names: [], ends: new Uint32Array(), hashes: new Uint32Array() }
const NO_WORDS: WordTable = { ...NOTHING, keys: new BigUint64Array(), stamp: stampOf(NOTHING) }

/** Native byte order throughout: a table from a machine of the other order fails on its first word and is made anew. */
export function encodeTable(table: WordTable): Buffer {
  const names = Buffer.from(table.names.join('\0'), 'utf8')
  const parts = [table.keys, table.ends, table.hashes, names].map(bytesOf)
  const bytes = Buffer.alloc(HEADER + parts.reduce((sum, part) => sum + part.length, 0))
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

/**
 * Words as bytes: runs of letters, digits, `_`, `$` and everything beyond ASCII. A word stands as 64 bits, in two halves;
 * that two different words share them is possible and only ever makes a word count as present.
 */

const LETTER = 1
const DIGIT = 2
const DOLLAR = 4
const BEYOND_ASCII = 8

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return BEYOND_ASCII
  const char = String.fromCharCode(byte)
  if (/[A-Za-z_]/.test(char)) return LETTER
  if (/[0-9]/.test(char)) return DIGIT
  return char === '$' ? DOLLAR : 0
})

const FIRST_SEED = 0x811c9dc5
const SECOND_SEED = 0x9747b28c

/** A growing list of word hashes, each once a file. */
export class WordList {
  private hashes: Uint32Array
  /** Where a hash of the file at hand stands in the list; what points before its start is left from another file. */
  private seen = new Uint32Array(1 << 12)
  private length = 0
  private start = 0

  constructor(room = 0) {
    this.hashes = new Uint32Array(Math.max(room, 1 << 16))
  }

  get size(): number {
    return this.length
  }

  /** Taken over as they are. */
  addHashes(hashes: Uint32Array): void {
    this.reserve(hashes.length)
    this.hashes.set(hashes, this.length)
    this.length += hashes.length
  }

  /** The words of one file: the first `length` bytes, with room for one more. */
  addFile(bytes: Uint8Array, length: number): void {
    this.reserve(2 * length + 2)
    while (this.seen.length < length) this.seen = new Uint32Array(this.seen.length * 2)
    this.start = this.length
    bytes[length] = 0
    this.scan(bytes, length, CLASSES)
  }

  view(from = 0): Uint32Array {
    return this.hashes.subarray(from, this.length)
  }

  /** The loop that all the time goes into: one table look-up and two multiplications a byte. */
  private scan(bytes: Uint8Array, length: number, classes: Uint8Array): void {
    let at = 0
    while (at < length) {
      let byte = bytes[at] as number
      const first = classes[byte] as number
      if (first === 0) {
        at++
        continue
      }
      const from = at
      let kinds = 0
      let kind = first
      let a = FIRST_SEED
      let b = SECOND_SEED
      do {
        kinds |= kind
        a = Math.imul(a ^ byte, 0x01000193)
        b = Math.imul(((b << 5) | (b >>> 27)) ^ byte, 0x9e3779b1)
        byte = bytes[++at] as number
        kind = classes[byte] as number
      } while (kind !== 0)
      if (first !== DIGIT) this.add(a >>> 0, b >>> 0)
      if (kinds > (LETTER | DIGIT)) this.addParts(bytes, from, at, classes)
    }
  }

  /** `$name` is also `name`, and a word that touches Chinese text is also itself. */
  private addParts(bytes: Uint8Array, from: number, to: number, classes: Uint8Array): void {
    for (let at = from; at < to; ) {
      const start = at
      const group = groupOf(classes[bytes[at] as number] as number)
      while (at < to && groupOf(classes[bytes[at] as number] as number) === group) at++
      if (classes[bytes[start] as number] !== DIGIT && (start !== from || at !== to)) {
        const [a, b] = hashOf(bytes, start, at)
        this.add(a, b)
      }
    }
  }

  private add(a: number, b: number): void {
    const { hashes, seen, start, length } = this
    const mask = seen.length - 1
    for (let slot = (a ^ (a >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const place = seen[slot] as number
      if (place <= start || place > length) {
        seen[slot] = length + 1
        hashes[length] = a
        hashes[length + 1] = b
        this.length = length + 2
        return
      }
      if (hashes[place - 1] === a && hashes[place] === b) return
    }
  }

  private reserve(more: number): void {
    if (this.length + more <= this.hashes.length) return
    const wider = new Uint32Array(Math.max(this.hashes.length * 2, this.length + more))
    wider.set(this.view())
    this.hashes = wider
  }
}

function groupOf(kind: number): number {
  return kind === DIGIT ? LETTER : kind
}

function hashOf(bytes: Uint8Array, from: number, to: number): [number, number] {
  let a = FIRST_SEED
  let b = SECOND_SEED
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(((b << 5) | (b >>> 27)) ^ byte, 0x9e3779b1)
  }
  return [a >>> 0, b >>> 0]
}

/** The hashes that all have to be there for a word: one, or one a part where it holds more than word characters. */
export function hashesOfWord(word: string): [number, number][] {
  const bytes = Buffer.from(word, 'utf8')
  const hashes: [number, number][] = []
  for (let at = 0; at < bytes.length; at++) {
    const start = at
    while (at < bytes.length && CLASSES[bytes[at] as number] !== 0) at++
    if (at > start && CLASSES[bytes[start] as number] !== DIGIT) hashes.push(hashOf(bytes, start, at))
  }
  return hashes
}

/** Which of the asked hashes stand in a list, in one pass over it. */
export function findHashes(list: Uint32Array, asked: readonly (readonly [number, number])[]): boolean[] {
  const mask = 2 ** Math.ceil(Math.log2(asked.length * 8 + 2)) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const first = Uint32Array.from(asked, hash => hash[0])
  const second = Uint32Array.from(asked, hash => hash[1])
  first.forEach((hash, at) => {
    let slot = hash & mask
    while (slots[slot] !== -1) slot = (slot + 1) & mask
    slots[slot] = at
  })
  const found = new Uint8Array(asked.length)
  for (let at = 0; at < list.length; at += 2) {
    const hash = list[at] as number
    let slot = hash & mask
    for (let entry = slots[slot] as number; entry >= 0; entry = slots[slot] as number) {
      if (first[entry] === hash && second[entry] === list[at + 1]) found[entry] = 1
      slot = (slot + 1) & mask
    }
  }
  return Array.from(found, Boolean)
}
