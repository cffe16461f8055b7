import { asFileName, type FileName } from '../memory/file-name.ts'
import { readFrontmatter } from '../memory/frontmatter.ts'
import { lowest, type Origin } from '../memory/origin.ts'
import { originIn } from '../memory/origin-field.ts'
import { openScratch, type Scratch } from './scratch.ts'
import { openBox, type Spot } from './tools/box.ts'
import { makeToolbox, type Toolbox } from './tools/toolbox.ts'

/** A private copy of a memory folder, and the tools that work on it and on nothing else. */
export interface AgentBox {
  readonly tools: Toolbox
  readonly scratch: Scratch
  /** The lowest origin of all that the agent was shown; nothing where none had a label. */
  seen(): Origin | undefined
  /** Removes the copy. */
  close(): void
}

export interface BoxRequest {
  /** Absolute, links resolved. */
  readonly root: string
  readonly files: readonly FileName[]
  readonly transcripts?: string
  readonly now: () => number
}

export function openAgentBox({ root, files, transcripts, now }: BoxRequest): AgentBox {
  const scratch = openScratch(root, files)
  let seen: Origin | undefined
  const onRead = (spot: Spot) => {
    seen = lowest([seen, originOf(scratch, spot)])
  }
  try {
    const roots = { memory: { copy: scratch.path, shown: root }, onRead }
    const box = openBox({ ...roots, ...(transcripts !== undefined && { transcripts }) })
    return {
      scratch,
      tools: makeToolbox(box, { scratch, seen: () => seen }, now),
      seen: () => seen,
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

/** A transcript holds what tools and pages said, word for word; which of its words a note is made from nobody can tell. */
function originOf(scratch: Scratch, { mount, segments }: Spot): Origin | undefined {
  if (!mount.writable) return 'tool'
  const file = asFileName(segments.join('/'))
  const text = file === undefined ? undefined : scratch.text(file)
  return text === undefined ? undefined : originIn(text.slice(0, readFrontmatter(text).bodyStart))
}
