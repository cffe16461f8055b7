import { type BigIntStats, type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorWords, isMovedAside } from '../disk/index.ts'
import { INDEX_FILE } from '../model/index.ts'

/** A journal's name. Such a file is never a memory. */
export function isDatedName(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}\.md$/.test(name)
}

/** By its name alone: whether a file of a memory folder is Dream's business. */
export function isMarkdownName(name: string): boolean {
  return name.endsWith('.md') && !name.startsWith('.')
}

/** By name; none where the folder cannot be listed. */
export function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => byCodeUnits(a.name, b.name))
  } catch {
    return []
  }
}

/** The folders in a folder, and the links that may lead to one. */
export function foldersIn(folder: string): string[] {
  return entriesIn(folder)
    .filter(entry => entry.isDirectory() || entry.isSymbolicLink())
    .map(entry => join(folder, entry.name))
}

export interface ListedFile {
  readonly name: string
  readonly path: string
  /** Milliseconds since 1970. */
  readonly time: number
}

export function filesIn(folder: string, isMeant: (name: string) => boolean): ListedFile[] {
  return entriesIn(folder)
    .filter(entry => entry.isFile() && isMeant(entry.name))
    .map(({ name }) => ({ name, path: join(folder, name), time: timeOf(join(folder, name)) }))
}

/** What was reset or deleted is no conversation any more, and what a sub-agent was told is none with a person. */
export const isTranscriptName = (name: string): boolean =>
  name.endsWith('.jsonl') && !/\.(?:reset|deleted)\.|^agent-/.test(name)

/** In milliseconds since 1970; 0 where no time can be had. */
export function timeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  } catch {
    return 0
  }
}

export interface Listed {
  readonly files: readonly { readonly name: string; readonly raw: Buffer; readonly entry: Dirent<Buffer> }[]
  readonly subfolders: readonly string[]
}

/** Names come as bytes, because a name that is not valid UTF-8 would come back changed and lead to another file. */
export function listFolder(root: string): Listed | { readonly failed: string } {
  try {
    const entries = readdirSync(root, { withFileTypes: true, encoding: 'buffer' })
    const named = entries.map(entry => ({ name: entry.name.toString('utf8'), raw: entry.name, entry }))
    named.sort((a, b) => byCodeUnits(a.name, b.name) || Buffer.compare(a.raw, b.raw))
    const folders = named.filter(file => file.entry.isDirectory())
    return {
      files: named.filter(file => isMarkdownName(file.name)),
      subfolders: folders.map(file => file.name),
    }
  } catch (error) {
    return { failed: errorWords(error) }
  }
}

/** - `index`: has a `MEMORY.md`. - `memories`: has memory files alone. - `journals`: has nothing but dated files. */
export type Holding = 'index' | 'memories' | 'journals' | 'nothing' | 'unlistable'

export function holdingOf(folder: string): Holding {
  let files: string[]
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    files = entries.filter(entry => !entry.isDirectory()).map(entry => entry.name)
  } catch {
    return 'unlistable'
  }
  const names = files.filter(isMarkdownName)
  if (names.includes(INDEX_FILE)) return 'index'
  if (names.some(name => !isDatedName(name)) || files.some(isMovedAside)) return 'memories'
  return names.length > 0 ? 'journals' : 'nothing'
}

export function holdsMemories(folder: string): boolean {
  return ['index', 'memories'].includes(holdingOf(folder))
}

/** When a file of a memory folder was last written, in milliseconds; 0 where none can be seen. */
export function newestChange(root: string): number {
  return filesIn(root, isMarkdownName).reduce((newest, { time }) => Math.max(newest, time), 0)
}

export function microseconds(stat: BigIntStats): number {
  return Number(stat.mtimeNs / 1000n)
}

export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const LIST = /^(?:index|readme|memory)\.md$/i
/** What was put away needs no list. */
const PUT_AWAY = /^(?:\.|archived?$|logs?$|sessions?$|trash|backup|node_modules)/i
const FEWEST_NOTES = 5

/** Lists of notes in sub-folders, and how many notes lie beside each. */
export function listsBelow(
  root: string,
  subfolders: readonly string[],
): { readonly path: string; readonly notes: number }[] {
  return subfolders.flatMap(folder => {
    if (PUT_AWAY.test(folder)) return []
    const listed = listFolder(`${root}/${folder}`)
    if ('failed' in listed) return []
    const list = listed.files.find(({ name }) => LIST.test(name))
    const notes = listed.files.length - 1
    return list === undefined || notes < FEWEST_NOTES ? [] : [{ path: `${folder}/${list.name}`, notes }]
  })
}
