import { type BigIntStats, type Dirent, readdirSync } from 'node:fs'
import type { FileName } from '../memory/file-name.ts'
import { inWords } from './errno.ts'
import { isMarkdownName } from './layout.ts'

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
    return { failed: inWords(error) }
  }
}

/** A file as the folder's listing showed it: where nothing of this changed, the file did not either. */
export interface FileStamp {
  readonly name: FileName
  readonly size: number
  /** Microseconds since 1970. */
  readonly mtimeUs: number
  /** Nanoseconds since 1970, and the inode: wider than a number, so in digits. */
  readonly ctimeNs: string
  readonly ino: string
  readonly mode: number
}

export function stampOf(name: FileName, stat: BigIntStats): FileStamp {
  return {
    name,
    size: Number(stat.size),
    mtimeUs: microseconds(stat),
    ctimeNs: String(stat.ctimeNs),
    ino: String(stat.ino),
    mode: Number(stat.mode),
  }
}

export function microseconds(stat: BigIntStats): number {
  return Number(stat.mtimeNs / 1000n)
}

export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
