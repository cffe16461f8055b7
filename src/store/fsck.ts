import { jsonObject } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { RunRecord } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { nameOf } from './deltas.ts'
import { hasItsSum, rootId, type Store } from './store.ts'

interface FsckProblem {
  /** `damage`: something is not what was written. `leftover`: a trace of a run that was cut off. */
  readonly severity: 'damage' | 'leftover'
  readonly what: string
  readonly now: string
}

export interface FsckResult {
  readonly objects: number
  readonly records: number
  readonly bytes: number
  readonly problems: readonly FsckProblem[]
}

/** Looks at every byte of the state that has a checksum, and changes nothing. */
export function fsckStore(store: Store): FsckResult {
  const { damaged, damage: unread, orphans } = store.objects.check()
  const { versions, bytes } = store.objects.room()
  const history = store.log.read()
  const problems: FsckProblem[] = [
    ...history.damage.map(what => damage(what, say().storage.fsck.keepCopy)),
    ...torn(history.tornTail),
    ...store.seen.read().damage.map(what => leftover(what, say().storage.fsck.noVersion)),
    ...store.decisions.read().damage.map(what => damage(what, say().storage.fsck.askedAgain)),
    ...unread.map(what => damage(what, say().storage.fsck.namedBelow)),
    ...wrongObjects(store, damaged, history.records),
    ...openRuns(store),
    ...wrongRoot(store),
    ...orphans.map(name => leftover(say().storage.fsck.strange(name), say().storage.fsck.canGo)),
  ]
  return { objects: versions, records: history.records.length, bytes, problems }
}

function torn(tail: number): FsckProblem[] {
  if (tail === 0) return []
  return [leftover(say().storage.fsck.torn(tail), say().storage.fsck.setAside)]
}

function wrongObjects(
  store: Store,
  damaged: readonly string[],
  records: readonly RunRecord[],
): FsckProblem[] {
  const affected = whatDependsOn(records)
  const missing = neededBy(records).filter(hash => !store.objects.has(hash))
  return [
    ...damaged.map(hash => damage(say().storage.fsck.wrongBytes(hash), affected(hash))),
    ...missing.map(hash => damage(say().storage.fsck.missing(hash), affected(hash))),
  ]
}

function neededBy(records: readonly RunRecord[]): string[] {
  const needed = new Set<string>()
  for (const record of records) {
    for (const change of record.changes) {
      if (change.result === 'done' && change.from !== null) needed.add(change.from.hash)
    }
    for (const hash of record.purged ?? []) needed.delete(hash)
  }
  return [...needed]
}

/** Gathered once: there may be as many damaged objects as records. */
function whatDependsOn(records: readonly RunRecord[]): (hash: string) => string {
  const runs = new Map<string, Set<string>>()
  for (const { run, changes } of records) {
    for (const { from } of changes) {
      if (from !== null) runs.set(nameOf(from.hash), (runs.get(nameOf(from.hash)) ?? new Set()).add(run))
    }
  }
  return hash => {
    const dependent = runs.get(nameOf(hash))
    if (dependent === undefined) return say().storage.fsck.notNeeded
    return say().storage.fsck.broken([...dependent].join(', '))
  }
}

function openRuns(store: Store): FsckProblem[] {
  return store.writeLog
    .open()
    .map(open =>
      open.state === 'whole'
        ? leftover(say().storage.fsck.interrupted(open.run), say().storage.fsck.fix)
        : damage(say().storage.fsck.damagedRecord(open.run), say().storage.fsck.fixAndRead),
    )
}

/** `root.json` says whose state this is, and the directory's own name says it too. */
function wrongRoot({ dir }: Store): FsckProblem[] {
  const bytes = dir.read(FOLDER_STATE.root)?.bytes
  if (bytes === undefined) return []
  const said = jsonObject(bytes.toString('utf8')) ?? {}
  const wrong = (what: string) => [damage(what, say().storage.fsck.deleteIt)]
  if (!dir.path.endsWith(`/${rootId(String(said['root']))}`)) return wrong(say().storage.fsck.otherRoot)
  return hasItsSum(said) ? [] : wrong(say().storage.fsck.damagedRoot)
}

const damage = (what: string, now: string): FsckProblem => ({ severity: 'damage', what, now })
const leftover = (what: string, now: string): FsckProblem => ({ severity: 'leftover', what, now })
