import { fieldsOf } from './git.ts'

/** What git's index and the work tree hold together. */
export interface GitFiles {
  /** Tracked and untracked files that are there, or that a sparse checkout leaves out. */
  readonly files: readonly string[]
  /** In the index, gone from the work tree. */
  readonly deleted: readonly string[]
  /** In the index, left out of the work tree by a sparse checkout. */
  readonly sparse: readonly string[]
  readonly submodules: readonly string[]
  /** Repositories inside this one that it does not know. */
  readonly nested: readonly string[]
}

const LIST = ['ls-files', '-t', '-s', '-c', '-o', '-d', '--exclude-standard', '-z']

/** One call: `H <mode> <blob> <stage>\t<path>`, with `S` for sparse, `R` once more for a deleted file, `? <path>`. */
export function gitFiles(root: string): GitFiles {
  const files = new Set<string>()
  const deleted: string[] = []
  const sparse: string[] = []
  const submodules: string[] = []
  const nested: string[] = []
  for (const entry of fieldsOf(root, LIST)) {
    const path = entry.startsWith('? ') ? entry.slice(2) : entry.slice(entry.indexOf('\t') + 1)
    if (entry.startsWith('R ')) deleted.push(path)
    else if (path.endsWith('/')) nested.push(path.slice(0, -1))
    else files.add(path)
    if (entry.startsWith('S ')) sparse.push(path)
    if (entry.startsWith('H 160000')) submodules.push(path)
  }
  for (const path of deleted) files.delete(path)
  return { files: [...files], deleted: [...new Set(deleted)], sparse, submodules, nested }
}
