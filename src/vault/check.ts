import { foldersOf, layoutOf, newRunId, storeContext, type Where } from '../app/index.ts'
import { type MagmaSettings, magmaHome } from '../config/index.ts'
import { isFolder } from '../disk/index.ts'
import { DreamError, type FolderOutcome } from '../model/index.ts'
import { readFolder } from '../sources/index.ts'
import { finishOpenRuns, type Lease } from '../store/index.ts'
import { MagmaAdapter } from './adapter.ts'
import { CCBReader } from './ccb-reader.ts'
import type { Arbitration, Conflict } from './conflicts.ts'
import { ConsistencyChecker, type ConsistencyReport } from './consistency.ts'
import { goneWords } from './place.ts'
import { ConflictSettler, type Resolution, writeConflict } from './settle.ts'

/** What `dream magma check` finds in all folders; `waiting` are the questions that no rule answers alone. */
export interface CheckAnswer extends ConsistencyReport {
  readonly waiting: readonly Resolution[]
  readonly folders: number
  readonly notes: readonly string[]
}

/** M8: the two engines compared; `fix` settles what may be settled alone. */
export async function checkEngines(
  where: Where,
  settings: MagmaSettings,
  how: 'look' | 'fix',
): Promise<CheckAnswer> {
  if (how === 'fix') await finishOpenRuns(storeContext(where))
  const home = magmaHome(where, settings)
  if (home.kind === 'obsidian' && home.state === 'missing') throw new DreamError(goneWords(home), 2)
  const adapter = adapterFor(where, settings)
  const conflicts = await conflictsIn(where, adapter)
  const settler = new ConflictSettler(adapter, how === 'fix' ? settings.rules : 'propose')
  const run = newRunId(Date.now())
  const done: Resolution[] = []
  for (const [at, conflict] of conflicts.entries())
    done.push(await settler.settle(conflict, { run, number: at + 1 }))
  const isWaiting = ({ did }: Resolution) => did === 'proposed' || did === 'queued'
  return {
    conflicts: conflicts.filter((_, at) => done[at]!.did !== 'answered'),
    resolved: done.filter(each => !isWaiting(each) && each.did !== 'answered'),
    waiting: done.filter(isWaiting),
    folders: foldersOf(where).length,
    notes: [],
  }
}

/** Where the files and MAGMA say different things, whatever was answered; nothing where MAGMA has no notes. */
export async function conflictsOf(where: Where, settings: MagmaSettings, root?: string): Promise<Conflict[]> {
  if (!isFolder(magmaHome(where, settings).folder)) return []
  return conflictsIn(where, adapterFor(where, settings), root)
}

const adapterFor = ({ cwd, home, env }: Where, settings: MagmaSettings): MagmaAdapter =>
  new MagmaAdapter({ settings, cwd, home, env })

async function conflictsIn(where: Where, adapter: MagmaAdapter, root?: string): Promise<Conflict[]> {
  const conflicts: Conflict[] = []
  for (const found of foldersOf(where)) {
    if (root !== undefined && found.root !== root) continue
    if (readFolder(found, layoutOf(where)).layout === 'journal') continue
    const report = await new ConsistencyChecker(new CCBReader(found.root, where), adapter).checkConsistency()
    conflicts.push(...report.conflicts.map(conflict => ({ ...conflict, label: found.label })))
  }
  return conflicts
}

/** Does what a person decided. */
export async function settleConflict(
  where: Where,
  settings: MagmaSettings,
  conflict: Conflict,
  strategy: Exclude<Arbitration, 'manual-review'>,
  lease: Lease,
): Promise<FolderOutcome> {
  return writeConflict(adapterFor(where, settings), conflict, strategy, { command: 'queue', lease })
}
