import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { inWords } from './errno.ts'
import { errorCode } from './sys.ts'

export type FileRead =
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly stat: BigIntStats }
  | { readonly kind: 'too-large'; readonly stat: BigIntStats }
  | { readonly kind: 'symlink' | 'not-a-file' | 'gone' }
  | { readonly kind: 'unreadable'; readonly why: string }

/**
 * The bytes of a regular file of at most `limit` bytes. Never waits on a FIFO, never opens the last link of a path
 * unless `links` says so, and looks at what was opened, not at what the name stood for a moment ago.
 */
export function readRegularFile(
  path: string,
  limit: number,
  links: 'refuse' | 'follow' = 'refuse',
): FileRead {
  const nofollow = links === 'refuse' ? constants.O_NOFOLLOW : 0
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | nofollow)
  } catch (error) {
    return notOpened(error)
  }
  try {
    const stat = fstatSync(descriptor, { bigint: true })
    if (!stat.isFile()) return { kind: 'not-a-file' }
    if (stat.size > BigInt(limit)) return { kind: 'too-large', stat }
    const bytes = readUpTo(descriptor, Number(stat.size), limit)
    return bytes === undefined ? { kind: 'too-large', stat } : { kind: 'read', bytes, stat }
  } catch (error) {
    return { kind: 'unreadable', why: inWords(error) }
  } finally {
    closeSync(descriptor)
  }
}

/** Small configuration files: their text, or nothing where they are absent, odd or too large. */
export function readSmallText(path: string, limit = 1_000_000): string | undefined {
  const read = readRegularFile(path, limit, 'follow')
  return read.kind === 'read' ? read.bytes.toString('utf8') : undefined
}

function notOpened(error: unknown): FileRead {
  const code = errorCode(error)
  if (code === 'ENOENT') return { kind: 'gone' }
  if (code === 'ELOOP') return { kind: 'symlink' }
  if (code === 'ENXIO') return { kind: 'not-a-file' }
  return { kind: 'unreadable', why: inWords(error) }
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
