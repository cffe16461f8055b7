import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { DreamError } from '../model/index.ts'
import { errorWords } from './error-words.ts'

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The names in a folder, in order; none where it cannot be listed. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Makes a folder and those above it, where they are not there; `private`: for the user alone. */
export function makeFolder(path: string, whose: 'shared' | 'private' = 'shared'): 'made' | 'there' {
  try {
    const mode = whose === 'private' ? 0o700 : 0o777
    return mkdirSync(path, { recursive: true, mode }) === undefined ? 'there' : 'made'
  } catch (error) {
    throw new DreamError(`cannot make the folder ${path}: ${errorWords(error)}`, 1)
  }
}
