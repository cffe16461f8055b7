import { createHash } from 'node:crypto'
import { fieldsOf, outputOf, outputWithin, splitFields } from './git.ts'

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
  /** Files whose bytes may be others than the index says: changed, untracked, or not looked at because somebody said so. */
  readonly unsure: readonly string[]
  /** Stands for all of the list; for every other file it stands for the bytes, too. */
  readonly stamp: string
}

const LIST = ['ls-files', '-v', '-s', '-c', '-o', '-d', '--exclude-standard', '-z']

/**
 * One call: `H <mode> <blob> <stage>\t<path>`, with `S` for sparse, a small letter where changes are not looked for, `R`
 * once more for a deleted file, `C` for a changed one, `? <path>`.
 */
export function gitFiles(root: string): GitFiles {
  const files = new Set<string>()
  const deleted: string[] = []
  const sparse: string[] = []
  const submodules: string[] = []
  const nested: string[] = []
  const unsure = new Set<string>()
  const changes = listWithChanges(root)
  const list = changes ?? outputOf(root, LIST)
  for (const entry of splitFields(list)) {
    const path = entry.startsWith('? ') ? entry.slice(2) : entry.slice(entry.indexOf('\t') + 1)
    if (entry.startsWith('R ')) deleted.push(path)
    else if (path.endsWith('/')) nested.push(path.slice(0, -1))
    else files.add(path)
    if (/^[sS] /.test(entry)) sparse.push(path)
    if (/^[hH] 160000/.test(entry)) submodules.push(path)
    if (!entry.startsWith('H ')) unsure.add(path)
  }
  for (const path of deleted) files.delete(path)
  return {
    files: [...files],
    deleted: [...new Set(deleted)],
    sparse,
    submodules,
    nested,
    unsure: changes === undefined ? [...files] : [...unsure].filter(path => files.has(path)),
    stamp: createHash('sha256').update(list).digest('hex'),
  }
}

/** Where every time lies, as in a work tree that was copied, git compares all bytes: that is not waited for. */
const COMPARE_LIMIT_MS = 5000

/**
 * To find what changed git compares bytes where times do not tell, and would start the repository's own programs to clean
 * them first. Nothing where one of those cannot be switched off, or where it takes too long.
 */
function listWithChanges(root: string): Buffer | undefined {
  const off = withoutFilters(root)
  return off && outputWithin(COMPARE_LIMIT_MS, root, [...off, ...LIST, '-m'])
}

function withoutFilters(root: string): string[] | undefined {
  const settings = fieldsOf(root, ['config', '--name-only', '-z', '--get-regexp', '^filter\\.'])
  const drivers = [...new Set(settings.map(setting => setting.slice(0, setting.lastIndexOf('.'))))]
  if (drivers.some(driver => driver.includes('='))) return undefined
  const off = ['clean=', 'smudge=', 'process=', 'required=false']
  return drivers.flatMap(driver => off.flatMap(setting => ['-c', `${driver}.${setting}`]))
}
