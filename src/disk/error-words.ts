import { errorCode } from './sys.ts'

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reported an error',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link, or links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'it is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  ENOTREG: 'it is not a regular file',
  ENXIO: 'nothing answers on the other side',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ESTALE: 'the network file system lost it',
  EXDEV: 'it lies on another file system',
}

/** An error of the system in words, with its code for those who look it up: `permission denied (EACCES)`. */
export function errorWords(error: unknown): string {
  const code = errorCode(error) ?? ''
  const words = WORDS[code]
  if (words !== undefined) return `${words} (${code})`
  return error instanceof Error ? error.message : String(error)
}
