import { lstatSync, rmdirSync, rmSync } from 'node:fs'
import { namesIn } from '../disk/index.ts'

/** Removes a folder of a cache, which can be made again at any time. */
export function removeCacheFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

/** A file that was not written for long, with its size in bytes. */
export interface OldFile {
  readonly path: string
  readonly size: number
}

/** The files below a folder that were written before a moment, in milliseconds; links are not followed. */
export function filesWrittenBefore(folder: string, moment: number): OldFile[] {
  return namesIn(folder).flatMap(name => {
    const path = `${folder}/${name}`
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory() === true) return filesWrittenBefore(path, moment)
    return stat?.isFile() === true && stat.mtimeMs < moment ? [{ path, size: stat.size }] : []
  })
}

/** Removes files of Dream's own that can be made again, and folders that are empty then. */
export function removeOldFiles(files: readonly OldFile[]): void {
  for (const { path } of files) rmSync(path, { force: true })
  for (const folder of new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))) {
    try {
      rmdirSync(folder)
    } catch {
      // Something else is in it.
    }
  }
}
