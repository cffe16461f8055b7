import { BESIDE_PREFIX, errorCode, errorWords, LockLost, sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Change, type FileName, folderPart, INDEX_FILE, type Reason } from '../model/index.ts'
import {
  beside,
  carryOut,
  changed,
  giveName,
  type StepContext,
  type StepResult,
  StepStuck,
  takeBack,
  tellSalvage,
  toTrash,
} from './step.ts'
import type { Store } from './store.ts'
import type { Content, Intent, Step } from './write-log.ts'

/**
 * Order is everything here, and a crash may fall between any two lines: the old bytes are kept first, then the
 * intent, then the files change, then history says so, then the traces go. Whatever is cut off leaves too much,
 * never too little, and `finish` can be run again from any point.
 */
export function transact(at: StepContext, intent: Intent): readonly Change[] {
  for (const step of intent.steps) keepOldBytes(at, step)
  const after = at.store.log.newest()
  at.lock.check()
  try {
    at.store.writeLog.write({ ...intent, after })
  } catch (error) {
    throw at.store.writeLog.has(intent.run) ? new RunCutOff(error) : error
  }
  const changes = orCutOff(() => carryOutAndRecord(at, intent))
  try {
    clearAway(at, intent, changes)
  } catch (error) {
    // The run is done and recorded: what is left beside the files is no reason to call it failed.
    at.warnings.push(say().storage.tracesLeft(errorWords(error)))
  }
  return changes
}

/**
 * Whether an intent was written by one who had lost his lock between the last look at it and the writing: another
 * run is in history by then. Such a one stops before his first change, so there is nothing to finish.
 */
export function cameTooLate({ root, store, run }: StepContext, { after, command }: Intent): boolean {
  if (after === undefined || !store.log.isFollowed(after, { run, command })) return false
  return !root.traces().some(name => isTraceOf(run, name))
}

/** Carries an intent to its end, from wherever it stands. */
export function finish(at: StepContext, intent: Intent): readonly Change[] {
  return orCutOff(() => {
    for (const step of intent.steps) keepAgain(at, step)
    const changes = carryOutAndRecord(at, intent)
    clearAway(at, intent, changes)
    return changes
  })
}

function carryOutAndRecord(
  at: StepContext,
  { steps, after: _, together, ...run }: Intent,
): readonly Change[] {
  const known = at.store.log.of(run.run).find(record => record.command === run.command)
  const changes = known?.changes ?? carryOutAll(at, steps, together)
  at.lock.check()
  at.store.log.append({ ...run, changes })
  return changes
}

function clearAway(at: StepContext, { steps, ...run }: Intent, changes: readonly Change[]): void {
  steps.forEach((step, number) => {
    cleanUp(at, step, number, changes[number]?.result)
  })
  at.root.sync()
  tellSalvage(at.store, run.run, run.at, at.salvaged)
  at.lock.check()
  at.store.writeLog.remove(run.run)
}

/** The intent is on disk and stays there. */
export class RunCutOff extends Error {
  constructor(error: unknown) {
    super(say().storage.interrupted(errorWords(error)))
  }
}

function orCutOff<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    // Whoever took over the lock finishes the run; a step that is stuck says so itself.
    throw error instanceof LockLost || error instanceof StepStuck ? error : new RunCutOff(error)
  }
}

function carryOutAll(at: StepContext, steps: readonly Step[], together = false): Change[] {
  discardDrafts(at)
  const done = new Set<FileName>()
  const changes: Change[] = []
  steps.forEach((step, number) => {
    const { kind, file, from, reason } = step
    const result = carryOutIfReady(at, step, number, done)
    changes.push({ kind, file, from, reason, ...result })
    if (result.result === 'done') done.add(file)
    else takeMergeBack(at, steps, changes, done)
  })
  const settled = takeBackWithoutIndex(at, steps, together ? takeBackWithoutAll(at, steps, changes) : changes)
  at.root.sync()
  return settled
}

/** Drafts of whoever held the lock before: one who was stopped and goes on finds nothing left to give a name to. */
function discardDrafts({ root, run }: StepContext): void {
  for (const name of root.traces()) {
    if (isTraceOf(run, name) && name.endsWith('.new')) root.discard(name)
  }
}

function isTraceOf(run: string, name: string): boolean {
  return name.startsWith(`${folderPart(name)}${BESIDE_PREFIX}${run}-`)
}

function carryOutIfReady(
  at: StepContext,
  step: Step,
  number: number,
  done: ReadonlySet<FileName>,
): StepResult {
  const missing = step.needs.filter(file => !done.has(file))
  if (missing.length > 0) {
    return { result: 'not-started', detail: say().storage.needs(missing.join(', ')), to: null }
  }
  if (step.kind === 'archive') return carryOut(at, step, number)
  const content = contentOf(at, step, number, done)
  if (!Buffer.isBuffer(content)) return content
  // Conditional pieces can add up to what is there already: then nothing is touched.
  if (sha256(content) === step.from?.hash) return { result: 'done', to: step.from }
  return carryOut(at, step, number, content)
}

/** The bytes that were to grow were gone from the file before they could be kept. */
function isAppendedToNothing(store: Store, content: Content): boolean {
  return content.is === 'appended' && store.objects.get(content.to).state === 'absent'
}

