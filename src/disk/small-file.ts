import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Small files of Dream's own, outside every memory folder: what was decided, who is trusted, what was logged. */

/** Replaces a file, whole or not at all. */
export function writeSmallFile(path: string, text: string, mode = 0o600): void {
  makePrivateFolder(dirname(path))
  const draft = `${path}.${process.pid}.new`
  try {
    writeOver(draft, text, mode, 'sync')
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Writes over a file of no consequence: cheap, and half of it may be there after a power cut. */
export function jotDown(path: string, text: string): void {
  makePrivateFolder(dirname(path))
  writeOver(path, text, 0o600, 'soon')
}

function writeOver(path: string, text: string, mode: number, when: 'sync' | 'soon'): void {
  const descriptor = openSync(path, 'w', mode)
  try {
    writeWhole(descriptor, Buffer.from(text))
    if (when === 'sync') fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Adds a line. Past `most` bytes the file becomes `<path>.1`, and what was that before is gone. */
export function appendLine(path: string, line: string, most: number): void {
  makePrivateFolder(dirname(path))
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
  makePrivateFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
  utimesSync(path, at / 1000, at / 1000)
}

export function removeFile(path: string): void {
  rmSync(path, { force: true })
}

/** Removes the files of a folder that `isOld` says so of, by name and time in milliseconds. */
export function sweepFolder(folder: string, isOld: (name: string, modified: number) => boolean): void {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return
  }
  for (const name of names) {
    const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false })
    if (stat?.isFile() === true && isOld(name, stat.mtimeMs)) rmSync(`${folder}/${name}`, { force: true })
  }
}

export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}
