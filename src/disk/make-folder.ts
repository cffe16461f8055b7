import { mkdirSync } from 'node:fs'
import { DreamError } from '../model/index.ts'
import { errorCode } from './sys.ts'

/** Makes a folder and those above it, where they are not there. */
export function makeFolder(path: string): 'made' | 'there' {
  try {
    return mkdirSync(path, { recursive: true }) === undefined ? 'there' : 'made'
  } catch (error) {
    throw new DreamError(`cannot make the folder ${path}: ${errorCode(error)}`, 1)
  }
}
