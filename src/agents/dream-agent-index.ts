import type { AgentPreview } from '../memory/agent.ts'
import { type FileName, INDEX_FILE } from '../memory/file-name.ts'
import { entryChanges, type IndexFile, linesOf, parseIndex } from '../memory/index-file.ts'
import type { Piece, Policy } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import { entryCount, type IndexStep, indexStep } from '../plan/index-step.ts'
import { joinPieces, waitForFiles } from '../plan/pieces.ts'
import type { AgentDiff, Changed } from './dream-agent-diff.ts'
import type { Original } from './scratch.ts'

type Dropped = AgentPreview['dropped']

/** The index after an agent's changes: its own entries, with lines for what goes and comes brought along. */
export function indexAfter(
  { snapshot, originals, left }: AgentDiff,
  changed: readonly Changed[],
  policy: Policy,
): { index: IndexStep; dropped: Dropped } {
  const finals = new Map(
    changed.flatMap(({ memory }) => (memory === undefined ? [] : [[memory.file, memory]])),
  )
  const going = new Set(changed.filter(({ memory }) => memory === undefined).map(({ change }) => change.file))
  const added = changed.filter(({ change }) => change.change === 'added').map(({ memory }) => memory!)
  const memories = [...snapshot.folder.memories, ...added]
  const there = memories.map(memory => finals.get(memory.file) ?? memory)
  const before = originals.get(INDEX_FILE)
  const taken = takenIndex(before, left.get(INDEX_FILE))
  const folder = { ...snapshot.folder, memories, ...(taken.index !== undefined && { index: taken.index }) }
  // An index that drifted before is not the agent's doing, and waits for a dream.
  const isIdle = changed.length === 0 && taken.index === undefined
  const step = isIdle ? nothingToDo(snapshot) : indexStep({ folder, going, memories: there }, policy)
  const fresh = new Set(added.map(({ file }) => file))
  const action = step.action ?? untouched(before, taken.index)
  const whole = action && {
    ...action,
    expect: before?.hash ?? 'absent',
    pieces: waitForFiles(action.pieces, fresh),
  }
  const isOwn = step.action === undefined && whole !== undefined
  const base = isOwn ? { ...step.summary, step: 'edit' as const } : step.summary
  // Counted against the index that is there, not against the agent's own.
  const summary = whole === undefined ? base : { ...base, ...changesBy(before, whole, going, fresh) }
  return {
    index: { ...step, summary, ...(whole !== undefined && { action: whole }) },
    dropped: taken.dropped,
  }
}

function changesBy(
  before: Original | undefined,
  { pieces }: { readonly pieces: readonly Piece[] },
  going: ReadonlySet<FileName>,
  fresh: ReadonlySet<FileName>,
) {
  const text = joinPieces(pieces, new Set([...going, ...fresh]))
  return entryChanges(linesOf(before?.text ?? ''), linesOf(text))
}

const nothingToDo = ({ folder }: Snapshot): IndexStep => ({
  summary: { step: 'none', removed: 0, added: 0, remaining: entryCount(folder.index) },
  warnings: [],
})

/**
 * The agent's index is taken where it differs in entries and headings alone: other lines stand there for somebody else, and
 * agents read an index unasked.
 */
function takenIndex(
  before: Original | undefined,
  text: string | undefined,
): { index?: IndexFile; dropped: Dropped } {
  if (text === undefined || text === before?.text) return { dropped: [] }
  const index = parseIndex(text, before?.hash ?? '', before?.size ?? 0, true)
  const was = before?.text === undefined ? [] : proseOf(parseIndex(before.text, '', 0, true))
  const is = proseOf(index)
  const isSame = was.length === is.length && was.every((line, at) => line === is[at])
  if (isSame) return { index, dropped: [] }
  const why =
    'lines that are no entries were changed; agents read them unasked, so the index is only brought up to date'
  return { dropped: [{ file: INDEX_FILE, why }] }
}

const proseOf = ({ lines }: IndexFile): string[] =>
  lines
    .filter(({ entry, text }) => entry === undefined && text.trim() !== '' && !/^#{1,6}\s/.test(text))
    .map(({ text }) => text.trim())

/** Nothing had to be brought up to date in the agent's own index; it is still another one than ours. */
function untouched(before: Original | undefined, index: IndexFile | undefined): IndexStep['action'] {
  if (index === undefined) return undefined
  const text = index.lines.map(line => line.text).join('')
  return {
    kind: 'write',
    file: INDEX_FILE,
    expect: before?.hash ?? 'absent',
    needs: [],
    reason: { why: 'index' },
    pieces: [{ text }],
  }
}
