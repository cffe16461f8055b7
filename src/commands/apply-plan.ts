import { isAbsolute } from 'node:path'
import {
  discoverFolders,
  newRunId,
  type Progress,
  storeContext,
  type Where,
  withState,
} from '../app/index.ts'
import { isFolder, realPath, Tree } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DEFAULT_POLICY,
  DreamError,
  type FolderOutcome,
  type FolderPlan,
  INDEX_FILE,
  type Plan,
  type Policy,
  type Report,
  type Rules,
  type Snapshot,
} from '../model/index.ts'
import { readAll } from '../pipeline/index.ts'
import { indexStep, objection, type Remaining, remaining } from '../plan/index.ts'
import { type FoundFolder, holdingOf } from '../sources/index.ts'
import { commit, failureOf, finishOpenRuns, knownRoots, rootId, stateOf, withLease } from '../store/index.ts'

export interface ApplyPlanRequest {
  readonly where: Where
  readonly plan: Plan
  /** Whose limits hold; those of a careful run where absent. What the plan says of its rules lifts none. */
  readonly policy?: Policy
  /** Sees the plan as it would be carried out, every folder by its real path. */
  readonly approve?: (plan: Plan) => Promise<Plan | 'declined'>
  readonly progress?: Progress
}

/** Carries out a plan that was made earlier. Whatever changed since is left alone, file by file. */
export async function applyPlan(request: ApplyPlanRequest): Promise<Report> {
  const { where, progress, policy = DEFAULT_POLICY } = request
  const started = performance.now()
  // What an interrupted run moved aside would be missing from the memories that the limits count.
  const notes = await finishOpenRuns(storeContext(where))
  const { plan: shown, finds } = lookedAt(where, request.plan)
  const refused = new Map(shown.folders.map(folder => [folder.root, refuse(where, folder, finds, policy)]))
  const isRefused = ({ root }: FolderPlan) => refused.get(root) !== undefined
  const folders = shown.folders.map(folder => (isRefused(folder) ? { ...folder, actions: [] } : folder))
  const approved = (await request.approve?.({ ...shown, folders })) ?? { ...shown, folders }
  const plan = approved === 'declined' ? { ...shown, folders } : approved
  const tries: Try[] = shown.folders.filter(isRefused).map(folder => {
    const { root, label } = folder
    return { folder, result: failureOf(new Error(refused.get(root)), root, label) }
  })
  const run = newRunId(Date.now())
  for (const folder of plan.folders.filter(each => !isRefused(each))) {
    progress?.({ what: 'applying', done: tries.length, of: plan.folders.length })
    tries.push(approved === 'declined' ? { folder } : await applyFolder(where, folder, plan, run, finds))
  }
  return {
    mode: approved === 'declined' ? 'declined' : 'live',
    plan: { ...plan, folders: tries.map(({ folder }) => folder) },
    results: tries.flatMap(({ result }) => result ?? []),
    missing: [],
    notes: [...notes, ...tries.flatMap(({ note }) => note ?? [])],
    unfinished: [],
    seconds: (performance.now() - started) / 1000,
  }
}

/** A label is whatever the plan says; people decide by where their files lie. Of other folders nothing is read. */
export const lookedAt = (where: Where, plan: Plan) => ({
  finds: findsOf(where, plan),
  plan: { ...plan, folders: plan.folders.map(folder => ({ ...folder, label: folder.root })) },
})

type Finds = ReadonlyMap<string, FoundFolder>

/**
 * The memory folders that a plan may name: those found here, those that were named, and those that Dream keeps state
 * for. With any other in it, nothing of the plan is carried out.
 */
function findsOf(where: Where, plan: Plan): Finds {
  const found = [
    discoverFolders({ ...where, paths: [] }),
    ...(where.paths.length > 0 ? [discoverFolders(where)] : []),
  ]
  const finds = new Map(found.flatMap(({ folders }) => folders).map(folder => [folder.root, folder]))
  const known = new Set(knownRoots(storeContext(where)))
  const named = new Set<string>()
  for (const { root } of plan.folders) {
    // Each part alone would be within the limits.
    if (named.size === named.add(root).size) throw new DreamError(say().work.applyPlan.twice(root), 2)
    if (finds.has(root)) continue
    if (!known.has(root) && !hasState(where, root)) throw new DreamError(unknownFolder(root), 2)
    const [folder] = discoverFolders({ ...where, paths: [root] }).folders.filter(each => each.root === root)
    if (folder !== undefined) finds.set(root, folder)
  }
  return finds
}

