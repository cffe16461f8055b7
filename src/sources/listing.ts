import { type BigIntStats, type Dirent, readdirSync } from 'node:fs'
import { errorWords } from '../disk/index.ts'
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
    return { failed: errorWords(error) }
  }
}

export function microseconds(stat: BigIntStats): number {
  return Number(stat.mtimeNs / 1000n)
}

export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
