import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Dir } from './dir.ts'
import { errorCode, errorWords } from './sys.ts'

type NotRead =
  | { readonly kind: 'symlink' | 'not-a-file' | 'gone' }
  | { readonly kind: 'unreadable'; readonly why: string }

export type FileRead =
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly stat: BigIntStats }
  | { readonly kind: 'too-large'; readonly stat: BigIntStats }
  | NotRead

/**
 * Opens a regular file, for whoever closes it. Never waits on a FIFO, never opens the last link of a path unless `links`
 * says so, and looks at what was opened, not at what the name stood for a moment ago.
 */
export function openRegularFile(
  path: string,
  links: 'refuse' | 'follow',
): { readonly kind: 'open'; readonly descriptor: number; readonly stat: BigIntStats } | NotRead {
  const nofollow = links === 'refuse' ? constants.O_NOFOLLOW : 0
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | nofollow)
  } catch (error) {
    return notOpened(error)
  }
  const stat = fstatSync(descriptor, { bigint: true })
  if (stat.isFile()) return { kind: 'open', descriptor, stat }
  closeSync(descriptor)
  return { kind: 'not-a-file' }
}

function withRegularFile<Result>(
  path: string,
  links: 'refuse' | 'follow',
  work: (descriptor: number, stat: BigIntStats) => Result,
): Result | NotRead {
  const opened = openRegularFile(path, links)
  if (opened.kind !== 'open') return opened
  try {
    return work(opened.descriptor, opened.stat)
  } finally {
    closeSync(opened.descriptor)
  }
}

const NOT_OPENED: Readonly<Record<string, 'symlink' | 'not-a-file' | 'gone'>> = {
  ENOENT: 'gone',
  ELOOP: 'symlink',
  ENXIO: 'not-a-file',
}

function notOpened(error: unknown): NotRead {
  const kind = NOT_OPENED[String(errorCode(error))]
  return kind === undefined ? { kind: 'unreadable', why: errorWords(error) } : { kind }
}

/** The bytes of a regular file of at most `limit` bytes. */
export function readRegularFile(
  path: string,
  limit: number,
  links: 'refuse' | 'follow' = 'refuse',
): FileRead {
  return withRegularFile(path, links, (descriptor, stat): FileRead => {
    if (stat.size > BigInt(limit)) return { kind: 'too-large', stat }
    try {
      const bytes = readUpTo(descriptor, Number(stat.size), limit)
      return bytes === undefined ? { kind: 'too-large', stat } : { kind: 'read', bytes, stat }
    } catch (error) {
      return { kind: 'unreadable', why: errorWords(error) }
    }
  })
}

/** Small configuration files: their text, or nothing where they are absent, odd or too large. */
export function readSmallText(path: string, limit = 1_000_000): string | undefined {
  const read = readRegularFile(path, limit, 'follow')
  return read.kind === 'read' ? read.bytes.toString('utf8') : undefined
}

/** To the end of the file, which may have moved since its size was asked; nothing where it grew past the limit. */
function readUpTo(descriptor: number, size: number, limit: number): Buffer | undefined {
  let buffer = Buffer.allocUnsafe(size + 1)
  let length = 0
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) return buffer.subarray(0, length)
    length += count
    if (length > limit) return undefined
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, limit + 1))
  }
}

/** A regular file, held open and read piece by piece, so that nothing has to be held whole. */
export interface BoundedFile {
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** How many names the file has: one with a second name may belong elsewhere. */
  readonly names: number
  /** The bytes at `from`; fewer than `length` at the end of the file. */
  read(from: number, length: number): Buffer
}

/** Opens a file of an opened directory. */
export function withBoundedFile<Result>(
  dir: Dir,
  name: string,
  work: (file: BoundedFile) => Result,
): { readonly result: Result } | { readonly not: 'there' | 'a-file' | 'readable' } {
  if (name === '..' || name.includes('/')) return { not: 'there' }
  const opened = withRegularFile(dir.sys.at(dir, name), 'refuse', (descriptor, stat) => ({
    result: work({
      size: Number(stat.size),
      modified: Number(stat.mtimeMs),
      names: Number(stat.nlink),
      read: (from, length) => readAt(descriptor, from, length),
    }),
  }))
  if ('result' in opened) return opened
  if (opened.kind === 'unreadable') return { not: 'readable' }
  return { not: opened.kind === 'gone' ? 'there' : 'a-file' }
}

function readAt(descriptor: number, from: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const got = readSync(descriptor, buffer, filled, length - filled, from + filled)
    if (got === 0) break
    filled += got
  }
  return buffer.subarray(0, filled)
}

/** The object that a JSON text holds; nothing where it holds something else or nothing that can be read. */
export function jsonObject(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const DEEPEST = 4

/** A file that comes with Dream, from a checkout or an installed package; nothing where it is not there. */
export function packageFile(name: string): Buffer | undefined {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (let depth = 0; depth < DEEPEST; depth++) {
    try {
      return readFileSync(join(folder, name))
    } catch {
      folder = dirname(folder)
    }
  }
  return undefined
}

export interface Stamp {
  readonly size: number
  /** Microseconds since 1970: when it was last written, and when anything about it last changed. */
  readonly modified: number
  readonly changed: number
}

/** Size and times of a regular file; nothing for anything else. */
export function stampOf(path: string): Stamp | undefined {
  try {
    const stat = lstatSync(path, { bigint: true })
    if (!stat.isFile()) return undefined
    return {
      size: Number(stat.size),
      modified: Number(stat.mtimeNs / 1000n),
      changed: Number(stat.ctimeNs / 1000n),
    }
  } catch {
    return undefined
  }
}

/** A file that changed this short a time ago may change again within one tick of its clock. */
const SETTLED_NS = 2_000_000_000n

/** The moment before which a file's times can be trusted, in nanoseconds since 1970. */
export const settledBefore = (): bigint => BigInt(Date.now()) * 1_000_000n - SETTLED_NS