/** The bytes to write, kept among the objects, or why there are none; then the file is as it was. */
function contentOf(
  at: StepContext,
  step: Step & { content: Content },
  number: number,
  done: ReadonlySet<FileName>,
): Buffer | StepResult {
  let ours: string | undefined
  try {
    if (isAppendedToNothing(at.store, step.content)) return changed(say().work.store.changed)
    const content = bytesOf(at.store, step.content, done)
    if (typeof content === 'string') throw new Error(content)
    ours = sha256(content)
    // The new bytes are kept too: a later undo needs them to tell the user's edits from ours.
    at.store.objects.put(content, step.file)
    return content
  } catch (error) {
    // An earlier try that was cut off may have got further. What it wrote is known by its bytes: where the disk does not
    // give them now, recovery tries again; else what it wrote goes, and what it moved aside returns.
    if (ours === undefined && errorCode(error) !== undefined && isBegun(at, step, number)) throw error
    takeBack(at, step, number, ours)
    return { result: 'failed', detail: errorWords(error), to: null }
  }
}

function isBegun(at: StepContext, step: Step, number: number): boolean {
  const trace = step.from === null ? step.file : beside(at, step, number).aside
  return at.root.stat(trace) !== undefined
}

/** The bytes to write, or a sentence why they cannot be had. */
function bytesOf(store: Store, content: Content, done: ReadonlySet<FileName>): Buffer | string {
  if (content.is === 'pieces') {
    const staying = content.pieces.filter(
      piece =>
        !(piece.unlessDone !== undefined && done.has(piece.unlessDone)) &&
        !(piece.onlyIfDone !== undefined && !done.has(piece.onlyIfDone)),
    )
    return Buffer.from(staying.map(piece => piece.text).join(''))
  }
  const hash = content.is === 'object' ? content.hash : content.to
  const found = store.objects.get(hash)
  if (found.state === 'absent') return say().storage.erased(hash.slice(0, 12))
  if (found.state === 'damaged') return say().storage.damaged(hash.slice(0, 12))
  if (content.is === 'object') return found.bytes
  return Buffer.concat([found.bytes, Buffer.from(content.text)])
}

function keepOldBytes({ root, store }: StepContext, step: Step): void {
  if (step.from === null) return
  const found = root.read(step.file)
  // Where it changed since it was planned, the step finds that out by itself and leaves the file alone.
  if (found !== undefined) store.objects.put(found.bytes, step.file)
}

/**
 * `gc` may have removed bytes that were stored long ago and that nothing named, between the moment in which a run relied
 * on them and the one in which its intent was on disk.
 */
function keepAgain(at: StepContext, step: Step): void {
  if (step.from === null || at.store.objects.has(step.from.hash)) return
  let found: ReturnType<StepContext['root']['read']>
  try {
    found = at.root.read(step.file)
  } catch {
    // What cannot be read is not changed either: the step itself says why.
    return
  }
  if (found !== undefined) at.store.objects.put(found.bytes, step.file)
}

/** Clears away what a step left beside its file. */
function cleanUp(at: StepContext, step: Step, number: number, result: Change['result'] | undefined): void {
  const { root } = at
  const { draft, aside } = beside(at, step, number)
  root.discard(draft)
  const old = root.read(aside)
  if (old === undefined) return
  if (sha256(old.bytes) !== step.from?.hash || result !== 'done') {
    // An editor that had the old file open saved into it only now; or the file was to stay.
    giveName(at, step.file, number, aside)
    return
  }
  toTrash(at, number, aside, step.from.hash)
}

/**
 * An index that could not be written would go on naming files that left. Then the folder stays as it was: what was
 * moved aside goes back, and nothing of this run is left. (Where the user edited the index meanwhile, theirs stays
 * and so do the other changes: the next look at the folder brings that index up to date.)
 */
function takeBackWithoutIndex(at: StepContext, steps: readonly Step[], changes: Change[]): Change[] {
  const index = changes.find(change => change.file === INDEX_FILE && change.result === 'failed')
  if (index === undefined) return changes
  return takeAllBack(at, steps, changes, say().storage.becauseIndex(INDEX_FILE, index.detail!))
}

/** Changes that belong together: where one was not made, none is. */
function takeBackWithoutAll(at: StepContext, steps: readonly Step[], changes: Change[]): Change[] {
  const missing = changes.find(change => change.result !== 'done')
  if (missing === undefined) return changes
  return takeAllBack(at, steps, changes, say().storage.becauseChange(missing.file, missing.detail!))
}

/**
 * The last step was not done. Where it was to archive a note whose text another note took over, that note becomes what it
 * was, and so do the notes that were archived for the same merge: else the text stands twice, and no later run finds it.
 */
function takeMergeBack(
  at: StepContext,
  steps: readonly Step[],
  changes: Change[],
  done: Set<FileName>,
): void {
  const { kind, needs, file } = steps[changes.length - 1]!
  const merged = steps.filter(step => needs.includes(step.file) && isMerge(step.reason))
  if (kind !== 'archive' || merged.length === 0) return
  const because = say().storage.becauseArchive(file, changes.at(-1)!.detail!)
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
  return { ...change, result: 'failed', detail: say().storage.takenBack(because), to: null }
}

/** Whether that failed only because something else did. */
export const isTakenBack = (detail: string): boolean => detail.startsWith(say().storage.takenBack(''))
