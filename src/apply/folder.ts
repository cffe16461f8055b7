import type { Dir } from '../disk/dir.ts'
import { acquire, type Clock, COMMIT_LOCK, describeHolder, LockHeld, LockLost } from '../disk/lock.ts'
import type { Sys } from '../disk/sys.ts'
import { Tree } from '../disk/tree.ts'
import { eraseLastPurge } from '../history/purged.ts'
import { openStore, rememberRoot, type Store } from '../history/store.ts'
import type { Change } from '../memory/history.ts'
import type { FolderOutcome } from '../memory/outcome.ts'
import { nativeDreamer } from './consolidate-lock.ts'
import { plainError } from './plain-error.ts'
import type { StepContext } from './step.ts'
import { returnStrays } from './strays.ts'
import { cameTooLate, finish } from './transaction.ts'
import { sweepTrash } from './trash.ts'

/** What writing needs from the world. */
export interface Desk {
  readonly sys: Sys
  /** Where the state of every folder lies. */
  readonly stateHome: string
  readonly clock: Clock
}

/** A memory folder that nobody else writes to just now. */
export type OpenFolder = Omit<StepContext, 'run'>

/** What an earlier run that was cut off came to in the end. */
export interface Recovered {
  readonly run: string
  readonly changes: readonly Change[]
}

class FolderBusy extends Error {}
class RecordDamaged extends Error {}

/**
 * Opens a folder for writing: takes the commit lock, waits for no one else, finishes what an earlier run left
 * undone, and gives everything back afterwards. Every change to a user's files happens inside `work`.
 */
export async function withFolder<Result>(
  desk: Desk,
  root: string,
  command: string,
  work: (folder: OpenFolder, recovered: readonly Recovered[]) => Result,
  damaged: 'refuse' | 'set-aside' = 'refuse',
): Promise<Result> {
  const dir = Tree.open(desk.sys, root)
  try {
    const store = openStore(desk.sys, desk.stateHome, root)
    try {
      return await withCommitLock(desk, dir, store, command, folder =>
        work(folder, finishOpenRuns(folder, damaged, new Date(desk.clock.now()).toISOString())),
      )
    } finally {
      store.close()
    }
  } finally {
    dir.close()
  }
}

async function withCommitLock<Result>(
  desk: Desk,
  root: Dir,
  store: Store,
  command: string,
  work: (folder: OpenFolder) => Result,
): Promise<Result> {
  const lock = await acquire(store.locks, COMMIT_LOCK, command, desk.clock)
  try {
    const dreamer = nativeDreamer(root, desk.clock)
    if (dreamer !== undefined) throw new FolderBusy(dreamer)
    return work({ root, store, lock, salvaged: [], warnings: [] })
  } finally {
    lock.release()
  }
}

function finishOpenRuns(folder: OpenFolder, damaged: 'refuse' | 'set-aside', moment: string): Recovered[] {
  rememberRoot(folder.store, folder.root.path)
  folder.store.log.settle()
  folder.store.journal.settle()
  // First of all: what the runs below put there is to wait for the next command.
  sweepTrash(folder, moment)
  const recovered: Recovered[] = []
  for (const open of folder.store.journal.open()) {
    if (open.state === 'whole') folder.root.mount(open.intent.vault)
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
  folder.store.journal.discardStrays()
  folder.store.objects.discardStrays()
  folder.store.seen.settle()
  folder.store.decisions.settle()
  eraseLastPurge(folder.store)
  returnStrays(folder)
  return recovered
}

/** A folder that could not be written to at all, as an outcome with the reason. */
export function failureOf(error: unknown, root: string, label: string): FolderOutcome {
  const kind = error instanceof LockHeld || error instanceof FolderBusy ? 'locked' : 'failed'
  return {
    root,
    label,
    outcomes: [],
    salvaged: [],
    warnings: [],
    failure: { kind, sentence: sentenceOf(error) },
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof LockHeld) return `another run is at work here: ${describeHolder(error.holder)}`
  if (error instanceof LockLost) return error.message
  return plainError(error)
}
