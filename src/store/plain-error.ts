import { errorCode } from '../disk/index.ts'

const WORDS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open',
  EXDEV: 'it lies on another file system',
  ENOTREG: 'it is not a regular file',
}

/** An error of the system in words, with its code for those who look it up. */
export function plainError(error: unknown): string {
  const code = errorCode(error)
  const words = code === undefined ? undefined : WORDS[code]
  if (words !== undefined) return `${words} (${code})`
  return error instanceof Error ? error.message : String(error)
}
