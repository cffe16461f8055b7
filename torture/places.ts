import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'

/** Where files cost least: in memory where the system has such a place, else the temporary folder. */
export function quickFolder(): string {
  return isUsable(IN_MEMORY) ? IN_MEMORY : tmpdir()
}

/** A folder on another file system than the one given; none where this machine has no such thing at hand. */
export function folderElsewhere(folder: string): string | undefined {
  const here = statSync(folder).dev
  return [IN_MEMORY, tmpdir(), '/var/tmp', process.cwd()].find(
    each => isUsable(each) && statSync(each).dev !== here,
  )
}

function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
