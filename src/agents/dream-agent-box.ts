import { Dir, realSys, scratchCopy, sha256 } from '../disk/index.ts'
import { asFileName, type FileName, lowest, type Origin } from '../model/index.ts'
import { exactText, originIn, readFrontmatter } from '../text/index.ts'
import { originsInTranscripts, type ShownTranscript, type TranscriptOrigins } from './dream-agent-trust.ts'
import {
  type Box,
  MOST_BYTES,
  NotShown,
  openBox,
  type ProjectRoot,
  type Spot,
  showPlace,
} from './sandbox/box.ts'
import { linesOf } from './sandbox/search.ts'
import { makeToolbox, type Toolbox } from './sandbox/toolbox.ts'

/** A private copy of a memory folder, and the tools that work on it and on nothing else. */
export interface AgentBox {
  readonly tools: Toolbox
  readonly scratch: Scratch
  /** The lowest origin of all notes that the agent was shown; nothing where none had a label. */
  seen(): Origin | undefined
  /** Whose words stand in the transcripts that it looked into. */
  rows(): TranscriptOrigins
  /** Removes the copy. */
  close(): void
}

export interface BoxRequest {
  /** Absolute, links resolved. */
  readonly root: string
  readonly files: readonly FileName[]
  readonly transcripts?: string
  readonly project?: ProjectRoot
  readonly now: () => number
}

export function openAgentBox({ root, files, transcripts, project, now }: BoxRequest): AgentBox {
  const scratch = openScratch(root, files)
  const shown = new Map<string, { readonly spot: Spot; lines: 'all' | Set<number> }>()
  let seen: Origin | undefined
  const onRead = (spot: Spot, line?: number) => {
    if (spot.mount.writable) {
      seen = lowest([seen, labelAt(scratch, spot)])
      return
    }
    const one = shown.get(showPlace(spot)) ?? { spot, lines: new Set<number>() }
    if (line === undefined) one.lines = 'all'
    else if (one.lines !== 'all') one.lines.add(line)
    shown.set(showPlace(spot), one)
  }
  try {
    const roots = { memory: { copy: scratch.path, shown: root }, onRead }
    const box = openBox({ ...roots, ...(transcripts && { transcripts }), ...(project && { project }) })
    return {
      scratch,
      tools: makeToolbox(box, { scratch, seen: () => seen }, now),
      seen: () => seen,
      rows: () =>
        originsInTranscripts(
          [...shown.values()].map(({ spot, lines }) =>
            transcriptAt(box, spot, lines, spot.mount.shown === project?.root),
          ),
        ),
      close() {
        box.close()
        scratch.remove()
      },
    }
  } catch (error) {
    scratch.remove()
    throw error
  }
}

function labelAt(scratch: Scratch, { segments }: Spot): Origin | undefined {
  const file = asFileName(segments.join('/'))
  const text = file === undefined ? undefined : scratch.text(file)
  return text === undefined ? undefined : originIn(text.slice(0, readFrontmatter(text).bodyStart))
}

function transcriptAt(
  box: Box,
  spot: Spot,
  shown: ShownTranscript['shown'],
  isProject: boolean,
): ShownTranscript {
  return {
    form: isProject ? 'file' : spot.segments.at(-1)?.endsWith('.jsonl') === true ? 'records' : 'text',
    shown,
    *lines() {
      try {
        yield* linesOf(box, spot, { left: MOST_BYTES })
      } catch (error) {
        // One that went meanwhile has nothing to say; what was shown of it stays nobody's word.
        if (!(error instanceof NotShown)) throw error
      }
    },
  }
}

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
