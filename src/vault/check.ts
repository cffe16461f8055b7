import {
  foldersOf,
  layoutOf,
  type MagmaSettings,
  magmaHome,
  newRunId,
  storeContext,
  type Where,
} from '../app/index.ts'
import { isFolder } from '../disk/index.ts'
import {
  type Answer,
  type Conflict,
  type ConsistencyReport,
  DreamError,
  type Resolution,
} from '../model/index.ts'
import { decideOn } from '../pipeline/index.ts'
import { readFolder } from '../sources/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { MagmaAdapter } from './adapter.ts'
import { CCBReader } from './ccb-reader.ts'
import { arbitrate } from './conflicts.ts'
import { ConsistencyChecker } from './consistency.ts'
import { goneWords } from './place.ts'
import { ConflictSettler, questionOf } from './settle.ts'

/** What `dream check` finds in all folders; `waiting` are the questions that no rule answers alone. */
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
  const adapter = new MagmaAdapter({ settings, cwd: where.cwd, home: where.home, env: where.env })
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

/** What `dream check` would ask a person; nothing where MAGMA has no notes. */
export async function waitingConflicts(
  where: Where,
  settings: MagmaSettings,
): Promise<readonly Resolution[]> {
  if (!isFolder(magmaHome(where, settings).folder)) return []
  return (await checkEngines(where, settings, 'look')).waiting
}

async function conflictsIn(where: Where, adapter: MagmaAdapter): Promise<Conflict[]> {
  const conflicts: Conflict[] = []
  for (const found of foldersOf(where)) {
    if (readFolder(found, layoutOf(where)).layout === 'journal') continue
    const report = await new ConsistencyChecker(new CCBReader(found.root, where), adapter).checkConsistency()
    conflicts.push(...report.conflicts.map(conflict => ({ ...conflict, label: found.label })))
  }
  return conflicts
}

/** Does what a waiting question offers; `goes` says which side gives way where the rules do not. */
export async function settleConflict(
  where: Where,
  settings: MagmaSettings,
  id: string,
  goes?: 'file' | 'note',
): Promise<Resolution> {
  await finishOpenRuns(storeContext(where))
  const adapter = new MagmaAdapter({ settings, cwd: where.cwd, home: where.home, env: where.env })
  const conflict = await findConflict(where, adapter, id)
  const strategy =
    goes === undefined ? arbitrate(conflict.ccb, conflict.magma) : goes === 'note' ? 'ccb-wins' : 'magma-wins'
  if (strategy === 'manual-review')
    throw new DreamError('only you can decide this: add --goes file (the note is right) or --goes note', 2)
  return new ConflictSettler(adapter, 'seed').carryOut(conflict, strategy)
}

/** Remembers a no: until one of the two changes, or for ever. */
export async function answerConflict(
  where: Where,
  settings: MagmaSettings,
  id: string,
  said: Answer,
): Promise<void> {
  const adapter = new MagmaAdapter({ settings, cwd: where.cwd, home: where.home, env: where.env })
  const conflict = await findConflict(where, adapter, id)
  await decideOn(where, conflict.root, {
    ...questionOf(conflict),
    answer: said,
    at: new Date().toISOString(),
  })
}

async function findConflict(where: Where, adapter: MagmaAdapter, id: string): Promise<Conflict> {
  const all = await conflictsIn(where, adapter)
  const found = all.filter(conflict => id !== '' && questionOf(conflict).id.startsWith(id))
  if (found.length === 1) return found[0]!
  throw new DreamError(
    found.length > 1
      ? `${id} could be ${found.length} of those that wait: say more of it`
      : `no conflict is called ${id}; what it spoke of may have changed: dream check lists those there are`,
    2,
  )
}
