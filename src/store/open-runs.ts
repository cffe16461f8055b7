import { COMMIT_LOCK, currentHolder, Dir, DREAM_LOCK, type LockKind } from '../disk/index.ts'
import type { Report } from '../model/index.ts'
import { halfMadeStates, stateRoots } from '../state/index.ts'
import { failureOf, type Recovered, recoveredWarnings, type StoreContext, withFolder } from './folder.ts'
import { ROOT_DRAFT, rootId, type Store, withStore } from './store.ts'
import type { IntentRead } from './write-log.ts'

export interface OpenRuns {
  readonly root: string
  readonly open: readonly IntentRead[]
  /** Somebody holds a lock there: a run that is under way has an open write log too. */
  readonly isAtWork: boolean
}

/** The folders that Dream keeps state for, wherever they are. One whose state names another folder is left out. */
export function knownRoots({ stateHome }: StoreContext): string[] {
  return stateRoots(stateHome)
    .filter(({ root, folder }) => folder.endsWith(`/${rootId(root)}`))
    .map(({ root }) => root)
}

/**
 * Folders whose write log names a run that was cut off. They are looked up in Dream's own state: such a run may have
 * moved aside the very file by which its folder is found.
 */
export function openRuns(context: StoreContext): OpenRuns[] {
  const look = (root: string) => (store: Store) => {
    const open = store.writeLog.open()
    // A draft tells of one who was killed before his run began: there is nothing to finish, and something to clear away.
    if (open.length + store.writeLog.orphans().length === 0) return []
    const isHeld = (kind: LockKind) => currentHolder(store.locks, kind, context.clock) !== undefined
    return [{ root, open, isAtWork: isHeld(COMMIT_LOCK) || isHeld(DREAM_LOCK) }]
  }
  return knownRoots(context).flatMap(root => withStore(context, root, look(root)) ?? [])
}

/**
 * Finishes what earlier runs left undone, in whatever folder. Every command that writes does this before it looks for
 * folders, so that none of them reads a folder that is half changed. Gives a sentence for each run and each failure.
 */
export async function finishOpenRuns(context: StoreContext): Promise<string[]> {
  const { finished, failures } = await finishAll(context)
  return [
    ...finished.flatMap(({ root, runs }) => recoveredWarnings(runs).map(sentence => `${root}: ${sentence}`)),
    ...failures.map(({ root, sentence }) => `${root}: ${sentence}`),
  ]
}

export interface Finished {
  readonly finished: readonly { readonly root: string; readonly runs: readonly Recovered[] }[]
  /** Where one could not be finished. A command that means that folder fails by itself; for any other it is no reason to stop. */
  readonly failures: readonly { readonly root: string; readonly sentence: string }[]
}

export async function finishAll(context: StoreContext): Promise<Finished> {
  const finished: { root: string; runs: readonly Recovered[] }[] = []
  const failures: { root: string; sentence: string }[] = []
  clearHalfMade(context)
  const waiting = openRuns(context).filter(({ isAtWork }) => !isAtWork)
  const knowing = await knowingVaults(context, waiting)
  for (const { root } of waiting) {
    try {
      const runs = await withFolder(knowing, root, 'recover', (_, recovered) => recovered)
      finished.push({ root, runs })
    } catch (error) {
      failures.push({ root, sentence: failureOf(error, root, root).failure!.sentence })
    }
  }
  return { finished, failures }
}

/** Where a run wrote to a vault, the settings are asked whether that is the user's own. */
export async function knowingVaults(
  context: StoreContext,
  waiting: readonly OpenRuns[],
): Promise<StoreContext> {
  const { magmaVault, knowsVault } = context
  const isInVault = waiting.some(({ open }) =>
    open.some(each => each.state === 'whole' && each.intent.vault !== undefined),
  )
  if (!isInVault || magmaVault === undefined) return context
  const vault = await magmaVault()
  return { ...context, knowsVault: (root, path) => path === vault || knowsVault?.(root, path) === true }
}

/** One who was killed while he made the state of a folder for the first time left a draft, and no word whose it is. */
export function clearHalfMade({ sys, stateHome, clock }: StoreContext): void {
  for (const folder of halfMadeStates(stateHome)) {
    const dir = Dir.open(sys, folder, 'follow')
    try {
      const isTaken = currentHolder(dir.sub('lock'), COMMIT_LOCK, clock) !== undefined
      if (!isTaken) dir.discard(ROOT_DRAFT)
    } catch {
      // What cannot be cleared away now is in nobody's way.
    } finally {
      dir.close()
    }
  }
}

/** Runs that were cut off in these folders and wait for `dream doctor --fix`. Looks, and recovers nothing. */
export function unfinishedRuns(
  context: StoreContext,
  folders: readonly { readonly root: string; readonly label: string }[],
): Report['unfinished'] {
  return folders.flatMap(({ root, label }) => {
    const open = withStore(context, root, ({ writeLog }) => writeLog.open()) ?? []
    return open.map(({ run }) => ({ label, run }))
  })
}
