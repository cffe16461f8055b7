import { failureOf } from '../apply/folder.ts'
import { takeLease } from '../apply/lease.ts'
import { applyAndMendIndex } from '../apply/mend-index.ts'
import { stateOf } from '../apply/step.ts'
import { Tree } from '../disk/tree.ts'
import { DreamError } from '../memory/dream-error.ts'
import { INDEX_FILE } from '../memory/file-name.ts'
import type { FolderOutcome, Report } from '../memory/outcome.ts'
import { type Action, DEFAULT_POLICY, type FolderPlan, type Plan, type Rules } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import { indexStep } from '../plan/index-step.ts'
import { planFolder } from '../plan/plan-folder.ts'
import { type Remaining, remaining } from '../plan/remaining.ts'
import { holdingOf } from '../read/discover/found-folder.ts'
import { realPath } from '../read/git/root.ts'
import { counted } from './count-outcome.ts'
import { finishOpenRuns } from './open-runs.ts'
import { readAll } from './plan/plan-folders.ts'
import { deskOf, foldersOf, newRunId, type Progress, type Where, withState } from './where.ts'

/** Reads a plan that `dream plan -o` wrote. A plan file is a stranger: whatever it says is looked at first. */
export async function parsePlan(text: string): Promise<Plan> {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new DreamError(
      `the plan is not JSON (${(error as Error).message}); make one with \`dream plan -o FILE\``,
      2,
    )
  }
  // Only here, because the schema library takes longer to load than most commands take to run.
  const { planSchema } = await import('../plan/schema.ts')
  const read = planSchema.safeParse(data)
  if (read.success) return read.data as Plan
  const first = read.error.issues[0]
  throw new DreamError(`the plan cannot be used: ${first?.path.join('.') || 'it'}: ${first?.message}`, 2)
}

/** Carries out a plan that was made earlier. Whatever changed since is left alone, file by file. */
export async function applyPlan(request: { where: Where; plan: Plan; progress?: Progress }): Promise<Report> {
  const { where, plan, progress } = request
  const started = performance.now()
  const notes = await finishOpenRuns(where)
  const run = newRunId(Date.now())
  const tries: Try[] = []
  for (const folder of plan.folders) {
    progress?.({ what: 'applying', done: tries.length, of: plan.folders.length })
    tries.push(await applyFolder(where, folder, plan, run))
  }
  return {
    mode: 'live',
    plan: { ...plan, folders: tries.map(({ folder }) => folder) },
    results: tries.flatMap(({ result }) => result ?? []),
    missing: [],
    notes: [...notes, ...tries.flatMap(({ note }) => note ?? [])],
    unfinished: [],
    seconds: (performance.now() - started) / 1000,
  }
}

/** What was tried in a folder: the plan without what an earlier run had done of it, and what became of the rest. */
interface Try {
  readonly folder: FolderPlan
  readonly result?: FolderOutcome
  readonly note?: string
}

async function applyFolder(where: Where, folder: FolderPlan, plan: Plan, run: string): Promise<Try> {
  if (folder.actions.length === 0) return { folder }
  const { root, label } = folder
  const refusal = refuse(folder)
  if (refusal !== undefined) return { folder, result: failureOf(new Error(refusal), root, label) }
  const desk = deskOf(where)
  try {
    const lease = await takeLease(desk, root, 'apply')
    try {
      const { done, left } = leftOf(where, folder, plan)
      const rest = withoutDone(folder, done, left)
      const note = done.length === 0 ? {} : { note: alreadyDone(folder, done, left) }
      if (left.length === 0) return { folder: rest, ...note }
      const checkLease = () => lease.check()
      const order = { root, label, actions: left, run, command: 'apply', rules: plan.rules, checkLease }
      const result = await counted(rest, () =>
        applyAndMendIndex(desk, order, () => planAgain(where, folder, plan)),
      )
      return { folder: rest, result, ...note }
    } finally {
      lease.release()
    }
  } catch (error) {
    return { folder, result: failureOf(error, root, label) }
  }
}

function alreadyDone(
  { label, actions }: FolderPlan,
  done: readonly Action[],
  left: readonly Action[],
): string {
  const what = left.length === 0 ? 'all changes' : `${done.length} of ${actions.length} changes`
  return `${label}: ${what} of this plan were made by an earlier run`
}

/** What the report speaks of: memories that an earlier run archived did not vanish, and are not archived again. */
function withoutDone(folder: FolderPlan, done: readonly Action[], left: readonly Action[]): FolderPlan {
  if (done.length === 0) return folder
  const gone = new Set(done.filter(({ kind }) => kind === 'archive').map(({ file }) => file))
  return {
    ...folder,
    actions: left,
    verdicts: folder.verdicts.filter(({ file }) => !gone.has(file)),
    findings: folder.findings.filter(finding => !('file' in finding && gone.has(finding.file))),
    // Nothing is left to tell: what was found then is settled, or waits in the queue.
    ...(left.length === 0 && {
      findings: [],
      index: { ...folder.index, step: 'none' as const, removed: 0, added: 0 },
    }),
  }
}

/** A plan that is carried out a second time, after a part of it had failed: what is done stays done. */
function leftOf(where: Where, folder: FolderPlan, { rules }: Plan): Remaining {
  const { root, actions } = folder
  const records = withState(where, root, store => store.log.read().records) ?? []
  const newest = new Map(records.flatMap(record => record.changes.map(change => [change.file, change])))
  const dir = Tree.open(deskOf(where).sys, root)
  try {
    const rest = remaining(actions, newest, file => stateOf(dir, file)?.hash)
    const isBegun = rest.done.length > 0 && rest.left.some(({ file }) => file === INDEX_FILE)
    return isBegun ? { ...rest, left: withFreshIndex(where, root, rest.left, rules) } : rest
  } finally {
    dir.close()
  }
}

/** The first try has written the index, or found it as it should be: it is planned from what is there now. */
function withFreshIndex(where: Where, root: string, left: readonly Action[], rules: Rules): Action[] {
  const changes = left.filter(({ file }) => file !== INDEX_FILE)
  const going = new Set(changes.filter(({ kind }) => kind === 'archive').map(({ file }) => file))
  const { folder } = snapshotOf(where, root)
  const { action } = indexStep({ folder, going, memories: folder.memories }, { ...DEFAULT_POLICY, rules })
  return action === undefined ? changes : [...changes, action]
}

/** The folder as it is now: where somebody wrote to the index meanwhile, its lines are brought up to date. */
function planAgain(where: Where, { root }: FolderPlan, { rules }: Plan): FolderPlan {
  return planFolder(snapshotOf(where, root), { ...DEFAULT_POLICY, rules })
}

function snapshotOf(where: Where, root: string): Snapshot {
  return readAll(foldersOf({ ...where, paths: [root] }), where)[0]!
}

/** A plan may only touch memory files in memory folders, whoever wrote it. */
function refuse({ root, actions }: FolderPlan): string | undefined {
  const real = realPath(root)
  // Another spelling would be another state directory, and another lock for the same files.
  if (real !== undefined && real !== root) return `${root} is spelled otherwise than Dream does: ${real}`
  const holding = holdingOf(root)
  if (holding === 'unlistable') return `${root} is not there any more, or cannot be listed`
  if (holding === 'nothing') return `${root} is not a memory folder: it holds no Markdown file`
  const foreign = actions.find(action => !action.file.endsWith('.md'))
  if (foreign !== undefined)
    return `the plan touches ${JSON.stringify(foreign.file)}, which is no memory file`
  return undefined
}
