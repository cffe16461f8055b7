import { protections, protectionWords, referenceStatus } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  type FileName,
  type FolderPlan,
  INDEX_FILE,
  type IndexFile,
  isLower,
  lowest,
  type Memory,
  type Origin,
  type Policy,
  type Snapshot,
  type Verdict,
  type Withheld,
} from '../model/index.ts'
import { type IndexStep, withheldByLimits } from '../plan/index.ts'
import { parseMemory } from '../text/index.ts'
import {
  type AgentIndex,
  asLines,
  type HeldLine,
  heldLines,
  type IndexAfter,
  indexAfter,
  indexOf,
  takenIndex,
  withLinesOf,
} from './dream-agent-index.ts'
import type { AgentChange, AgentDiff, Changed } from './dream-agent-trust.ts'
import { type KnownWords, knownWords, onlyAdds, type Trusted, trustOf } from './dream-agent-trust.ts'
import type { Original } from './scratch.ts'

export interface AgentPlan {
  /** All that no limit withholds: what a person may approve. */
  readonly plan: FolderPlan
  readonly changes: readonly AgentChange[]
  readonly index?: AgentIndex
  readonly dropped: readonly { readonly file: FileName; readonly why: string }[]
  /** What it was made of. */
  readonly from: {
    readonly diff: AgentDiff
    readonly changed: readonly Changed[]
    /** The agent's own index, as far as it is taken. */
    readonly own?: IndexFile
  }
}

/** P3: the difference as a plan like any other, held to the same limits, with the index brought along. */
export function planOfDiff(diff: AgentDiff, policy: Policy): AgentPlan {
  const changed = changesOf(diff, policy)
  const going = changed.filter(({ memory }) => memory === undefined)
  const withheld = withheldByLimits({
    snapshot: diff.snapshot,
    going: going.map(({ change }) => change.file),
    changes: changed.map(({ action }) => action),
    policy,
  })
  const kept = withheld.length > 0 ? [] : changed
  const { index: own, dropped } = takenIndex(diff)
  const after = indexAfter(diff, kept, own, policy)
  const planned: AgentPlan = {
    plan: folderPlan(diff.snapshot, kept, after.index, withheld, policy),
    changes: changed.map(({ change }) => change),
    dropped,
    from: { diff, changed, ...(own !== undefined && { own }) },
  }
  return { ...planned, ...shownIndex(after, linesThatWait(planned)) }
}

function shownIndex({ shown }: IndexAfter, held: readonly HeldLine[]): { readonly index?: AgentIndex } {
  return shown === undefined ? {} : { index: { ...shown, held } }
}

/** Looked at anew whenever more of the changes have to wait. */
export function linesThatWait({ changes, from: { diff, changed, own } }: AgentPlan): HeldLine[] {
  if (own === undefined) return []
  const memories = new Map<FileName, Memory>(
    diff.snapshot.folder.memories.map(memory => [memory.file, memory]),
  )
  for (const { change, alone } of changed) {
    if (alone.kind === 'write') memories.set(change.file, memoryIn(alone.file, textOf(alone)))
    else memories.delete(change.file)
  }
  return heldLines({
    before: asLines(diff.originals.get(INDEX_FILE)?.text),
    own: own.lines,
    memories,
    held: heldFiles(changes),
    shown: diff.shown?.rows.shown,
  })
}

const memoryIn = (file: FileName, text: string): Memory =>
  parseMemory({ file, hash: '', size: text.length, modified: 0, text })

const textOf = ({ pieces }: Extract<Action, { kind: 'write' }>): string =>
  pieces.map(({ text }) => text).join('')

const heldFiles = (changes: readonly AgentChange[]): Set<FileName> =>
  new Set(changes.filter(({ held }) => held !== undefined).map(({ file }) => file))

const inOrder = (changed: readonly Changed[]): Action[] => [
  ...changed.filter(({ memory }) => memory !== undefined).map(({ action }) => action),
  ...changed.filter(({ memory }) => memory === undefined).map(({ action }) => action),
]

