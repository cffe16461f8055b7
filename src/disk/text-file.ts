import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { DreamError } from '../model/index.ts'
import { errorWords } from './error-words.ts'
import { errorCode } from './sys.ts'

/** Files that the user names on the command line: a plan to read, a report to write. Never files of a memory folder. */

const LARGEST_BYTES = 256_000_000
const PIECE = 1_000_000

export function readTextFile(path: string): string {
  try {
    const stat = statSync(path)
    if (stat.isCharacterDevice() || stat.isBlockDevice())
      throw new DreamError(`cannot read ${path}: it is a device`, 2)
    if (stat.size > LARGEST_BYTES) throw new DreamError(`${path} is too large to be read`, 2)
    return readBounded(path)
  } catch (error) {
    throw asRefusal(error, `cannot read ${path}`)
  }
}

/** A pipe tells no size, so what comes is counted. */
function readBounded(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    const pieces: Buffer[] = []
    for (let size = 0; ; ) {
      const piece = Buffer.allocUnsafe(PIECE)
      const length = readSync(descriptor, piece, 0, PIECE, null)
      if (length === 0) return Buffer.concat(pieces).toString('utf8')
      size += length
      if (size > LARGEST_BYTES) throw new DreamError(`${path} is too large to be read`, 2)
      pieces.push(piece.subarray(0, length))
    }
  } finally {
    closeSync(descriptor)
  }
}

export function writeTextFile(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw asRefusal(error, `cannot write ${path}`)
  }
}

function asRefusal(error: unknown, what: string): Error {
  const code = errorCode(error)
  if (code === undefined) return error as Error
  return new DreamError(`${what}: ${errorWords(error)}`, code === 'ENOSPC' ? 1 : 2)
}
