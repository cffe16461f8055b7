import { foldersOf, type Progress, type Where } from '../app/index.ts'
import type { FolderPlan, Policy, Snapshot } from '../model/index.ts'
import { withCopiesElsewhere } from '../plan/index.ts'
import { type FolderStamp, folderStamp, holdBytes } from '../project/index.ts'
import { pastSearches } from '../search/index.ts'
import { type Sketch, showText, sketchesOf } from '../text/index.ts'
import { bytesOf, readAll } from './plan-folders.ts'
import { planThroughGate } from './protected-plan.ts'

/** A folder with its plan, as both were when it was read. */
export interface Planned {
  readonly snapshot: Snapshot
  readonly plan: FolderPlan
}

interface Read extends Planned {
  readonly stamp: FolderStamp | undefined
  readonly sketches: readonly Sketch[]
}

/**
 * Plans every folder once, and afterwards only those again that changed since they were read: a person may take their time
 * between two answers. With `root`, that folder is enough. `progress` is called for every plan.
 */
export function queuePlans(
  where: Where,
  policy: Policy,
  progress?: Progress,
): (root?: string) => readonly Planned[] {
  const folders = foldersOf(where)
  const read = new Map<string, Read>()
  let planned: readonly Planned[] | undefined
  return root => {
    // One folder alone, as long as nobody asked for all.
    const wanted =
      planned === undefined && root !== undefined ? folders.filter(each => each.root === root) : folders
    const changed = wanted.filter(({ root }) => !isAsRead(root, read.get(root)))
    if (planned !== undefined && changed.length === 0) return planned
    // Taken before the folders are read: what changes in between is noticed the next time.
    const stamps = changed.map(({ root }) => folderStamp(root))
    for (const [at, snapshot] of readAll(changed, where, policy.expiry).entries()) {
      progress?.({ what: `reading ${showText(snapshot.folder.label)}` })
      read.set(changed[at]!.root, {
        snapshot,
        plan: planThroughGate(snapshot, policy, pastSearches(where)),
        stamp: stamps[at],
        sketches: folders.length > 1 ? sketchesOf(snapshot.folder.memories) : [],
      })
    }
    const all = wanted.map(({ root }) => read.get(root)!)
    const plans = withCopiesElsewhere(
      all.map(({ plan, sketches, snapshot }) => ({ plan, sketches, decisions: snapshot.decisions ?? [] })),
    )
    const result = all.map(({ snapshot }, at) => ({ snapshot, plan: plans[at]! }))
    if (wanted === folders) planned = result
    return result
  }
}

/** Whether the folder still is what was read; one that cannot be stamped never is. */
function isAsRead(root: string, read: Read | undefined): boolean {
  if (read?.stamp === undefined || folderStamp(root)?.line !== read.stamp.line) return false
  const bytes = bytesOf(read.snapshot, read.stamp)
  return bytes !== undefined && holdBytes(root, bytes)
}
