import { acquire, DREAM_LOCK, LockLost } from '../disk/index.ts'
import type { FolderOutcome } from '../model/index.ts'
import { failureOf, recoveredWarnings, type StoreContext, withFolder } from './folder.ts'
import { openStore, withStore } from './store.ts'

/** One run at a time for a memory folder, from the first look to the last write. */
export interface Lease {
  /** Throws where another process took over. */
  check(): void
  renew(): void
  release(): void
}

export async function takeLease(context: StoreContext, root: string, command: string): Promise<Lease> {
  const store = openStore(context.sys, context.stateHome, root)
  try {
    const lock = await acquire(store.locks, DREAM_LOCK, command, context.clock)
    return {
      check: () => lock.check(),
      renew: () => {
        try {
          lock.check()
        } catch (error) {
          // Whoever took over has it now; `check` says so before anything is written.
          if (!(error instanceof LockLost)) throw error
        }
      },
      release: () => {
        lock.release()
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}

export async function withLease<Result>(
  context: StoreContext,
  root: string,
  command: string,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result> {
  const lease = await takeLease(context, root, command)
  try {
    return await work(lease)
  } finally {
    lease.release()
  }
}

interface Place {
  readonly root: string
  readonly label: string
}

/** A folder that is ours for the length of a run. */
export interface HeldFolder<Folder extends Place = Place> {
  readonly found: Folder
  readonly lease: Lease
  /** What an earlier run that was cut off came to. */
  readonly warnings: readonly string[]
}

export interface HeldFolders<Folder extends Place> {
  readonly folders: readonly HeldFolder<Folder>[]
  /** Folders where another run is at work, or an earlier one could not be finished. */
  readonly refused: readonly FolderOutcome[]
  /** A sign of life, for work that takes long. A lease that was lost meanwhile is noticed before the first write. */
  renew(): void
  release(): void
}

const RENEW_MS = 60_000

/** Takes every folder for this run, and finishes what an earlier one left undone before anything is read. */
export async function holdFolders<Folder extends Place>(
  context: StoreContext,
  folders: readonly Folder[],
): Promise<HeldFolders<Folder>> {
  const held: HeldFolder<Folder>[] = []
  const refused: FolderOutcome[] = []
  for (const found of folders) {
    const { root, label } = found
    try {
      const lease = await takeLease(context, root, 'run')
      try {
        held.push({ found, lease, warnings: await finishEarlierRuns(context, root) })
      } catch (error) {
        lease.release()
        throw error
      }
    } catch (error) {
      refused.push(failureOf(error, root, label))
    }
  }
  let renewed = context.clock.now()
  return {
    folders: held,
    refused,
    renew() {
      if (context.clock.now() - renewed < RENEW_MS) return
      renewed = context.clock.now()
      for (const { lease } of held) lease.renew()
    },
    release() {
      for (const { lease } of held) lease.release()
    },
  }
}

async function finishEarlierRuns(context: StoreContext, root: string): Promise<string[]> {
  const open = withStore(context, root, ({ writeLog }) => writeLog.open())
  if (open === undefined || open.length === 0) return []
  return withFolder(context, root, 'recover', (_, recovered) => recoveredWarnings(recovered))
}
