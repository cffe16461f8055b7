import { INDEX_FILE, type IndexLine } from '../model/index.ts'
import { linesOf } from '../text/index.ts'
import { namesIn } from './names-in.ts'
import { readRegularFile } from './regular-file.ts'

/** What can be counted of a folder at a glance: the names in it, and the lines of its index. */
export interface FolderNames {
  readonly names: ReadonlySet<string>
  readonly index: readonly IndexLine[]
}

const LARGEST = 5_000_000

export function readNames(root: string): FolderNames {
  const read = readRegularFile(`${root}/${INDEX_FILE}`, LARGEST)
  return {
    names: new Set(namesIn(root)),
    index: read.kind === 'read' ? linesOf(read.bytes.toString('utf8')) : [],
  }
}
