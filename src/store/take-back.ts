import { type Change, type FileName, INDEX_FILE, type Reason } from '../model/index.ts'
import type { Step } from './journal.ts'
import { type StepContext, takeBack } from './step.ts'

/**
 * An index that could not be written would go on naming files that left. Then the folder stays as it was: what was
 * moved aside goes back, and nothing of this run is left. (Where the user edited the index meanwhile, theirs stays
 * and so do the other changes: the next look at the folder brings that index up to date.)
 */
export function takeBackWithoutIndex(at: StepContext, steps: readonly Step[], changes: Change[]): Change[] {
  const index = changes.find(change => change.file === INDEX_FILE && change.result === 'failed')
  if (index === undefined) return changes
  return takeAllBack(at, steps, changes, `because ${INDEX_FILE} could not be written: ${index.detail}`)
}

/** Changes that belong together: where one was not made, none is. */
export function takeBackWithoutAll(at: StepContext, steps: readonly Step[], changes: Change[]): Change[] {
  const missing = changes.find(change => change.result !== 'done')
  if (missing === undefined) return changes
  return takeAllBack(at, steps, changes, `because ${missing.file} was not changed: ${missing.detail}`)
}

/**
 * The last step was not done. Where it was to archive a note whose text another note took over, that note becomes what it
 * was, and so do the notes that were archived for the same merge: else the text stands twice, and no later run finds it.
 */
export function takeMergeBack(
  at: StepContext,
  steps: readonly Step[],
  changes: Change[],
  done: Set<FileName>,
): void {
  const { kind, needs, file } = steps[changes.length - 1]!
  const merged = steps.filter(step => needs.includes(step.file) && isMerge(step.reason))
  if (kind !== 'archive' || merged.length === 0) return
  const because = `because ${file} was not archived: ${changes.at(-1)!.detail}`
  const belongs = (step: Step) =>
    merged.some(each => each === step || (step.kind === 'archive' && step.needs.includes(each.file)))
  changes.forEach((change, number) => {
    if (change.result !== 'done' || !belongs(steps[number]!)) return
    changes[number] = takenBack(at, steps, change, number, because)
    done.delete(change.file)
  })
}

/** Why one note gets what others said, which are archived then. */
export function isMerge({ why }: Reason): boolean {
  return why === 'merge' || why === 'drafted'
}

function takeAllBack(at: StepContext, steps: readonly Step[], changes: Change[], because: string): Change[] {
  return changes.map((change, number) =>
    change.result === 'done' ? takenBack(at, steps, change, number, because) : change,
  )
}

function takenBack(
  at: StepContext,
  steps: readonly Step[],
  change: Change,
  number: number,
  because: string,
): Change {
  takeBack(at, steps[number]!, number, change.to?.hash)
  return { ...change, result: 'failed', detail: `taken back, ${because}`, to: null }
}
