import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gitTopLevel, readRegularFile, settledBefore, sha256, type Trusts } from '../disk/index.ts'
import { GitFailed, lineOf } from './git/git.ts'
import { refuseGitOutside } from './git/leads.ts'

export interface FolderStamp {
  /** One line that changes whenever anything in the folder does: names, sizes, times, inodes. */
  readonly line: string
  /** Files that changed so lately that their times prove nothing; only their bytes do. */
  readonly unsettled: readonly string[]
}

/** Nothing where the folder cannot be listed. */
export function folderStamp(root: string): FolderStamp | undefined {
  const settled = settledBefore()
  const hash = createHash('sha256')
  const unsettled: string[] = []
  try {
    for (const name of readdirSync(root, { encoding: 'buffer' }).sort(Buffer.compare)) {
      const path = Buffer.concat([Buffer.from(`${root}/`), name])
      const { size, mtimeNs, ctimeNs, ino, mode } = lstatSync(path, { bigint: true })
      if (ctimeNs > settled) unsettled.push(name.toString('utf8'))
      hash.update(name).update(`\0${size} ${mtimeNs} ${ctimeNs} ${ino} ${mode}\0`)
    }
  } catch {
    return undefined
  }
  return { line: hash.digest('hex'), unsettled }
}

/** Whether each of these files holds the bytes of that hash. */
export function holdBytes(root: string, hashes: Readonly<Record<string, string>>): boolean {
  return Object.entries(hashes).every(([name, hash]) => {
    const read = readRegularFile(`${root}/${name}`, LARGEST)
    return read.kind === 'read' && sha256(read.bytes) === hash
  })
}

const LARGEST = 5_000_000

/** Tells whether the commits that a folder's clocks come from may have changed; asks git once a repository. */
export function commitStamps(trusts: Trusts): (root: string) => string {
  const known = new Map<string, string>()
  return root => {
    const topLevel = gitTopLevel(root, '')
    if (topLevel === undefined) return ''
    const stamp = known.get(topLevel) ?? commitStamp(topLevel, trusts)
    known.set(topLevel, stamp)
    return stamp
  }
}

function commitStamp(topLevel: string, trusts: Trusts): string {
  try {
    refuseGitOutside(topLevel, trusts)
    const head = lineOf(topLevel, ['rev-parse', '-q', '--verify', 'HEAD'])
    const folder = lineOf(topLevel, ['rev-parse', '--absolute-git-dir'])
    const index = statSync(join(folder, 'index'), { bigint: true, throwIfNoEntry: false })
    return `${head} ${index?.mtimeNs} ${index?.size}`
  } catch (error) {
    if (error instanceof GitFailed) return 'unknown'
    throw error
  }
}
