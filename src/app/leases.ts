import type { FolderOutcome } from '../model/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { failureOf, type Lease, recoveredWarnings, takeLease, withFolder } from '../store/index.ts'
import { storeContext, type Where } from './app.ts'
import { unfinishedRuns } from './open-runs.ts'

/** A folder that is ours for the length of a run. */
export interface HeldFolder {
  readonly found: FoundFolder
  readonly lease: Lease
  /** What an earlier run that was cut off came to. */
  readonly warnings: readonly string[]
}

export interface Held {
  readonly folders: readonly HeldFolder[]
  /** Folders where another run is at work, or an earlier one could not be finished. */
  readonly refused: readonly FolderOutcome[]
  /** A sign of life, for work that takes long. A lease that was lost meanwhile is noticed before the first write. */
  renew(): void
  release(): void
}

const RENEW_MS = 60_000

/** Takes every folder for this run, and finishes what an earlier one left undone before anything is read. */
export async function holdFolders(where: Where, folders: readonly FoundFolder[]): Promise<Held> {
  const context = storeContext(where)
  const held: HeldFolder[] = []
  const refused: FolderOutcome[] = []
  for (const found of folders) {
    const { root, label } = found
    try {
      const lease = await takeLease(context, root, 'run')
      try {
        held.push({ found, lease, warnings: await finishEarlierRuns(where, found) })
      } catch (error) {
        lease.release()
        throw error
      }
    } catch (error) {
      refused.push(failureOf(error, root, label))
    }
  }
  const release = () => {
    for (const { lease } of held) lease.release()
  }
  let renewed = context.clock.now()
  const renew = () => {
    if (context.clock.now() - renewed < RENEW_MS) return
    renewed = context.clock.now()
    for (const { lease } of held) lease.renew()
  }
  return { folders: held, refused, renew, release }
}

async function finishEarlierRuns(where: Where, found: FoundFolder): Promise<string[]> {
  if (unfinishedRuns(where, [found]).length === 0) return []
  return withFolder(storeContext(where), found.root, 'recover', (_, recovered) =>
    recoveredWarnings(recovered),
  )
}
