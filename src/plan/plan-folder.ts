import {
  CHECKS,
  type Check,
  fingerprint,
  inOrderOfKinds,
  kindOf,
  MOST_COMPARED,
  oddities,
  runChecks,
} from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type FileName,
  type Finding,
  type FolderPlan,
  Known,
  type Plan,
  type Policy,
  type Rules,
  type Snapshot,
  type Withheld,
} from '../model/index.ts'
import { changes } from './changes.ts'
import { looksLikeWrongRoot, type Settled, settle, withheldByLimits } from './decide.ts'
import { type IndexStep, indexStep, noStep } from './index-step.ts'
import { proposals, type Waiting } from './proposals.ts'
import { isRemoval, type Removal, rulesOf, suspended, verdicts } from './removal.ts'

export function makePlan(folders: readonly FolderPlan[], rules: Rules): Plan {
  return { format: 'dream-plan', version: 1, rules, folders }
}

/** One folder from what was read to what would change: check, decide, refuse what is too much, and bring the index along. */
export function planFolder(read: Snapshot, policy: Policy, checks: readonly Check[] = CHECKS): FolderPlan {
  const snapshot = { known: new Known(), ...withThreshold(inOrder(read), policy) }
  if (snapshot.folder.layout === 'journal') return journalPlan(snapshot)
  if (snapshot.folder.isReadOnly === true) return readOnlyPlan(snapshot, policy, checks)
  return planOf(snapshot, policy, checks)
}

/** What the checks find, and nothing that anybody could carry out. */
function readOnlyPlan(snapshot: Snapshot, policy: Policy, checks: readonly Check[]): FolderPlan {
  const plan = planOf(snapshot, { ...policy, rules: 'propose' }, checks)
  const why = say().plan.suspended.readOnly(snapshot.folder.label)
  return { ...plan, actions: [], proposals: [], suspended: [why, ...plan.suspended] }
}

function planOf(snapshot: Snapshot, policy: Policy, checks: readonly Check[]): FolderPlan {
  // Runs the checks, and decides what their findings may do alone.
  const settled = settle(snapshot, policy, checks)
  const isProposed = policy.rules === 'propose'
  const removals = isProposed ? [] : settled.removals
  const wanted = changes(snapshot, removals, settled.left)
  const withheld = withheldByLimits({
    snapshot,
    going: removals.map(({ file }) => file),
    copies: new Set(
      removals.filter(({ finding }) => rulesOf(finding).isCopy?.(finding)).map(({ file }) => file),
    ),
    changes: wanted,
    policy,
  })
  const isHeld = withheld.length > 0
  const index = stepForIndex(snapshot, settled, isHeld ? [] : removals, withheld, policy)
  const waiting = snapshot.folder.layout === 'index' ? waitingFor(snapshot, settled, index, policy) : NOTHING

  return {
    ...common(snapshot),
    actions: [...(isHeld ? [] : wanted), ...(index.action && !isProposed ? [index.action] : [])],
    proposals: waiting.open,
    answered: waiting.answered,
    withheld,
    suspended: suspended(snapshot, policy.rules),
    verdicts: verdicts(snapshot, settled.removals, withheld, policy),
    findings: allFindings(settled),
    warnings: [
      ...index.warnings,
      ...notComparedWarning(snapshot),
      ...wrongRootWarning(snapshot, withheld, policy),
    ],
    index: { ...(isProposed ? noStep(snapshot.folder.index) : index.summary), ...writtenIn(snapshot) },
  }
}

/** D42: said only of a folder that keeps all it knows in its index. */
function writtenIn({ folder: { index, memories } }: Snapshot): { readonly written?: number } {
  if (index === undefined || memories.length > 0) return {}
  const written = index.lines.filter(({ text, entry }) => entry === undefined && /^[^#\s]/.test(text)).length
  return written === 0 ? {} : { written }
}

/** The same input gives the same plan, in whatever order it was read. */
function inOrder(snapshot: Snapshot): Snapshot {
  const { folder } = snapshot
  const memories = folder.memories.toSorted((a, b) => compare(a.file, b.file))
  const oddities = folder.oddities.toSorted((a, b) => compare(a.name, b.name))
  return { ...snapshot, folder: { ...folder, memories, oddities, subfolders: folder.subfolders.toSorted() } }
}

/** What the check of inactive projects goes by. */
function withThreshold(snapshot: Snapshot, { expiry: { project } }: Policy): Snapshot {
  return project.enabled ? { ...snapshot, inactiveDays: project.inactiveDays } : snapshot
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const common = ({ folder: { root, label, layout, subfolders } }: Snapshot) => ({
  root,
  label,
  layout,
  subfolders,
})

function journalPlan(snapshot: Snapshot): FolderPlan {
  return {
    ...common(snapshot),
    actions: [],
    proposals: [],
    answered: [],
    withheld: [],
    suspended: [say().plan.suspended.journals(snapshot.folder.label)],
    verdicts: [],
    findings: runChecks(snapshot, 'careful', [oddities]),
    warnings: [],
    index: noStep(),
  }
}

function stepForIndex(
  snapshot: Snapshot,
  settled: Settled,
  removals: readonly Removal[],
  withheld: readonly Withheld[],
  policy: Policy,
): IndexStep {
  const isForbidden = withheld.some(
    ({ breaker: limit }) => limit === 'unclear-layout' || limit === 'failed-listing',
  )
  if (isForbidden) return { summary: noStep(snapshot.folder.index), warnings: [] }
  const going = new Set<FileName>(removals.map(({ file }) => file))
  const finals = new Map(settled.left.folder.memories.map(memory => [memory.file, memory]))
  const { folder } = snapshot
  const memories =
    removals.length === 0 ? folder.memories : folder.memories.map(one => finals.get(one.file) ?? one)
  return indexStep({ folder, going, memories, past: snapshot.past }, policy)
}

const NOTHING: Waiting = { open: [], answered: [] }

/** Under `propose` the index is one more thing to ask about. */
function waitingFor(snapshot: Snapshot, settled: Settled, index: IndexStep, policy: Policy): Waiting {
  const waiting = proposals(snapshot, settled, policy)
  const finding = settled.first.find(one => kindOf(one).settledBy === 'index')
  const { action } = index
  if (policy.rules !== 'propose' || action === undefined || finding === undefined) return waiting
  const key = fingerprint([finding.kind, action.file].join('\0'))
  const id = fingerprint([key, action.expect].join('\0'))
  const proposal = { key, id, finding, actions: [action], because: say().plan.underPropose }
  return { ...waiting, open: [...waiting.open, proposal] }
}

/** Why each of those that go does, and what there is to say about the rest. */
const allFindings = ({ removals, first, findings }: Settled): Finding[] =>
  inOrderOfKinds([
    ...removals.map(({ finding }) => finding),
    ...findings.filter(isRemoval),
    ...first.filter(finding => !isRemoval(finding)),
  ])

function notComparedWarning({ folder: { label, memories } }: Snapshot): string[] {
  if (memories.length <= MOST_COMPARED) return []
  return [say().plan.warnings.notCompared(label, memories.length, MOST_COMPARED)]
}

function wrongRootWarning(snapshot: Snapshot, withheld: readonly Withheld[], policy: Policy): string[] {
  if (withheld.length > 0 || !looksLikeWrongRoot(snapshot, policy)) return []
  return [say().plan.warnings.wrongRoot(snapshot.folder.label)]
}
