import { errorCode } from './sys.ts'

const WORDS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'no permission to read it'],
  ['EPERM', 'the system does not allow reading it'],
  ['EIO', 'the disk reports an error'],
  ['ELOOP', 'it is a symbolic link, or links lead in a circle'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ENOENT', 'it is not there'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['ENXIO', 'nothing answers on the other side'],
  ['ESTALE', 'the network file system lost it'],
])

/** What went wrong, for a person: `no permission to read it (EACCES)`. */
export function inWords(error: unknown): string {
  const code = errorCode(error) ?? 'unknown error'
  const words = WORDS.get(code)
  return words === undefined ? code : `${words} (${code})`
}
