import { say } from '../languages/index.ts'
import {
  type FileName,
  INDEX_FILE,
  type IndexFile,
  type Piece,
  type Policy,
  type Snapshot,
} from '../model/index.ts'
import {
  entryCount,
  type IndexStep,
  indexStep,
  joinPieces,
  mergePieces,
  waitForFiles,
} from '../plan/index.ts'
import { entryChanges, linesOf, parseIndex } from '../text/index.ts'
import type { AgentDiff, Changed } from './dream-agent-diff.ts'
import type { HeldLine } from './dream-agent-lines.ts'
import { asLines, proseOf, waitForRewrites } from './dream-agent-lines.ts'
import type { Original } from './scratch.ts'

/** What was not taken over from the copy at all, and why. */
export type Dropped = readonly { readonly file: FileName; readonly why: string }[]

/** What is done to the index, and how it reads before and after. */
export interface IndexAfter {
  readonly index: IndexStep
  readonly shown?: Pick<AgentIndex, 'was' | 'becomes'>
}

/** The index after an agent's changes: its own entries, with lines for what goes and comes brought along. */
export function indexAfter(
  { snapshot, originals }: AgentDiff,
  changed: readonly Changed[],
  own: IndexFile | undefined,
  policy: Policy,
): IndexAfter {
  const finals = new Map(
    changed.flatMap(({ memory }) => (memory === undefined ? [] : [[memory.file, memory]])),
  )
  const going = new Set(changed.filter(({ memory }) => memory === undefined).map(({ change }) => change.file))
  const added = changed.filter(({ change }) => change.change === 'added').map(({ memory }) => memory!)
  const memories = [...snapshot.folder.memories, ...added]
  const there = memories.map(memory => finals.get(memory.file) ?? memory)
  const before = originals.get(INDEX_FILE)
  const folder = { ...snapshot.folder, memories, ...(own !== undefined && { index: own }) }
  // An index that drifted before is not the agent's doing, and waits for a dream.
  const isIdle = changed.length === 0 && own === undefined
  const step = isIdle ? nothingToDo(snapshot) : indexStep({ folder, going, memories: there }, policy)
  const fresh = new Set(added.map(({ file }) => file))
  const action = step.action ?? untouched(before, own)
  if (action === undefined) return { index: step }
  const rewritten = new Set([...finals.keys()].filter(file => !fresh.has(file)))
  const lines = waitForRewrites(waitForFiles(action.pieces, fresh), asLines(before?.text), rewritten)
  const pieces = mergePieces(lines)
  const becomes = joinPieces(pieces, new Set([...going, ...fresh, ...rewritten]))
  const isOwn = step.action === undefined
  const base = isOwn ? { ...step.summary, step: 'edit' as const } : step.summary
  // Counted against the index that is there, not against the agent's own.
  const summary = { ...base, ...entryChanges(linesOf(before?.text ?? ''), linesOf(becomes)) }
  return {
    index: { ...step, summary, action: { ...action, expect: before?.hash ?? 'absent', pieces } },
    shown: { was: before?.text ?? '', becomes },
  }
}

const nothingToDo = ({ folder }: Snapshot): IndexStep => ({
  summary: { step: 'none', removed: 0, added: 0, remaining: entryCount(folder.index) },
  warnings: [],
})

/**
 * The agent's index is taken where it differs in entries and headings alone: other lines stand there for somebody else, and
 * agents read an index unasked.
 */
export function takenIndex({ originals, left }: AgentDiff): { index?: IndexFile; dropped: Dropped } {
  const before = originals.get(INDEX_FILE)
  const text = left.get(INDEX_FILE)
  if (text === undefined || text === before?.text) return { dropped: [] }
  const index = indexOf(text, before)
  const headings = new Set(linesOf(before?.text ?? '').map(line => line.text.trim()))
  const was = proseOf(linesOf(before?.text ?? ''), headings)
  const is = proseOf(index.lines, headings)
  const isSame = was.length === is.length && was.every((line, at) => line === is[at])
  if (isSame) return { index, dropped: [] }
  return { dropped: [{ file: INDEX_FILE, why: say().agents.waits.indexText }] }
}

export const indexOf = (text: string, before: Original | undefined): IndexFile =>
  parseIndex(text, before?.hash ?? '', before?.size ?? 0, true)

/** Nothing had to be brought up to date in the agent's own index; it is still another one than ours. */
function untouched(before: Original | undefined, index: IndexFile | undefined): IndexStep['action'] {
  const text = index?.lines.map(line => line.text).join('')
  if (text === undefined || text === before?.text) return undefined
  const pieces: readonly Piece[] = [{ text }]
  return {
    kind: 'write',
    file: INDEX_FILE,
    expect: before?.hash ?? 'absent',
    needs: [],
    reason: { why: 'index' },
    pieces,
  }
}

/** What becomes of `MEMORY.md`, whole. */
export interface AgentIndex {
  readonly was: string
  readonly becomes: string
  readonly held: readonly HeldLine[]
}
