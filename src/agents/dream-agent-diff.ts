import { protections, protectionWords } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  type FileName,
  INDEX_FILE,
  isLower,
  lowest,
  type Memory,
  type Origin,
  type Policy,
  type Snapshot,
} from '../model/index.ts'
import { parseMemory } from '../text/index.ts'
import {
  type KnownWords,
  knownWords,
  onlyAdds,
  type ShownToAgent,
  type Trusted,
  trustOf,
} from './dream-agent-trust.ts'
import type { Original } from './scratch.ts'

/** A change that the agent made to its copy, and what stands in the way of doing it without a person. */
export interface AgentChange {
  readonly file: FileName
  readonly change: 'added' | 'rewritten' | 'retired'
  /** A sentence; absent where nothing stands in the way. */
  readonly held?: string
  /** The texts, as far as there are two. */
  readonly was?: string
  readonly becomes?: string
}

/** What an agent left of its copy, beside what it was given. */
export interface AgentDiff {
  readonly snapshot: Snapshot
  readonly originals: ReadonlyMap<FileName, Original>
  /** Every file that is there now; without a text where it is none. */
  readonly left: ReadonlyMap<FileName, string | undefined>
  /** What the agent read; nothing where its texts were judged before and are taken as they are. */
  readonly shown?: ShownToAgent
}

export interface Changed {
  readonly change: AgentChange
  /** As a person approves it. */
  readonly action: Action
  /** As it is done where nobody does. */
  readonly alone: Action
  /** The memory as it would be; absent where it goes. */
  readonly memory?: Memory
}

/** By file; what is written is done first, and nothing is archived unless all of that is: it may hold what goes. */
export function changesOf(diff: AgentDiff, policy: Policy): Changed[] {
  const names = new Set([...diff.originals.keys(), ...diff.left.keys()])
  const known = knownWords(diff.originals)
  const changed = [...names]
    .filter(file => file !== INDEX_FILE)
    .sort()
    .flatMap(
      file =>
        (diff.left.has(file) ? writtenOf(file, diff, known, policy) : archivedOf(file, diff, policy)) ?? [],
    )
  const written = changed.filter(({ memory }) => memory !== undefined).map(({ change }) => change.file)
  return changed.map(one => {
    if (one.memory !== undefined) return one
    const action = { ...one.action, needs: written }
    return { ...one, action, alone: action }
  })
}

function archivedOf(file: FileName, diff: AgentDiff, policy: Policy): Changed | undefined {
  const before = diff.originals.get(file)
  if (before === undefined) return undefined
  const known = diff.snapshot.folder.memories.find(memory => memory.file === file)
  const held = known === undefined ? undefined : whyArchivingWaits(known, diff, policy)
  const action = archive(file, before)
  return { change: changeWith(file, 'retired', before, undefined, held), action, alone: action }
}

function writtenOf(file: FileName, diff: AgentDiff, words: KnownWords, policy: Policy): Changed | undefined {
  const before = diff.originals.get(file)
  const text = diff.left.get(file)
  if (text === undefined || text === before?.text) return undefined
  const known = diff.snapshot.folder.memories.find(memory => memory.file === file)
  const trusted: Trusted =
    diff.shown === undefined
      ? { alone: text, approved: text, made: undefined }
      : trustOf(text, known, words, diff.shown, file)
  const becomes = trusted.approved
  const about = { file, hash: before?.hash ?? '', size: bytesOf(becomes), modified: diff.snapshot.now }
  const memory = parseMemory({ ...about, text: becomes })
  const waits = known === undefined ? undefined : whyRewritingWaits(known, memory, trusted.made, diff, policy)
  const how = before === undefined ? 'added' : 'rewritten'
  return {
    change: changeWith(file, how, before, becomes, waits ?? trusted.held),
    action: write(file, before, becomes),
    alone: write(file, before, trusted.alone),
    memory,
  }
}

const changeWith = (
  file: FileName,
  change: AgentChange['change'],
  before: Original | undefined,
  becomes: string | undefined,
  held?: string,
): AgentChange => ({
  file,
  change,
  ...(held !== undefined && { held }),
  ...(before?.text !== undefined && { was: before.text }),
  ...(becomes !== undefined && { becomes }),
})

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const archive = (file: FileName, { hash }: Original): Action => ({
  kind: 'archive',
  file,
  expect: hash,
  needs: [],
  reason: { why: 'agent' },
})

const write = (file: FileName, before: Original | undefined, text: string): Action => ({
  kind: 'write',
  file,
  expect: before?.hash ?? 'absent',
  needs: [],
  reason: { why: 'agent' },
  pieces: [{ text }],
})

/** Whom the memory speaks for, and who would take its place. */
function whyArchivingWaits(
  memory: Memory,
  { snapshot, shown }: AgentDiff,
  policy: Policy,
): string | undefined {
  const held = protections(memory, snapshot, policy)
  if (held.length > 0) return protectionWords(held)
  return trustedLess(memory, lowest([shown?.notes, shown?.rows.shown]))
}

function whyRewritingWaits(
  memory: Memory,
  next: Memory,
  made: Origin | undefined,
  { snapshot }: AgentDiff,
  policy: Policy,
): string | undefined {
  const lower = trustedLess(memory, made)
  if (lower !== undefined) return lower
  const held = protections(memory, snapshot, policy).filter(one => one !== 'recent')
  if (held.length === 0 || onlyAdds(memory, next)) return undefined
  return protectionWords(held)
}

function trustedLess(memory: Memory, made: Origin | undefined): string | undefined {
  const { origins } = say().plan
  const { waits } = say().agents
  if (memory.origin === 'user') return waits.origin(origins.user)
  if (!isLower(made, memory.origin)) return undefined
  return waits.lessTrusted(origins[made!])
}
