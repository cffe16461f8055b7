import { rmSync } from 'node:fs'

/** Removes a folder of a cache, which can be made again at any time. */
export function removeCacheFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}
