import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file as it lies on disk: enough to tell whether anything about it changed. */
export interface Leaf {
  readonly name: string
  readonly sha256: string
  readonly modified: string
  readonly mode: number
}

export function treeOf(folder: string): Leaf[] {
  return readdirSync(folder)
    .sort()
    .map(name => {
      const path = join(folder, name)
      const { mtimeNs, mode } = lstatSync(path, { bigint: true })
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
      return { name, sha256, modified: String(mtimeNs), mode: Number(mode) }
    })
}

/** The names of files that are not in both or not the same in both. */
export function differences(before: readonly Leaf[], after: readonly Leaf[]): string[] {
  const text = (leaves: readonly Leaf[]) => new Map(leaves.map(leaf => [leaf.name, JSON.stringify(leaf)]))
  const [a, b] = [text(before), text(after)]
  return [...new Set([...a.keys(), ...b.keys()])].filter(name => a.get(name) !== b.get(name)).sort()
}

export const readText = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')
