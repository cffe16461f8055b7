import type { FolderPlan, Policy } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import { planFolder } from '../plan/plan-folder.ts'
import { askedBy, gatherEvidence } from '../read/evidence.ts'
import { commitStamps, folderStamp } from '../read/folder-stamp.ts'
import type { FoundFolder } from '../read/found-folder.ts'
import { readSnapshot } from '../read/snapshot.ts'
import type { World } from '../read/world.ts'
import { answersOf, keyOf, lastNightFile, loadLastNight, storeLastNight } from './last-night.ts'
import type { Progress, Where } from './where.ts'
import { worldsFor } from './worlds.ts'

export interface PlanRequest {
  readonly where: Where
  readonly policy: Policy
  readonly mode: 'live' | 'dry-run' | 'check' | 'plan'
  readonly progress?: Progress
}

/** Reads and plans folder by folder, so that only one of them is in memory at a time. */
export async function planFolders(
  folders: readonly FoundFolder[],
  request: PlanRequest,
): Promise<FolderPlan[]> {
  const { where, mode, progress } = request
  const worldOf = worldsFor(where, folders, mode === 'live' ? 'read-write' : 'read-only')
  const commitsOf = commitStamps()
  const now = Date.now() * 1000
  const plans: FolderPlan[] = []
  for (const found of folders) {
    progress?.({ what: `reading ${found.label}`, done: plans.length, of: folders.length })
    // A breath between folders: Ctrl-C is heard only when nothing runs.
    await new Promise(setImmediate)
    plans.push(planOrRecall(found, worldOf(found), commitsOf(found.root), now, request))
  }
  return plans
}

/** The plan of a folder; where nothing changed since the last run, the plan of that run. */
function planOrRecall(
  found: FoundFolder,
  world: World,
  commits: string,
  now: number,
  { where, policy, mode }: PlanRequest,
): FolderPlan {
  const file = lastNightFile(where, found.root, mode === 'live' ? 'read-write' : 'read-only')
  const stamp = folderStamp(found.root)
  const key = keyOf([stamp, commits, found.root, found.label, found.title, where.layout], policy, now)
  const last = stamp === undefined ? undefined : loadLastNight(file)
  if (last?.key === key && answersOf(gatherEvidence(world, last.asked)) === last.answers) return last.plan

  const { snapshot } = readSnapshot(found, { ...layoutOf(where), now, world })
  const plan = planFolder(snapshot, policy)
  if (stamp !== undefined) {
    const asked = askedBy(snapshot.folder.memories)
    storeLastNight(file, { key, asked, answers: answersOf(snapshot.evidence), plan })
  }
  return plan
}

/** Every folder as it was read, for those who want to look closer than a plan does. */
export function readAll(folders: readonly FoundFolder[], where: Where): Snapshot[] {
  const worldOf = worldsFor(where, folders, 'read-only')
  const now = Date.now() * 1000
  return folders.map(
    found => readSnapshot(found, { ...layoutOf(where), now, world: worldOf(found) }).snapshot,
  )
}

export function layoutOf({ layout }: Where): { layout?: 'index' | 'journal' } {
  return layout === undefined ? {} : { layout }
}
