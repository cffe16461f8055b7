import { COMMIT_LOCK, currentHolder, Dir, DREAM_LOCK } from '../disk/index.ts'
import type { Report } from '../model/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { halfMadeStates } from '../state/index.ts'
import {
  failureOf,
  type IntentRead,
  type Recovered,
  ROOT_DRAFT,
  recoveredWarnings,
  type StoreContext,
  withFolder,
} from '../store/index.ts'
import { knownRoots, storeContext, type Where, withState } from './app.ts'

/** A memory folder with runs that were cut off. */
export interface OpenRuns {
  readonly root: string
  readonly open: readonly IntentRead[]
}

/**
 * Folders whose write log names a run that was cut off. They are looked up in Dream's own state: such a run may have
 * moved aside the very file by which its folder is found.
 */
export function openRuns(where: Where): OpenRuns[] {
  return knownRoots(where).flatMap(root => {
    const found = withState(where, root, ({ journal }) => ({
      open: journal.open(),
      drafts: journal.orphans(),
    }))
    const { open = [], drafts = [] } = found ?? {}
    // A draft tells of one who was killed before his run began: there is nothing to finish, and something to clear away.
    return open.length + drafts.length === 0 ? [] : [{ root, open }]
  })
}

/**
 * Finishes what earlier runs left undone, in whatever folder. Every command that writes does this before it looks for
 * folders, so that none of them reads a folder that is half changed. Gives a sentence for each run and each failure.
 */
export async function finishOpenRuns(where: Where): Promise<string[]> {
  const { finished, failures } = await finishAll(where)
  return [
    ...finished.flatMap(({ root, runs }) => recoveredWarnings(runs).map(sentence => `${root}: ${sentence}`)),
    ...failures.map(({ root, sentence }) => `${root}: ${sentence}`),
  ]
}

/** What runs that were cut off came to, folder by folder. */
export interface Finished {
  readonly finished: readonly { readonly root: string; readonly runs: readonly Recovered[] }[]
  /** Where one could not be finished. A command that means that folder fails by itself; for any other it is no reason to stop. */
  readonly failures: readonly { readonly root: string; readonly sentence: string }[]
}

export async function finishAll(where: Where): Promise<Finished> {
  const finished: { root: string; runs: readonly Recovered[] }[] = []
  const failures: { root: string; sentence: string }[] = []
  clearHalfMade(where)
  const waiting = openRuns(where).filter(({ root }) => !isAtWork(where, root))
  const context = await storeContextFor(where, waiting)
  for (const { root } of waiting) {
    try {
      const runs = await withFolder(context, root, 'recover', (_, recovered) => recovered)
      finished.push({ root, runs })
    } catch (error) {
      failures.push({ root, sentence: failureOf(error, root, root).failure!.sentence })
    }
  }
  return { finished, failures }
}

/** Where a run wrote to a vault, the settings are asked whether that is the user's own. */
export async function storeContextFor(where: Where, waiting: readonly OpenRuns[]): Promise<StoreContext> {
  const context = storeContext(where)
  const isInVault = waiting.some(({ open }) =>
    open.some(each => each.state === 'whole' && each.intent.vault !== undefined),
  )
  if (!isInVault) return context
  const vault = await magmaVault(where)
  return {
    ...context,
    knowsVault: (root, path) => path === vault || context.knowsVault?.(root, path) === true,
  }
}

async function magmaVault(where: Where): Promise<string | undefined> {
  const [{ settingsOf }, { magmaHome }] = await Promise.all([
    import('./settings.ts'),
    import('./magma-home.ts'),
  ])
  try {
    const { config } = await settingsOf(where)
    return magmaHome(where, config).vault
  } catch {
    // A configuration that cannot be read names no vault; the command that needs it says what is wrong with it.
    return undefined
  }
}

/** One who was killed while he made the state of a folder for the first time left a draft, and no word whose it is. */
export function clearHalfMade(where: Where): void {
  const { sys, stateHome, clock } = storeContext(where)
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

/** A run that is under way has an open write log too. */
function isAtWork(where: Where, root: string): boolean {
  const { clock } = storeContext(where)
  const holders = withState(where, root, ({ locks }) =>
    [COMMIT_LOCK, DREAM_LOCK].map(kind => currentHolder(locks, kind, clock)),
  )
  return holders?.some(holder => holder !== undefined) ?? false
}

/** Runs that were cut off in these folders and wait for `dream recover`. Looks, and recovers nothing. */
export function unfinishedRuns(where: Where, folders: readonly FoundFolder[]): Report['unfinished'] {
  return folders.flatMap(({ root, label }) => {
    const open = withState(where, root, store => store.journal.open()) ?? []
    return open.map(({ run }) => ({ label, run }))
  })
}