function folderPlan(
  snapshot: Snapshot,
  changed: readonly Changed[],
  index: IndexStep,
  withheld: readonly Withheld[],
  policy: Policy,
): FolderPlan {
  const { root, label, layout, subfolders } = snapshot.folder
  const isHeld = withheld.length > 0
  return {
    root,
    label,
    layout,
    subfolders,
    actions: isHeld ? [] : [...inOrder(changed), ...(index.action ? [index.action] : [])],
    proposals: [],
    answered: [],
    withheld,
    suspended: [],
    verdicts: verdictsOf(snapshot, changed, policy),
    findings: [],
    warnings: isHeld ? [] : index.warnings,
    index: index.summary,
  }
}

function verdictsOf({ folder, evidence }: Snapshot, changed: readonly Changed[], policy: Policy): Verdict[] {
  const fates = new Map(changed.map(({ change }) => [change.file, change.change]))
  return folder.memories.map(memory => {
    const fate = fates.get(memory.file)
    return {
      file: memory.file,
      class: referenceStatus(memory, evidence, policy.rules).class,
      fate: fate === 'retired' ? 'goes' : 'stays',
      because: say().agents.fate[fate ?? 'none'],
    }
  })
}

/** What is done of a plan where nobody approves it, and the index as it is then. */
export interface Unattended {
  readonly plan: FolderPlan
  readonly changes: readonly AgentChange[]
  readonly index?: AgentIndex
}

/** The plan without what waits for a person; all of it waits where the agent was stopped half-way. */
export function unattended(planned: AgentPlan, stop: 'finished' | 'cut-off', policy: Policy): Unattended {
  const { plan, changes, from } = planned
  if (stop === 'cut-off' || plan.withheld.length > 0) return { ...planned, plan: { ...plan, actions: [] } }
  const held = heldFiles(changes)
  const lines = linesThatWait(planned)
  const free = ({ alone }: Changed) => !held.has(alone.file) && !alone.needs.some(file => held.has(file))
  const kept = from.changed.filter(free).map(asDoneAlone)
  const after = indexAfter(from.diff, kept, ownIndexWithout(planned, lines, kept), policy)
  const index = shownIndex(after, lines)
  const done = new Map(kept.map(({ change }) => [change.file, change]))
  return {
    plan: {
      ...folderPlan(from.diff.snapshot, kept, after.index, [], policy),
      ...(plan.recall && { recall: plan.recall }),
    },
    changes: changes.map(change => done.get(change.file) ?? change),
    ...(index.index === undefined && lines.length > 0
      ? { index: { was: '', becomes: '', held: lines } }
      : index),
  }
}

function asDoneAlone(one: Changed): Changed {
  const { alone, change } = one
  if (alone.kind !== 'write') return one
  const becomes = textOf(alone)
  return { ...one, action: alone, change: { ...change, becomes }, memory: memoryIn(alone.file, becomes) }
}

/** The agent's index with the lines that were there before, for all that waits. */
function ownIndexWithout(
  { from: { diff, changed, own } }: AgentPlan,
  lines: readonly HeldLine[],
  kept: readonly Changed[],
): IndexFile | undefined {
  if (own === undefined) return undefined
  const before = diff.originals.get(INDEX_FILE)
  const waiting = changed.filter(({ change }) => !kept.some(one => one.change.file === change.file))
  const files = new Set<string>([
    ...waiting.map(({ change }) => change.file),
    ...lines.flatMap(({ file, line }) => file ?? asLines(line)[0]?.entry?.target ?? []),
  ])
  const text = withLinesOf(own.lines, asLines(before?.text), files)
  return text === before?.text ? undefined : indexOf(text, before)
}

/** By file; what is written is done first, and nothing is archived unless all of that is: it may hold what goes. */
function changesOf(diff: AgentDiff, policy: Policy): Changed[] {
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
