import { Dir, realSys, scratchCopy, sha256 } from '../disk/index.ts'
import { asFileName, type FileName } from '../model/index.ts'
import { exactText } from '../text/index.ts'

/** A file as it was when it was copied. */
export interface Original {
  readonly hash: string
  readonly size: number
  /** Absent where the bytes are not valid UTF-8: such a file is shown and never changed. */
  readonly text?: string
}

/** A private copy of a memory folder's files, to be worked on in place of them. */
export interface Scratch {
  readonly path: string
  readonly originals: ReadonlyMap<FileName, Original>
  /** All that stands in the real folder, also what was not copied: links, folders, files of others. */
  readonly taken: readonly string[]
  /** What a file holds now; nothing where it is not there. */
  text(file: FileName): string | undefined
  put(file: FileName, text: string): void
  take(file: FileName): void
  /** Every file that is there now, with its text; the same as before where it is the same. */
  left(): Map<FileName, string | undefined>
  remove(): void
}

const DRAFT = '.draft'

/** Copies these files of `root`. One that is gone or is no regular file any more is left out. */
export function openScratch(root: string, files: readonly FileName[]): Scratch {
  const { copies, taken } = readAll(root, files)
  const { path, remove } = scratchCopy([...copies])
  const dir = Dir.open(realSys, path)
  const read = (file: FileName) => {
    const found = dir.read(file)
    return found === undefined ? undefined : exactText(found.bytes)
  }
  return {
    path,
    taken,
    originals: new Map([...copies].map(([file, { bytes }]) => [file, originalOf(bytes)])),
    text: read,
    put(file, text) {
      dir.discard(DRAFT)
      dir.create(DRAFT, Buffer.from(text), { mode: 0o600 })
      dir.rename(DRAFT, file)
    },
    take: file => dir.discard(file),
    left: () =>
      new Map(
        dir.list().flatMap(name => {
          const file = name === DRAFT ? undefined : asFileName(name)
          return file === undefined ? [] : [[file, read(file)] as const]
        }),
      ),
    remove() {
      dir.close()
      remove()
    },
  }
}

function readAll(
  root: string,
  files: readonly FileName[],
): { copies: Map<FileName, Copied>; taken: readonly string[] } {
  const dir = Dir.open(realSys, root)
  try {
    const copies = new Map<FileName, Copied>()
    for (const file of files) {
      const copied = readOne(dir, file)
      if (copied !== undefined) copies.set(file, copied)
    }
    return { copies, taken: dir.list() }
  } finally {
    dir.close()
  }
}

interface Copied {
  readonly bytes: Buffer
  readonly modified: number
}

function readOne(dir: Dir, file: FileName): Copied | undefined {
  try {
    const found = dir.read(file)
    return found === undefined ? undefined : { bytes: found.bytes, modified: found.stat.modified }
  } catch {
    return undefined
  }
}

function originalOf(bytes: Buffer): Original {
  const text = exactText(bytes)
  return { hash: sha256(bytes), size: bytes.length, ...(text !== undefined && { text }) }
}
