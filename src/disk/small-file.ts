import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder, namesIn } from './folders.ts'

/** Small files of Dream's own, outside every memory folder: what was decided, who is trusted, what was logged. */

export interface WriteOptions {
  /** For the user alone where absent. */
  readonly mode?: number
  /** `soon`: cheap, and after a power cut the file may hold nothing; else it is on disk when this returns. */
  readonly when?: 'sync' | 'soon'
  /**
   * `shared`: one name for all, so that what a killed process left is written over and drafts do not pile up where nobody
   * looks for them. Two processes at once may mix, so the content must tell whether it is whole.
   */
  readonly draft?: 'own' | 'shared'
}

/** Replaces a file, whole or not at all. */
export function writeSmallFile(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, when = 'sync', draft: whose = 'own' }: WriteOptions = {},
): void {
  makeFolder(dirname(path), 'private')
  const draft = whose === 'own' ? `${path}.${process.pid}.new` : `${path}.tmp`
  try {
    const descriptor = openSync(draft, 'w', mode)
    try {
      writeWhole(descriptor, Buffer.from(content))
      if (when === 'sync') fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Adds a line. Past `most` bytes the file becomes `<path>.1`, and what was that before is gone. */
export function appendLine(path: string, line: string, most: number): void {
  makeFolder(dirname(path), 'private')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > most) renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a', 0o600)
  try {
    writeWhole(descriptor, Buffer.from(`${line}\n`))
  } finally {
    closeSync(descriptor)
  }
}

/** A file without contents, whose time is the message; `at` in milliseconds. */
export function touchFile(path: string, at: number): void {
  makeFolder(dirname(path), 'private')
  closeSync(openSync(path, 'a', 0o600))
  utimesSync(path, at / 1000, at / 1000)
}

export function removeFile(path: string): void {
  rmSync(path, { force: true })
}

/** Removes the files of a folder that `isOld` says so of, by name and time in milliseconds. */
export function sweepFolder(folder: string, isOld: (name: string, modified: number) => boolean): void {
  for (const name of namesIn(folder)) {
    const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false })
    if (stat?.isFile() === true && isOld(name, stat.mtimeMs)) rmSync(`${folder}/${name}`, { force: true })
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}
