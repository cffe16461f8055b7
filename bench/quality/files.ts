import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { FoundFolder } from '../../src/sources/folder.ts'

/** One value a line. */
export function readLines<Row>(path: string): Row[] {
  return linesOf(path).map(line => JSON.parse(line) as Row)
}

export const linesOf = (path: string): string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(line => line !== '')
    : []

export const readJson = <Value>(path: string): Value => JSON.parse(readFileSync(path, 'utf8')) as Value

export function subfolders(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true })
  return entries
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()
}

/** Paths of all files below a folder, relative to it. */
export function filesBelow(root: string): string[] {
  if (!existsSync(root)) return []
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/** Every folder with Markdown in it, as if it were named on the command line. */
export function memoryFolders(root: string): FoundFolder[] {
  const notes = filesBelow(root).filter(path => path.endsWith('.md'))
  const folders = [...new Set(notes.map(path => join(root, path, '..')))].sort()
  return folders.map(folder => ({
    root: folder,
    label: relative(root, folder),
    title: basename(folder),
    project: { path: root },
    origin: 'given',
  }))
}

/** Microseconds since 1970. */
export const moment = (date: string): number => Date.parse(date) * 1000
