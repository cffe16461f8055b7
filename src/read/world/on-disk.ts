import { lstatSync } from 'node:fs'
import type { Presence } from '../../memory/evidence.ts'
import { errorCode } from '../errno.ts'

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])

/** Whether an absolute path is there; what may not be looked at is unknown. */
export function presenceOnDisk(path: string): Presence {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'missing' : 'present'
  } catch (error) {
    return NOT_THERE.has(errorCode(error)) ? 'missing' : 'unknown'
  }
}
