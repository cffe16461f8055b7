import { Tree } from '../src/disk/dir.ts'
import { type Clock, COMMIT_LOCK, HeldLock } from '../src/disk/lock.ts'
import { type Sys, sha256 } from '../src/disk/sys.ts'
import { storedName } from '../src/model/file-name.ts'
import type { Action } from '../src/model/plan.ts'

import { applyActions } from '../src/store/commit.ts'
import { finishCutOffRuns, type OpenFolder, type StoreContext, withFolder } from '../src/store/folder.ts'
import { collectGarbage } from '../src/store/gc.ts'
import { purgeObjects } from '../src/store/purge.ts'
import { findStore, openStore, rootId } from '../src/store/store.ts'
import { undoRun } from '../src/store/undo.ts'
import type { Scene } from './scene.ts'
import { type FileImage, SimDisk } from './sim-disk.ts'

export const ROOT = '/home/ann/notes'
export const STATE_HOME = '/home/ann/state/dream'
export const STATE = `${STATE_HOME}/${rootId(ROOT)}`
/** A file that nobody has any business with. */
const BYSTANDER = '/home/ann/diary.txt'
/** The agent's own dream was here long ago; ours moves the time of this file on. */
const NATIVE_LOCK = '.consolidate-lock'

export interface StageTraits {
  readonly hardLinks?: boolean
  /** The state directory lies on another file system. */
  readonly stateElsewhere?: boolean
}

/** Time that passes only when it is looked at, so that a run can be repeated to the byte. */
export class StageClock implements Clock {
  constructor(private time = 1_700_000_000_000) {}

  now(): number {
    this.time += 1
    return this.time
  }

  async sleep(ms: number): Promise<void> {
    this.time += ms
  }

  /** Past every lease: as long as it takes to reboot. */
  skip(ms = 7_200_000): void {
    this.time += ms
  }
}

export function setStage(scene: Scene, clock: StageClock, traits: StageTraits = {}): SimDisk {
  const disk = new SimDisk({ now: () => clock.now() * 1000, hardLinks: traits.hardLinks ?? true })
  disk.plantDir(ROOT)
  for (const [name, bytes] of scene.files)
    disk.plant(`${ROOT}/${name}`, bytes, 1_600_000_000_654_321, name === 'a.md' ? 0o600 : 0o640)
  disk.plant(`${ROOT}/${NATIVE_LOCK}`, '4194304', 1_500_000_000_000_000)
  disk.plant(BYSTANDER, 'dear diary\n')
  if (traits.stateElsewhere === true) disk.plantDir('/home/ann/state', 2)
  return disk
}

/** The memory folder, as far as anyone promises anything about it. */
export function treeOf(disk: SimDisk): Map<string, FileImage> {
  const tree = filesBelow(disk, ROOT)
  tree.delete(NATIVE_LOCK)
  return tree
}

/** The files below a directory by their path in it. */
export function filesBelow(disk: SimDisk, path: string): Map<string, FileImage> {
  const found = new Map<string, FileImage>()
  const walk = (at: string, prefix: string) => {
    const node = disk.look(at)
    if (node?.kind !== 'directory') return
    for (const [name, child] of node.now) {
      if (child.kind === 'file') found.set(prefix + name, child.now)
      else walk(`${at}/${name}`, `${prefix}${name}/`)
    }
  }
  walk(path, '')
  return found
}

/** One text for all that is on a disk, whoever may see it. */
export function everythingOn(disk: SimDisk): string {
  return JSON.stringify(
    [...filesBelow(disk, '/')].map(([path, { bytes, mode, modified }]) => [
      path,
      mode,
      modified,
      bytes.toString('latin1'),
    ]),
  )
}

export function bystanderIsWell(disk: SimDisk): boolean {
  const node = disk.look(BYSTANDER)
  return node?.kind === 'file' && node.now.bytes.toString() === 'dear diary\n'
}

/** Something that Dream does to a folder, as the command line would ask for it. */
export type Deed = (desk: StoreContext, root?: string) => Promise<unknown>

export const deskOn = (sys: Sys, clock: Clock): StoreContext => ({
  sys,
  stateHome: STATE_HOME,
  clock,
  knowsVault: () => true,
})

/** Inside the folder, under the very name that actions use, so that one listing shows all there is. */
export const VAULT = `${ROOT}/@vault`
const vaultFor = (actions: readonly Action[]) =>
  actions.some(({ file }) => file.startsWith('@vault/')) ? { vault: VAULT } : {}

export const apply =
  (run: string, actions: readonly Action[]): Deed =>
  (desk, root = ROOT) =>
    applyActions(desk, { root, label: 'notes', actions, run, command: 'run', ...vaultFor(actions) })

export const undo =
  (undoes: string, run: string): Deed =>
  (desk, root = ROOT) =>
    undoRun(desk, { root, label: 'notes', undoes, run })

export const recover: Deed = (desk, root = ROOT) => withFolder(desk, root, 'recover', () => undefined)

/** What `withFolder` does, past every lease and without waiting for anyone: in the middle of a call of another process. */
export function takeOver<Result>(
  disk: SimDisk,
  clock: StageClock,
  work: (folder: OpenFolder) => Result,
  sys: Sys = disk.connect(),
): Result {
  clock.skip()
  const root = Tree.open(sys, ROOT)
  const store = openStore(sys, STATE_HOME, ROOT)
  const numbers = store.locks.list().map(name => Number(/^commit\.(\d+)/.exec(name)?.[1] ?? 0))
  const generation = Math.max(0, ...numbers) + 1
  store.locks.create(`commit.${generation}`, Buffer.from('{}'), { mode: 0o600, modified: clock.now() * 1000 })
  const lock = new HeldLock(store.locks, COMMIT_LOCK, generation, clock)
  const folder: OpenFolder = { root, store, lock, salvaged: [], warnings: [] }
  try {
    finishCutOffRuns(deskOn(sys, clock), folder, 'refuse')
    return work(folder)
  } finally {
    lock.release()
    store.close()
    root.close()
  }
}

export const purge =
  (file: string, run: string): Deed =>
  (desk, root = ROOT) =>
    purgeObjects(desk, root, { by: 'file', file: storedName(file) }, run)

export const gc: Deed = (desk, root = ROOT) => collectGarbage(desk, root)

/** Own files stored whole, as an earlier Dream did; bytes that nothing names; half a line that stands in history. */
export function leaveGarbage(disk: SimDisk): void {
  const store = findStore(disk.connect(), STATE_HOME, ROOT)!
  for (const { from, to } of store.log.read().records.flatMap(record => record.changes)) {
    for (const state of [from, to]) {
      const found = state && store.objects.get(state.hash)
      if (found?.state === 'whole') store.objects.put(found.bytes)
    }
  }
  store.dir.discard('deltas.1')
  store.dir.sync()
  store.close()
  const rubbish = 'of a run that never was\n'
  const name = sha256(rubbish)
  disk.plant(`${STATE}/objects/${name.slice(0, 2)}/${name.slice(2)}`, rubbish, 1)
  const history = filesBelow(disk, STATE).get('history.jsonl')!.bytes
  disk.plant(`${STATE}/history.torn-${name.slice(0, 16)}`, history.subarray(0, 40))
}
