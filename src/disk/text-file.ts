import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { DreamError } from '../memory/dream-error.ts'
import { errorCode } from './sys.ts'

/** Files that the user names on the command line: a plan to read, a report to write. Never files of a memory folder. */

const LARGEST_BYTES = 256_000_000

export function readTextFile(path: string): string {
  try {
    if (statSync(path).size > LARGEST_BYTES) throw new DreamError(`${path} is too large to be a plan`, 2)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw inWords(error, `cannot read ${path}`)
  }
}

export function writeTextFile(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw inWords(error, `cannot write ${path}`)
  }
}

const WORDS: Record<string, string> = {
  ENOENT: 'it is not there',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
}

function inWords(error: unknown, what: string): Error {
  const code = errorCode(error)
  if (code === undefined) return error as Error
  return new DreamError(`${what}: ${WORDS[code] ?? code}`, code === 'ENOSPC' ? 1 : 2)
}
