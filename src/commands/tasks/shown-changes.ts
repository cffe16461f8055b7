import { readRegularFile } from '../../disk/index.ts'
import type { Action, FileChange, FileName } from '../../model/index.ts'
import { fileChanges } from '../../plan/index.ts'

const LARGEST = 5_000_000

/** One change of a plan beside what the file holds now. `done`: whose archives a person has agreed to. */
export function shownChange(root: string, action: Action, done: ReadonlySet<FileName>): FileChange {
  const textOf = (file: FileName) => {
    const read = readRegularFile(`${root}/${file}`, LARGEST)
    return read.kind === 'read' ? read.bytes.toString('utf8') : undefined
  }
  return fileChanges([action], textOf, done)[0]!
}
