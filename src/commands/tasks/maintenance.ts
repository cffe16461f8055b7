import { foldersOf, newRunId, storeContext, type Where, withState } from '../../app/index.ts'
import { isFolder, Tree } from '../../disk/index.ts'
import {
  asFileName,
  asStoredName,
  DreamError,
  type FolderHistory,
  type FsckReport,
  type PurgeReport,
  type RecoverReport,
} from '../../model/index.ts'
import {
  clearHalfMade,
  failureOf,
  finishOpenRuns,
  fsckStore,
  knowingVaults,
  type OpenRuns,
  openRuns,
  outcomeOf,
  type PurgeTarget,
  planPurge,
  purgeObjects,
  type Recovered,
  withFolder,
} from '../../store/index.ts'
import { forgetCaches } from './forget-caches.ts'

/** Finishes what earlier runs left undone: in the folders that were asked for, and wherever a write log is open. */
export async function recover(where: Where): Promise<RecoverReport> {
  const context = storeContext(where)
  clearHalfMade(context)
  const waiting = openRuns(context)
  const withVaults = await knowingVaults(context, waiting)
  const folders: RecoverReport['folders'][number][] = []
  for (const { root, label } of foldersToRecover(where, waiting)) {
    const open = withState(where, root, store => store.journal.open())
    try {
      // Also where no run is open: a run that was cut off before or after that leaves drafts, and a purge may be half done.
      const recovered =
        open === undefined ? [] : await withFolder(withVaults, root, 'recover', finished, 'set-aside')
      folders.push({ root, label, recovered, ...damagedRuns(open ?? []) })
    } catch (error) {
      folders.push({ root, label, recovered: [], failure: failureOf(error, root, label).failure!.sentence })
    }
  }
  return { folders }
}

function foldersToRecover(where: Where, waiting: readonly OpenRuns[]): { root: string; label: string }[] {
  const found = foldersOf(where)
  const named = new Set(found.map(({ root }) => root))
  // A folder that is gone cannot be finished; `dream doctor` tells of it.
  const others =
    where.paths.length > 0 ? [] : waiting.filter(({ root }) => !named.has(root) && isFolder(root))
  return [...found, ...others.map(({ root }) => ({ root, label: root }))]
}

const finished = (_: unknown, recovered: readonly Recovered[]) =>
  recovered.map(({ run, changes }) => ({ run, outcomes: changes.map(outcomeOf) }))

function damagedRuns(open: readonly { state: string; run: string }[]): { failure?: string } {
  const damaged = open.filter(each => each.state === 'damaged').map(each => each.run)
  if (damaged.length === 0) return {}
  const files = damaged.map(run => `.dream-${run}-*`).join(', ')
  return {
    failure:
      `the record of ${damaged.join(', ')} is damaged and was set aside; ` +
      `files named ${files} in the folder, if there are any, hold what that run had moved`,
  }
}

/** Every change ever made, oldest first. */
export function history(where: Where): FolderHistory[] {
  return foldersOf(where).map(({ root, label }) => {
    const read = withState(where, root, store => store.log.read())
    return { root, label, records: read?.records ?? [], damage: read?.damage ?? [] }
  })
}

/** Looks at every byte of Dream's own state. */
export function fsck(where: Where): FsckReport[] {
  return foldersOf(where).map(({ root, label }) => {
    const result = withState(where, root, store => ({ ...fsckStore(store), path: store.dir.path }))
    if (result === undefined) {
      return { root, label, checked: { objects: 0, records: 0, bytes: 0 }, problems: [] }
    }
    const { objects, records, bytes, path } = result
    const problems = result.problems.map(problem => ({ ...problem, where: path }))
    return { root, label, checked: { objects, records, bytes }, problems }
  })
}

export interface PurgeRequest {
  readonly where: Where
  readonly memory?: string
  readonly run?: string
  readonly object?: string
  readonly preview: boolean
}

/** Erases stored bytes for good, or says what would be erased. */
export async function purge(request: PurgeRequest): Promise<PurgeReport[]> {
  const target = purgeTarget(request)
  const { where } = request
  if (!request.preview) await finishOpenRuns(storeContext(where))
  const context = storeContext(where)
  const reports: PurgeReport[] = []
  for (const { root, label } of foldersOf(where)) {
    const plan = withState(where, root, store => previewPurge(context.sys, root, store, target))
    if (plan === undefined) continue
    const done =
      request.preview || plan.erased.length === 0
        ? plan
        : await purgeObjects(context, root, target, newRunId(context.clock.now()))
    if (!request.preview && done.erased.length > 0) forgetCaches(where, root)
    if (done.erased.length + done.kept.length > 0) reports.push({ label, ...done })
  }
  return reports
}

function previewPurge(
  sys: ReturnType<typeof storeContext>['sys'],
  path: string,
  store: Parameters<typeof planPurge>[0]['store'],
  target: PurgeTarget,
) {
  const root = Tree.open(sys, path)
  try {
    return planPurge({ root, store }, target)
  } finally {
    root.close()
  }
}

function purgeTarget({ memory, run, object }: PurgeRequest): PurgeTarget {
  if ([memory, run, object].filter(each => each !== undefined).length !== 1) {
    throw new DreamError(
      'say what to purge: a memory file, `--run ID` or `--object HASH`, and only one of them',
      2,
    )
  }
  if (run !== undefined) return { by: 'run', run }
  if (object !== undefined) return objectTarget(object)
  const file = asStoredName(memory!) ?? asFileName(memory!.slice(memory!.lastIndexOf('/') + 1))
  if (file === undefined) throw new DreamError(`not a memory file: ${memory}`, 2)
  return { by: 'file', file }
}

function objectTarget(hash: string): PurgeTarget {
  if (!/^[0-9a-f]{12,64}$/.test(hash)) {
    throw new DreamError(
      `an object is named by at least 12 hex digits of its hash, not ${JSON.stringify(hash)}`,
      2,
    )
  }
  return { by: 'object', hash }
}
