import type { FolderPlan, Policy } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import { planFolder } from '../plan/plan-folder.ts'
import type { FoundFolder } from '../read/found-folder.ts'
import { readSnapshot } from '../read/snapshot.ts'
import type { Progress, Where } from './where.ts'
import { worldsFor } from './worlds.ts'

export interface PlanRequest {
  readonly where: Where
  readonly policy: Policy
  readonly mode: 'live' | 'dry-run' | 'check' | 'plan'
  readonly progress?: Progress
}

/** Reads and plans folder by folder, so that only one of them is in memory at a time. */
export function planFolders(folders: readonly FoundFolder[], request: PlanRequest): FolderPlan[] {
  const { where, policy, mode, progress } = request
  const worldOf = worldsFor(where, folders, mode === 'live' ? 'read-write' : 'read-only')
  const now = Date.now() * 1000
  return folders.map((found, done) => {
    progress?.({ what: `reading ${found.label}`, done, of: folders.length })
    const { snapshot } = readSnapshot(found, { ...layoutOf(where), now, world: worldOf(found) })
    return planFolder(snapshot, policy)
  })
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
