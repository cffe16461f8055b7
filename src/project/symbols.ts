import { type BigIntStats, closeSync, constants, lstatSync, openSync, readSync } from 'node:fs'
import { errorCode, settledBefore } from '../disk/index.ts'
import type { Presence } from '../model/index.ts'
import { decodeTable, encodeTable, stampOf, type WordTable } from './word-cache.ts'
import { findHashes, hashesOfWord, WordList } from './word-scan.ts'

/** Where the words of the last run are kept. `store` is called only where something changed. */
export interface WordCache {
  load(): Uint8Array | undefined
  store(bytes: Uint8Array): void
}

/** D5: whether words occur, as whole words, in the files it was made from. */
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
export function indexWords(root: string, files: readonly string[], cache: WordCache | undefined): WordIndex {
  const known = loadTable(cache)
  const { table, unread, changed } = readWords(root, [...files].sort(), known)
  if (changed && table.hashes.length <= LARGEST_TABLE) cache?.store(encodeTable(table))
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

function loadTable(cache: WordCache | undefined): WordTable | undefined {
  const bytes = cache?.load()
  return bytes === undefined ? undefined : decodeTable(bytes)
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

/** What one `lstat` a file showed, in columns: a hundred thousand objects would cost more than the calls. */
interface Looks {
  readonly names: string[]
  /** As in the table. */
  readonly keys: BigUint64Array
  /** The place in the table of the last run, where it is the same file still; -1 where it has to be read. */
  readonly known: Int32Array
  readonly unread: number
}

interface Words {
  readonly table: WordTable
  readonly unread: number
  readonly changed: boolean
}

function readWords(root: string, files: readonly string[], known: WordTable | undefined): Words {
  const looks = lookAt(root, files, known)
  const same = looks.known.subarray(0, looks.names.length).every(place => place >= 0)
  if (known !== undefined && same && looks.names.length === known.names.length)
    return { table: known, unread: looks.unread, changed: false }
  return readChanged(root, looks, known)
}

/** In step with the names of the last run: both are in order. */
function lookAt(root: string, files: readonly string[], table: WordTable | undefined): Looks {
  const names: string[] = []
  const keys = new BigUint64Array(files.length * 3)
  const known = new Int32Array(files.length)
  let unread = 0
  let at = 0
  for (const name of files) {
    const stat = statOf(`${root}/${name}`)
    if (stat === 'unreadable') unread++
    if (typeof stat === 'string') continue
    while (table !== undefined && at < table.names.length && (table.names[at] as string) < name) at++
    const key = names.length * 3
    keys[key] = stat.isFile() ? stat.size : 0n
    keys[key + 1] = stat.mtimeNs
    keys[key + 2] = stat.ctimeNs
    known[names.length] = table?.names[at] === name && isSame(table.keys, at * 3, keys, key) ? at : -1
    names.push(name)
  }
  return { names, keys, known, unread }
}

function isSame(a: BigUint64Array, at: number, b: BigUint64Array, bt: number): boolean {
  return a[at] === b[bt] && a[at + 1] === b[bt + 1] && a[at + 2] === b[bt + 2]
}

function readChanged(root: string, looks: Looks, known: WordTable | undefined): Words {
  const words = new WordList()
  const buffer = Buffer.allocUnsafeSlow(LARGEST + 2)
  const ends = new Uint32Array(looks.names.length)
  const keys = looks.keys.slice(0, looks.names.length * 3)
  const settled = settledBefore()
  let unread = looks.unread
  looks.names.forEach((name, at) => {
    const place = looks.known[at] as number
    const size = Number(keys[at * 3])
    const state = place >= 0 ? 'known' : addFile(`${root}/${name}`, size, buffer, words)
    if (state === 'known') words.addHashes(hashesAt(known as WordTable, place))
    if (state === 'unreadable') unread++
    if (state === 'unreadable' || (keys[at * 3 + 2] as bigint) >= settled) keys.fill(0n, at * 3, at * 3 + 3)
    ends[at] = words.size
  })
  const said = { names: looks.names, ends, hashes: words.view() }
  const table: WordTable = { ...said, keys, stamp: stampOf(said) }
  return { table, unread, changed: known === undefined || !isEqual(table, known) }
}

function hashesAt({ hashes, ends }: WordTable, at: number): Uint32Array {
  return hashes.subarray(at === 0 ? 0 : ends[at - 1], ends[at])
}

function isEqual(a: WordTable, b: WordTable): boolean {
  return (
    a.names.length === b.names.length &&
    a.names.every((name, at) => name === b.names[at]) &&
    a.keys.every((key, at) => key === b.keys[at]) &&
    a.hashes.length === b.hashes.length &&
    a.ends.every((end, at) => end === b.ends[at]) &&
    a.hashes.every((hash, at) => hash === b.hashes[at])
  )
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
