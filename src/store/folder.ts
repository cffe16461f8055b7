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
  lifeOfPid,
  type Sys,
  sha256,
  Tree,
} from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { Action, Change, FolderOutcome, Rules } from '../model/index.ts'
import { NATIVE_LOCK } from '../state/index.ts'
import { fileOf, giveName, type StepContext, StepStuck, sweepTrash } from './step.ts'
import { openStore, rememberRoot, type Store } from './store.ts'
import { cameTooLate, finish, RunCutOff } from './transaction.ts'
import type { Intent, IntentRead } from './write-log.ts'

/** What writing needs from the world. */
export interface StoreContext {
  readonly sys: Sys
  /** Where the state of every folder lies. */
  readonly stateHome: string
  readonly clock: Clock
  /** Whether the settings name this vault for that folder; without it history alone is believed. */
  readonly knowsVault?: (root: string, vault: string) => boolean
  /** Why nothing may be written there, where that is so. */
  readonly isReadOnly?: (root: string) => string | undefined
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
    return say().storage.finishedFirst(run, done.length, changes.length)
  })
}

class FolderBusy extends Error {}

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
        work(folder, finishCutOffRuns(context, folder, damaged)),
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
  root: Tree,
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

/** Whatever earlier runs left, cleared up under the commit lock; what those that were cut off came to. */
export function finishCutOffRuns(
  context: StoreContext,
  folder: OpenFolder,
  damaged: 'refuse' | 'set-aside',
): Recovered[] {
  const { root, store } = folder
  rememberRoot(store, root.path)
  store.log.settle()
  store.writeLog.settle()
  // What waits in the vault, or was left there, is looked for whatever the command is about.
  root.mount(store.log.vault())
  // First of all: what the runs below put there is to wait for the next command.
  sweepTrash(folder, new Date(context.clock.now()).toISOString())
  const open = store.writeLog.open()
  const late = lateRuns(context, folder, open)
  const recovered: Recovered[] = []
  for (const each of open) {
    const { run } = each
    if (each.state === 'whole' && !late.has(run)) {
      root.mount(vaultOf(context, folder, each.intent))
      recovered.push({ run, changes: finish({ ...folder, run }, each.intent) })
    } else if (each.state === 'whole') {
      store.writeLog.remove(run)
    } else if (damaged === 'refuse') {
      throw new Error(say().storage.damagedRecord(run))
    } else {
      store.writeLog.setAside(run)
    }
  }
  discardDrafts(store.dir)
  store.writeLog.discardOrphans()
  store.objects.discardOrphans()
  store.seen.settle()
  store.decisions.settle()
  eraseLastPurge(store)
  root.mount(store.log.vault())
  returnOrphans(folder)
  return recovered
}

/**
 * All are judged before the first is finished, because a run that is finished here stands in history then and would make
 * those behind it look late, whose writers may be about to move a file. Where this process is cut off between two of
 * them, the next one knows by what is written here.
 */
function lateRuns(context: StoreContext, folder: OpenFolder, open: readonly IntentRead[]): Set<string> {
  const late = new Set<string>()
  for (const each of open) {
    if (each.state === 'damaged') continue
    folder.root.mount(vaultOf(context, folder, each.intent))
    const { after, ...judged } = each.intent
    if (cameTooLate({ ...folder, run: each.run }, each.intent)) late.add(each.run)
    else if (open.length > 1 && after !== undefined) {
      folder.lock.check()
      folder.store.writeLog.write(judged)
    }
  }
  return late
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
  throw new Error(say().storage.unknownVault(run, vault))
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

export function sentenceOf(error: unknown): string {
  if (error instanceof LockHeld) return say().work.store.busy(describeHolder(error.holder))
  if (error instanceof LockLost) return error.message
  return errorWords(error)
}

/** In `NATIVE_LOCK` Claude Code keeps its process number; the time of the file is that of its last run. */
const STALE_MS = 3_600_000

/** A sentence where the agent's own dream is at work in this folder just now. */
export function nativeDreamer(root: Dir, clock: Clock): string | undefined {
  const found = root.stat(NATIVE_LOCK)?.kind === 'file' ? root.read(NATIVE_LOCK) : undefined
  if (found === undefined) return undefined
  if (clock.now() - found.stat.modified / 1000 > STALE_MS) return undefined
  const pid = Number(found.bytes.toString('utf8').trim())
  if (!Number.isInteger(pid) || pid <= 0 || lifeOfPid(pid) === 'gone') return undefined
  return say().work.store.nativeDream(pid, NATIVE_LOCK)
}

/** After a run that changed something, so that the agent does not dream over the same files again. */
export function moveNativeDreamOn({ root, warnings }: { root: Dir; warnings: string[] }, clock: Clock): void {
  try {
    if (root.stat(NATIVE_LOCK)?.kind === 'file') root.touch(NATIVE_LOCK, clock.now() * 1000)
  } catch (error) {
    warnings.push(say().work.store.nativeTime(NATIVE_LOCK, errorWords(error)))
  }
}

const BESIDE = /(?:^|\/)\.dream-(.{1,100})-(\d{1,9})\.(?:\d{1,15}\.)?(new|old|back)$/

/**
 * Puts back what lies beside the files and belongs to no run that is under way. A process that was stopped past its
 * lease looks at its lock before every move, but can be stopped between the look and the move: by the time it goes on
 * its run was finished for it, and the one move it still makes is taken back here.
 */
function returnOrphans(folder: Omit<StepContext, 'run'>): void {
  const { root, store } = folder
  for (const name of root.traces()) {
    const [, run, number, kind] = BESIDE.exec(name) ?? []
    if (run === undefined || store.writeLog.has(run)) continue
    // Its bytes are among the objects, and no run is left that could give it a name.
    if (kind === 'new') {
      root.discard(name)
      continue
    }
    const bytes = root.read(name)?.bytes
    const file = bytes && fileOf(store, run, Number(number), sha256(bytes))
    // A run that history does not know was set aside damaged: its traces are for a person to look at.
    if (file !== undefined) giveName({ ...folder, run }, file, Number(number), name)
  }
}

/**
 * Erases what the newest record says was purged, also where that was cut off. Older purges are done: bytes that came
 * back since then came back with a record of their own, and stay.
 */
export function eraseLastPurge(store: Store): void {
  const purged = new Set(store.log.last()?.purged)
  if (purged.size === 0) return
  store.objects.erase(purged)
  store.seen.erase(purged)
}
