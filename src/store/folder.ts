import {
  acquire,
  type Clock,
  COMMIT_LOCK,
  type Dir,
  describeHolder,
  errorWords,
  isDeadDraft,
  LockHeld,
  LockLost,
  type Sys,
  Tree,
} from '../disk/index.ts'
import type { Action, Change, FolderOutcome, Rules } from '../model/index.ts'
import { nativeDreamer } from './consolidate-lock.ts'
import type { Intent } from './journal.ts'
import { returnOrphans } from './orphans.ts'
import { eraseLastPurge } from './purged.ts'
import { type StepContext, StepStuck } from './step.ts'
import { openStore, rememberRoot, type Store } from './store.ts'
import { cameTooLate, finish, RunCutOff } from './transaction.ts'
import { sweepTrash } from './trash.ts'

/** What writing needs from the world. */
export interface StoreContext {
  readonly sys: Sys
  /** Where the state of every folder lies. */
  readonly stateHome: string
  readonly clock: Clock
  /** Whether the settings name this vault for that folder; without it history alone is believed. */
  readonly knowsVault?: (root: string, vault: string) => boolean
  /** The vault that the settings name for MAGMA; asked where a run that was cut off wrote to one. */
  readonly magmaVault?: () => Promise<string | undefined>
  /** What brings the index of a folder up to date after these changes; nothing where it has none. */
  readonly planIndex?: (
    folder: { readonly root: string; readonly rules?: Rules },
    changed: readonly Action[],
  ) => Promise<Action | undefined>
}

/** A memory folder that nobody else writes to just now. */
export type OpenFolder = Omit<StepContext, 'run'>

/** What an earlier run that was cut off came to in the end. */
export interface Recovered {
  readonly run: string
  readonly changes: readonly Change[]
}

export function recoveredWarnings(recovered: readonly Recovered[]): string[] {
  return recovered.map(({ run, changes }) => {
    const done = changes.filter(change => change.result === 'done')
    return `run ${run} had been cut off and was finished first (${done.length} of ${changes.length} changes done)`
  })
}

class FolderBusy extends Error {}
class RecordDamaged extends Error {}
class VaultUnknown extends Error {}

/**
 * Opens a folder for writing: takes the commit lock, waits for no one else, finishes what an earlier run left
 * undone, and gives everything back afterwards. Every change to a user's files happens inside `work`.
 */
export async function withFolder<Result>(
  context: StoreContext,
  root: string,
  command: string,
  work: (folder: OpenFolder, recovered: readonly Recovered[]) => Result,
  damaged: 'refuse' | 'set-aside' = 'refuse',
): Promise<Result> {
  const dir = Tree.open(context.sys, root)
  try {
    const store = openStore(context.sys, context.stateHome, root)
    try {
      return await withCommitLock(context, dir, store, command, folder =>
        work(folder, finishOpenRuns(context, folder, damaged)),
      )
    } finally {
      store.close()
    }
  } finally {
    dir.close()
  }
}

async function withCommitLock<Result>(
  context: StoreContext,
  root: Dir,
  store: Store,
  command: string,
  work: (folder: OpenFolder) => Result,
): Promise<Result> {
  const lock = await acquire(store.locks, COMMIT_LOCK, command, context.clock)
  try {
    const dreamer = nativeDreamer(root, context.clock)
    if (dreamer !== undefined) throw new FolderBusy(dreamer)
    return work({ root, store, lock, salvaged: [], warnings: [] })
  } finally {
    lock.release()
  }
}

function finishOpenRuns(
  context: StoreContext,
  folder: OpenFolder,
  damaged: 'refuse' | 'set-aside',
): Recovered[] {
  const moment = new Date(context.clock.now()).toISOString()
  rememberRoot(folder.store, folder.root.path)
  folder.store.log.settle()
  folder.store.journal.settle()
  // What waits in the vault, or was left there, is looked for whatever the command is about.
  folder.root.mount(folder.store.log.vault())
  // First of all: what the runs below put there is to wait for the next command.
  sweepTrash(folder, moment)
  const recovered: Recovered[] = []
  for (const open of folder.store.journal.open()) {
    if (open.state === 'whole') folder.root.mount(vaultOf(context, folder, open.intent))
    if (open.state === 'whole' && cameTooLate({ ...folder, run: open.run }, open.intent)) {
      folder.store.journal.remove(open.run)
    } else if (open.state === 'whole') {
      recovered.push({ run: open.run, changes: finish({ ...folder, run: open.run }, open.intent) })
    } else if (damaged === 'refuse') {
      throw new RecordDamaged(
        `run ${open.run} was cut off and its record is damaged; look at the files .dream-${open.run}-* in the folder, ` +
          'which hold what it moved, then run `dream recover`',
      )
    } else {
      folder.store.journal.setAside(open.run)
    }
  }
  discardDrafts(folder.store.dir)
  folder.store.journal.discardOrphans()
  folder.store.objects.discardOrphans()
  folder.store.seen.settle()
  folder.store.decisions.settle()
  eraseLastPurge(folder.store)
  folder.root.mount(folder.store.log.vault())
  returnOrphans(folder)
  return recovered
}

/** Drafts of small files whose writer was killed before it could give them their name. */
function discardDrafts(dir: Dir): void {
  for (const name of dir.list()) if (isDeadDraft(name)) dir.discard(name)
}

/** A write log is a file, and whoever can write one could name any folder as the vault. */
function vaultOf(
  { knowsVault }: StoreContext,
  { root, store }: OpenFolder,
  { run, vault }: Intent,
): string | undefined {
  if (vault === undefined || knowsVault?.(root.path, vault) === true) return vault
  if (store.log.read().records.some(record => record.vault === vault)) return vault
  throw new VaultUnknown(
    `run ${run} was cut off while it wrote to the vault ${vault}, which neither the settings nor history name; ` +
      'set it as DREAM_VAULT_PATH or obsidian.vault, then run `dream recover`',
  )
}

/** A folder that could not be written to at all, as an outcome with the reason. */
export function failureOf(error: unknown, root: string, label: string): FolderOutcome {
  return {
    root,
    label,
    outcomes: [],
    salvaged: [],
    warnings: [],
    failure: { kind: kindOf(error), sentence: sentenceOf(error) },
  }
}

function kindOf(error: unknown): NonNullable<FolderOutcome['failure']>['kind'] {
  if (error instanceof LockHeld || error instanceof FolderBusy) return 'locked'
  return error instanceof RunCutOff || error instanceof StepStuck ? 'unfinished' : 'failed'
}

/** Why a folder cannot be written to. */
export function sentenceOf(error: unknown): string {
  if (error instanceof LockHeld) return `another run is at work here: ${describeHolder(error.holder)}`
  if (error instanceof LockLost) return error.message
  return errorWords(error)
}
