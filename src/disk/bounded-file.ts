import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { Dir } from './dir.ts'
import { errorCode } from './sys.ts'

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

export type Opened<Result> = { readonly result: Result } | { readonly not: 'there' | 'a-file' | 'readable' }

/** Opens a file of an opened directory: no link is followed, no FIFO waited for, no device read. */
export function withBoundedFile<Result>(
  dir: Dir,
  name: string,
  work: (file: BoundedFile) => Result,
): Opened<Result> {
  if (name === '..' || name.includes('/')) return { not: 'there' }
  let descriptor: number
  try {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    descriptor = openSync(dir.sys.at(dir, name), flags)
  } catch (error) {
    return { not: NOT[errorCode(error) ?? ''] ?? 'readable' }
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return { not: 'a-file' }
    const read = (from: number, length: number) => readAt(descriptor, from, length)
    return { result: work({ size: stat.size, modified: stat.mtimeMs, names: stat.nlink, read }) }
  } finally {
    closeSync(descriptor)
  }
}

const NOT: Readonly<Record<string, 'there' | 'a-file'>> = {
  ENOENT: 'there',
  ENOTDIR: 'there',
  ELOOP: 'a-file',
  ENXIO: 'a-file',
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
