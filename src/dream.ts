import { failureOf } from './apply/folder.ts'
import { type Lease, takeLease } from './apply/lease.ts'
import { applyAndMendIndex } from './apply/mend-index.ts'
import type { FolderOutcome, Report } from './memory/outcome.ts'
import type { FolderPlan, Plan, Policy } from './memory/plan.ts'
import { makePlan } from './plan/plan-folder.ts'
import type { FoundFolder } from './read/found-folder.ts'
import { planFolders } from './tasks/plan-folders.ts'
import { unfinishedRuns } from './tasks/unfinished.ts'
import { deskOf, lookAround, newRunId, type Progress, type Where } from './tasks/where.ts'

export interface DreamRequest {
  readonly where: Where
  readonly policy: Policy
  /** Everything but `live` stops before the last step, and writes nothing at all. */
  readonly mode: 'live' | 'dry-run' | 'check' | 'plan'
  /** Shown the plan before anything is written; gives back what may be carried out. */
  readonly approve?: (plan: Plan) => Promise<Plan | 'declined'>
  readonly progress?: Progress
}

/** The whole of Dream: discover, read, check, plan, apply, report. */
export async function dream(request: DreamRequest): Promise<Report> {
  const { where, policy, mode } = request
  const started = performance.now()
  const { folders, missing, notes } = lookAround(where)
  const held = mode === 'live' ? await takeLeases(where, folders) : undefined
  try {
    const open = held === undefined ? folders : folders.filter(folder => held.leases.has(folder.root))
    const plan = makePlan(await planFolders(open, request), policy.rules)
    const seen = { missing, notes, unfinished: mode === 'live' ? [] : unfinishedRuns(where, folders) }
    const seconds = () => (performance.now() - started) / 1000
    if (held === undefined) return { mode, plan, results: [], ...seen, seconds: seconds() }

    const approved = hasWork(plan) ? await (request.approve?.(plan) ?? plan) : plan
    if (approved === 'declined') return { mode: 'declined', plan, results: [], ...seen, seconds: seconds() }
    const results = await applyAll(request, approved, held.leases)
    return { mode, plan: approved, results: [...held.locked, ...results], ...seen, seconds: seconds() }
  } finally {
    for (const lease of held?.leases.values() ?? []) lease.release()
  }
}

interface Held {
  readonly leases: ReadonlyMap<string, Lease>
  /** Folders where another run is at work. */
  readonly locked: readonly FolderOutcome[]
}

async function takeLeases(where: Where, folders: readonly FoundFolder[]): Promise<Held> {
  const desk = deskOf(where)
  const leases = new Map<string, Lease>()
  const locked: FolderOutcome[] = []
  for (const { root, label } of folders) {
    try {
      leases.set(root, await takeLease(desk, root, 'run'))
    } catch (error) {
      locked.push(failureOf(error, root, label))
    }
  }
  return { leases, locked }
}

function hasWork(plan: Plan): boolean {
  return plan.folders.some(folder => folder.actions.length > 0)
}

async function applyAll(
  request: DreamRequest,
  plan: Plan,
  leases: ReadonlyMap<string, Lease>,
): Promise<FolderOutcome[]> {
  const run = newRunId(Date.now())
  const results: FolderOutcome[] = []
  for (const folder of plan.folders) {
    request.progress?.({ what: 'applying', done: results.length, of: plan.folders.length })
    const { root, label, actions } = folder
    const checkLease = () => leases.get(root)?.check()
    const order = { root, label, actions, run, command: 'run', rules: plan.rules, checkLease }
    results.push(
      actions.length === 0
        ? { root, label, outcomes: [], salvaged: [], warnings: [] }
        : await applyAndMendIndex(deskOf(request.where), order, () => planAgain(request, root)),
    )
  }
  return results
}

async function planAgain(request: DreamRequest, root: string): Promise<FolderPlan | undefined> {
  const found = lookAround(request.where).folders.filter(folder => folder.root === root)
  return (await planFolders(found, request))[0]
}
