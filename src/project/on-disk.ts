import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorCode, isInside, wayWithin } from '../disk/index.ts'
import type { Presence } from '../model/index.ts'

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])

/** Whether an absolute path is there; what may not be looked at is unknown. */
export function presenceOnDisk(path: string): Presence {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'missing' : 'present'
  } catch (error) {
    return NOT_THERE.has(errorCode(error) ?? '') ? 'missing' : 'unknown'
  }
}

/** The same for a path in a project; whatever lies outside, or behind a link that leads there, is unknown. */
export function presenceWithin(project: string, path: string): Presence {
  const way = isInside(path, project) ? wayWithin(project, dirname(path)) : undefined
  if (way?.at === 'nowhere') return presenceOnDisk(path)
  return way?.at === 'inside' ? presenceOnDisk(join(way.path, basename(path))) : 'unknown'
}
