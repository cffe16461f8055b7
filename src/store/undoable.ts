import type { Change, RunRecord } from '../model/index.ts'

/** The runs that can be taken back, oldest first. An undo is one of them: taking it back is a redo. */
export function undoable(records: readonly RunRecord[]): RunRecord[] {
  const taken = runsTakenBack(records)
  return records.filter(record => !taken.has(record.run) && record.changes.some(didSomething))
}

/** The undo of `undoes` that did not get to its end. Trying again goes on with it, so one redo takes all of it back. */
export function unfinishedUndo(records: readonly RunRecord[], undoes: string): RunRecord | undefined {
  const taken = runsTakenBack(records)
  if (taken.has(undoes)) return undefined
  return records.findLast(record => record.undoes === undoes && !taken.has(record.run))
}

export function didSomething(change: Change): boolean {
  return change.result === 'done' && change.from?.hash !== change.to?.hash
}

/** Newest first: an undo that was itself taken back took nothing back. */
function runsTakenBack(records: readonly RunRecord[]): ReadonlySet<string> {
  const taken = new Set<string>()
  const judged = new Set<string>()
  for (const { run, undoes, changes } of [...records].reverse()) {
    if (undoes === undefined || judged.has(run)) continue
    // Each try does all that is left to do, so its last try tells whether an undo got to its end.
    judged.add(run)
    if (!taken.has(run) && changes.every(change => change.result === 'done')) taken.add(undoes)
  }
  return taken
}