/** Also where nothing was changed yet: a plan of the agent waits there. */
const hasState = (where: Where, root: string): boolean =>
  isFolder(`${storeContext(where).stateHome}/${rootId(root)}`)

function unknownFolder(root: string): string {
  if (!isAbsolute(root)) return say().work.applyPlan.relative(JSON.stringify(root))
  const real = realPath(root)
  // Another spelling would be another state directory, and another lock for the same files.
  if (real !== undefined && real !== root) return say().work.applyPlan.otherSpelling(root, real)
  return say().work.applyPlan.unknown(root)
}

/** What was tried in a folder: the plan without what an earlier run had done of it, and what became of the rest. */
interface Try {
  readonly folder: FolderPlan
  readonly result?: FolderOutcome
  readonly note?: string
}

async function applyFolder(
  where: Where,
  folder: FolderPlan,
  plan: Plan,
  run: string,
  finds: Finds,
): Promise<Try> {
  if (folder.actions.length === 0) return { folder }
  const { root, label } = folder
  const read = () => readAll([finds.get(root)!], where)[0]!
  const context = storeContext(where)
  try {
    return await withLease(context, root, 'apply', async lease => {
      const { done, left } = leftOf(where, folder, plan, read)
      const rest = withoutDone(folder, done, left)
      const note = done.length === 0 ? {} : { note: alreadyDone(folder, done, left) }
      if (left.length === 0) return { folder: rest, ...note }
      const order = {
        root,
        label,
        actions: left,
        run,
        command: 'apply',
        rules: plan.rules,
        plan: rest,
        lease,
      }
      return { folder: rest, result: await commit(context, order), ...note }
    })
  } catch (error) {
    return { folder, result: failureOf(error, root, label) }
  }
}

function alreadyDone(
  { label, actions }: FolderPlan,
  done: readonly Action[],
  left: readonly Action[],
): string {
  const { doneAll, donePart } = say().work.applyPlan
  return left.length === 0 ? doneAll(label) : donePart(label, done.length, actions.length)
}

/** What the report speaks of: memories that an earlier run archived did not vanish, and are not archived again. */
function withoutDone(folder: FolderPlan, done: readonly Action[], left: readonly Action[]): FolderPlan {
  if (done.length === 0) return folder
  const gone = new Set<unknown>(done.filter(({ kind }) => kind === 'archive').map(({ file }) => file))
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
function leftOf(where: Where, folder: FolderPlan, { rules }: Plan, read: () => Snapshot): Remaining {
  const { root, actions } = folder
  const records = withState(where, root, store => store.log.read().records) ?? []
  const newest = new Map(records.flatMap(record => record.changes.map(change => [change.file, change])))
  const dir = Tree.open(storeContext(where).sys, root)
  try {
    const rest = remaining(actions, newest, file => stateOf(dir, file)?.hash)
    const isBegun = rest.done.length > 0 && rest.left.some(({ file }) => file === INDEX_FILE)
    return isBegun ? { ...rest, left: withFreshIndex(read, rest.left, rules) } : rest
  } finally {
    dir.close()
  }
}

/** The first try has written the index, or found it as it should be: it is planned from what is there now. */
function withFreshIndex(read: () => Snapshot, left: readonly Action[], rules: Rules): Action[] {
  const changes = left.filter(({ file }) => file !== INDEX_FILE)
  const going = new Set(changes.filter(({ kind }) => kind === 'archive').map(({ file }) => file))
  const { folder, past } = read()
  const listing = { folder, going, memories: folder.memories, past }
  const { action } = indexStep(listing, { ...DEFAULT_POLICY, rules })
  return action === undefined ? changes : [...changes, action]
}

/** A plan may only touch memory files in memory folders, within the limits of a run, whoever wrote it. */
function refuse(where: Where, folder: FolderPlan, finds: Finds, policy: Policy): string | undefined {
  const { root, actions } = folder
  if (actions.length === 0) return undefined
  const found = finds.get(root)
  const holding = found === undefined ? 'unlistable' : holdingOf(root)
  if (found === undefined || holding === 'unlistable') return say().work.applyPlan.gone(root)
  if (holding === 'nothing') return say().work.applyPlan.notMemory(root)
  return objection(folder, readAll([found], where)[0]!, policy)
}
