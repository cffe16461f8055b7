import { asFileName, type FileName, lowest, type Origin } from '../model/index.ts'
import { originIn, readFrontmatter } from '../text/index.ts'
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
import { openScratch, type Scratch } from './scratch.ts'

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
