import {
  discoverOrExplain,
  noteChangedFiles,
  noteProject,
  noteSightings,
  type Progress,
  storeContext,
  type Where,
  withState,
} from '../app/index.ts'
import { currentHolder, DREAM_LOCK, errorWords } from '../disk/index.ts'
import type { FolderPlan, Policy, Snapshot } from '../model/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { unfinishedRuns } from '../store/index.ts'
import { makePlanner, planFolders } from './planner.ts'

export interface LookRequest {
  readonly where: Where
  readonly policy: Policy
  readonly progress?: Progress
}

/** What a look sees of one folder: what a run would find, and whether Dream could note what was there. */
export interface FolderLook {
  readonly found: FoundFolder
  readonly plan: FolderPlan
  /** - `first`: never seen before. - `noted`: compared with what was seen before. - `busy`: a run is at work. */
  readonly record: 'first' | 'noted' | 'busy' | 'interrupted' | 'failed'
  /** Why it could not be noted. */
  readonly why?: string
}

export interface Look {
  readonly folders: readonly FolderLook[]
  readonly missing: readonly string[]
  readonly notes: readonly string[]
  readonly unfinished: readonly { readonly label: string; readonly run: string }[]
}

/** The pipeline without its last step: finds, reads, checks and plans, changes nothing of the user's, notes what it saw. */
export async function look({ where, policy, progress }: LookRequest): Promise<Look> {
  const { folders, missing, notes } = discoverOrExplain(where)
  const planner = makePlanner(folders, { where, policy, mode: 'live', ...(progress && { progress }) })
  const records = new Map<string, Pick<FolderLook, 'record' | 'why'>>()
  const onRead = async (snapshot: Snapshot | undefined, { root }: FolderPlan) => {
    const found = folders.find(folder => folder.root === root)!
    records.set(root, await noteWhatIsThere(where, found, snapshot))
  }
  const plans = await planFolders(folders, planner, progress, onRead)
  return {
    folders: plans.map(plan => ({
      found: folders.find(({ root }) => root === plan.root)!,
      plan,
      ...records.get(plan.root)!,
    })),
    missing,
    notes,
    unfinished: unfinishedRuns(storeContext(where), folders),
  }
}

/** While a run is at work, or one was cut off, files may be on their way: nothing can be said about them. */
async function noteWhatIsThere(
  where: Where,
  found: FoundFolder,
  snapshot: Snapshot | undefined,
): Promise<Pick<FolderLook, 'record' | 'why'>> {
  const before = withState(where, found.root, ({ writeLog, locks, log, seen }) => ({
    isCutOff: writeLog.open().length > 0,
    isBusy: currentHolder(locks, DREAM_LOCK, storeContext(where).clock) !== undefined,
    isKnown: seen.read().sightings.length > 0 || log.last() !== undefined,
  }))
  if (before?.isCutOff) return { record: 'interrupted' }
  if (before?.isBusy) return { record: 'busy' }
  try {
    if (snapshot === undefined) await noteChangedFiles(where, found)
    else if (snapshot.folder.layout !== 'journal') await noteSightings(where, snapshot, 'look')
    await noteProject(where, found)
    return { record: before?.isKnown ? 'noted' : 'first' }
  } catch (error) {
    return { record: 'failed', why: errorWords(error) }
  }
}
