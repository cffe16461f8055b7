import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { namesIn } from './folders.ts'
import { lifeOf, type ProcessId, thisProcess } from './process.ts'

/** A private folder for files that somebody untrusted works on. */
export interface ScratchCopy {
  /** Holds the files and nothing else. */
  readonly path: string
  remove(): void
}

export interface CopiedFile {
  readonly bytes: Uint8Array
  /** Microseconds since 1970. */
  readonly modified: number
}

const PREFIX = 'dream-agent-'
const FILES = 'memory'
const OWNER = 'owner.json'
/** Without a word about who made it, it is left alone for a day: somebody may be making it right now. */
const DAY_MS = 86_400_000

/** Makes the folder (0700) with these files in it. What earlier runs left behind when they were killed goes first. */
export function scratchCopy(
  files: Iterable<readonly [name: string, file: CopiedFile]>,
  place: string = tmpdir(),
): ScratchCopy {
  sweepScratchCopies(place)
  const top = mkdtempSync(join(place, PREFIX))
  const remove = () => rmSync(top, { recursive: true, force: true })
  try {
    writeFileSync(join(top, OWNER), JSON.stringify(thisProcess()), { mode: 0o600 })
    const path = join(top, FILES)
    mkdirSync(path, { mode: 0o700 })
    for (const [name, { bytes, modified }] of files) {
      writeFileSync(join(path, name), bytes, { mode: 0o600, flag: 'wx' })
      utimesSync(join(path, name), modified / 1e6, modified / 1e6)
    }
    return { path, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Removes what dead runs of this user left. */
function sweepScratchCopies(place: string): void {
  for (const name of namesIn(place).filter(each => each.startsWith(PREFIX))) {
    const top = join(place, name)
    if (isLeftOver(top)) rmSync(top, { recursive: true, force: true })
  }
}

function isLeftOver(top: string): boolean {
  // A link, or a folder of somebody else's in a common place, is none of ours whatever its name.
  const stat = lstatSync(top, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isDirectory() || stat.uid !== process.getuid?.()) return false
  const owner = ownerOf(top)
  return owner === undefined ? Date.now() - stat.mtimeMs > DAY_MS : lifeOf(owner) === 'gone'
}

function ownerOf(top: string): ProcessId | undefined {
  try {
    const owner = JSON.parse(readFileSync(join(top, OWNER), 'utf8')) as ProcessId | null
    return typeof owner?.pid === 'number' ? owner : undefined
  } catch {
    return undefined
  }
}
