import { standing } from '../checks/standing.ts'
import type { AgentChange } from '../memory/agent.ts'
import type { FileName } from '../memory/file-name.ts'
import type { Action, FolderPlan, Policy, Verdict, Withheld } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import { breakers } from '../plan/breakers.ts'
import type { Departure } from '../plan/departure.ts'
import type { IndexStep } from '../plan/index-step.ts'
import { type AgentDiff, type Changed, changesOf } from './dream-agent-diff.ts'
import { indexAfter } from './dream-agent-index.ts'

export interface AgentPlan {
  /** All that no breaker withholds: what a person may approve. */
  readonly plan: FolderPlan
  readonly changes: readonly AgentChange[]
  readonly dropped: readonly { readonly file: FileName; readonly why: string }[]
}

/** P3: the difference as a plan like any other, held to the same breakers, with the index brought along. */
export function planOfDiff(diff: AgentDiff, policy: Policy): AgentPlan {
  const changed = changesOf(diff, policy)
  const going = changed.filter(({ memory }) => memory === undefined)
  const departures = going.map(({ change }) => departureOf(change.file))
  const actions = changed.map(({ action }) => action)
  const withheld = breakers({ snapshot: diff.snapshot, departures, changes: actions, policy })
  const kept = withheld.length > 0 ? [] : changed
  const { index, dropped } = indexAfter(diff, kept, policy)
  return {
    plan: folderPlan(diff.snapshot, kept, index, withheld, policy),
    changes: changed.map(({ change }) => change),
    dropped,
  }
}

const inOrder = (changed: readonly Changed[]): Action[] => [
  ...changed.filter(({ memory }) => memory !== undefined).map(({ action }) => action),
  ...changed.filter(({ memory }) => memory === undefined).map(({ action }) => action),
]

/** For the breakers: a removal on nobody's word but a model's. */
function departureOf(file: FileName): Departure {
  return {
    file,
    bequest: [],
    ground: { source: 'suggested', kind: 'fully-stale', file, missing: [], present: [] },
  }
}

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
      class: standing(memory, evidence, policy.rules).class,
      fate: fate === 'retired' ? 'goes' : 'stays',
      because: fate === undefined ? 'the dream agent left it as it is' : `${fate} by the dream agent`,
    }
  })
}

/** The plan without what waits for a person; all of it waits where the agent was stopped half-way. */
export function unattended({ plan, changes }: AgentPlan, stop: 'finished' | 'cut-off'): FolderPlan {
  const held = new Set(changes.filter(change => change.held !== undefined).map(({ file }) => file))
  if (stop === 'cut-off') return { ...plan, actions: [] }
  const free = (action: Action) => !held.has(action.file) && !action.needs.some(file => held.has(file))
  return { ...plan, actions: plan.actions.filter(free) }
}
