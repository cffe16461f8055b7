import { referenceStatus } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  type FileName,
  type FolderPlan,
  INDEX_FILE,
  type IndexFile,
  type Memory,
  type Policy,
  type Snapshot,
  type Verdict,
  type Withheld,
} from '../model/index.ts'
import { type IndexStep, withheldByLimits } from '../plan/index.ts'
import { parseMemory } from '../text/index.ts'
import { type AgentChange, type AgentDiff, type Changed, changesOf } from './dream-agent-diff.ts'
import { type AgentIndex, type IndexAfter, indexAfter, indexOf, takenIndex } from './dream-agent-index.ts'
import { asLines, type HeldLine, heldLines, withLinesOf } from './dream-agent-lines.ts'

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
