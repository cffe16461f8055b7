import type { RunRecord } from '../memory/history.ts'
import type { Store } from './store.ts'

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
  const { objects, strays } = store.objects.list()
  const history = store.log.read()
  const problems: FsckProblem[] = [
    ...history.damage.map(what => damage(what, 'the other lines still count; keep a copy of the file')),
    ...torn(history.tornTail),
    ...damagedObjects(store, objects),
    ...missingObjects(store, history.records),
    ...openRuns(store),
    ...strays.map(name => leftover(`objects/${name} is no object`, 'it can be deleted')),
  ]
  const bytes = objects.reduce((sum, each) => sum + each.size, 0)
  return { objects: objects.length, records: history.records.length, bytes, problems }
}

function torn(tail: number): FsckProblem[] {
  if (tail === 0) return []
  return [leftover(`the last ${tail} bytes of history.jsonl are half a line`, 'the next run sets them aside')]
}

function damagedObjects(store: Store, objects: readonly { hash: string }[]): FsckProblem[] {
  return objects
    .filter(({ hash }) => store.objects.get(hash).state === 'damaged')
    .map(({ hash }) =>
      damage(`object ${hash} does not hold the bytes it is named after`, affected(store, hash)),
    )
}

function missingObjects(store: Store, records: readonly RunRecord[]): FsckProblem[] {
  const needed = new Set<string>()
  for (const record of records) {
    for (const change of record.changes) {
      if (change.result === 'done' && change.from !== null) needed.add(change.from.hash)
    }
    for (const hash of record.purged ?? []) needed.delete(hash)
  }
  return [...needed]
    .filter(hash => store.objects.get(hash).state === 'absent')
    .map(hash => damage(`object ${hash} is missing`, affected(store, hash)))
}

function affected(store: Store, hash: string): string {
  const runs = store.log
    .read()
    .records.filter(record => record.changes.some(change => change.from?.hash === hash))
    .map(record => record.run)
  if (runs.length === 0) return 'no recorded run needs it'
  return `${runs.join(', ')} cannot be undone whole; restore the state directory from a backup if you have one`
}

function openRuns(store: Store): FsckProblem[] {
  return store.journal
    .open()
    .map(open =>
      open.state === 'whole'
        ? leftover(`run ${open.run} was cut off`, 'run `dream recover`')
        : damage(
            `the record of run ${open.run}, which was cut off, is damaged`,
            'run `dream recover` and read what it says',
          ),
    )
}

const damage = (what: string, now: string): FsckProblem => ({ severity: 'damage', what, now })
const leftover = (what: string, now: string): FsckProblem => ({ severity: 'leftover', what, now })
