import {
  BESIDE_PREFIX,
  type Dir,
  errorCode,
  errorWords,
  type HeldLock,
  LockLost,
  NotRegularFile,
  sha256,
  type Tree,
} from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Change, type FileName, type FileState, fileName, folderPart } from '../model/index.ts'
import type { Store } from './store.ts'
import type { Step } from './write-log.ts'

/**
 * One file from one state to another, so that nobody's bytes are lost whoever else writes at the same moment:
 *
 *   1. the new bytes are written beside it, whole and on disk (`.new`);
 *   2. the old file is moved aside (`.old`), which takes whatever stands there at that very moment;
 *   3. the new file gets the name by a call that fails where someone was quicker;
 *   4. only then is the moved-aside file looked at: bytes that the plan did not expect go back to their place.
 *
 * Between 2 and 3 the name is absent for an instant; a crash there is what recovery is for. Replacing by one rename
 * would have no such instant, but loses a save that lands between the last look and the rename.
 * Every function here may find the traces of an earlier try that was cut off anywhere, and goes on from them.
 */
export interface StepContext {
  readonly root: Tree
  readonly store: Store
  readonly lock: HeldLock
  readonly run: string
  readonly salvaged: Salvage[]
  /** What the user should know and what is no failure. */
  readonly warnings: string[]
}

/** What became of a step; `to` is the file's state afterwards where it was done. */
export type StepResult = Pick<Change, 'result' | 'detail' | 'to'>

/** Files beside the real one while a step is under way. The dot and the ending keep agents from reading them. */
export const beside = (
  { run, lock }: Pick<StepContext, 'run' | 'lock'>,
  { file }: Pick<Step, 'file'>,
  number: number,
) => ({
  /** One for each holder of the lock: nobody gives a name to what another is still writing. */
  draft: `${folderPart(file)}${BESIDE_PREFIX}${run}-${number}.${lock.generation}.new`,
  aside: `${folderPart(file)}${BESIDE_PREFIX}${run}-${number}.old`,
  /** What stood under the name when a write had to be taken back. */
  back: `${folderPart(file)}${BESIDE_PREFIX}${run}-${number}.back`,
  number,
})
type Beside = ReturnType<typeof beside>

/** Carries out one step; `bytes` is what to write, absent for an archive. */
export function carryOut(at: StepContext, step: Step, number: number, bytes?: Buffer): StepResult {
  const names = beside(at, step, number)
  try {
    at.lock.check()
    settleBack(at, step, names)
    return bytes === undefined ? takeAway(at, step, names) : put(at, step, names, bytes)
  } catch (error) {
    if (error instanceof LockLost) throw error
    // Whoever took over finishes this step; only the holder may put things back.
    at.lock.check()
    try {
      putBack(at, step, names, bytes && sha256(bytes))
    } catch (second) {
      throw stuck(step, error, second)
    }
    if (errorCode(error) === 'ENOENT') return changed(say().storage.meanwhile.deleted)
    return { result: 'failed', detail: errorWords(error), to: null }
  }
}

/** Takes back a step that was done, before anything was recorded; `ours` is the hash of what it wrote. */
export function takeBack(at: StepContext, step: Step, number: number, ours: string | undefined): void {
  at.lock.check()
  try {
    putBack(at, step, beside(at, step, number), ours)
  } catch (error) {
    throw stuck(step, new Error(say().storage.wasToBeTakenBack), error)
  }
}

function takeAway(at: StepContext, step: Step, names: Beside): StepResult {
  const { root } = at
  const { aside, number } = names
  if (root.stat(aside) === undefined) {
    const difference = differs(root, step)
    if (difference !== undefined) return changed(difference)
    root.rename(step.file, aside)
  }
  if (hashOf(root, aside) !== step.from?.hash) {
    giveName(at, step.file, number, aside)
    return changed(say().storage.meanwhile.editedMoving)
  }
  if (root.stat(step.file) !== undefined) {
    return letGo(at, step, names, say().storage.meanwhile.writtenAnew)
  }
  return { result: 'done', to: null }
}

function put(at: StepContext, step: Step, names: Beside, bytes: Buffer): StepResult {
  const { root } = at
  const ours = sha256(bytes)
  if (root.stat(names.aside) === undefined) {
    if (hashOf(root, step.file) === ours) return { result: 'done', to: stateOf(root, step.file) }
    const difference = differs(root, step)
    if (difference !== undefined) return changed(difference)
    draw(at, step, names, bytes)
    // Drawing took a while: a save in the meantime is noticed here already, and the file is left in peace.
    const late = differs(root, step)
    if (late !== undefined) {
      root.discard(names.draft)
      return changed(late)
    }
    if (step.from !== null) root.rename(step.file, names.aside)
  } else if (root.stat(step.file) === undefined) {
    draw(at, step, names, bytes)
  }
  if (root.stat(names.draft) !== undefined && root.place(names.draft, step.file) === 'taken') {
    root.discard(names.draft)
  }
  return judge(at, step, names, ours)
}

/** Step 4: whose bytes are where? */
function judge(at: StepContext, step: Step, names: Beside, ours: string): StepResult {
  const { root } = at
  if (step.from !== null && hashOf(root, names.aside) !== step.from.hash) {
    putBack(at, step, names, ours)
    return changed(say().storage.meanwhile.editedReplacing)
  }
  bringBack(at, step, names, ours)
  const to = stateOf(root, step.file)
  if (to?.hash === ours) return { result: 'done', to }
  if (to === null) return letGo(at, step, names, say().storage.meanwhile.deleted)
  return letGo(at, step, names, say().storage.meanwhile.nameTaken)
}

/** One who was stopped past his lease may make the move that he was about to make: then the new file lies aside. */
function bringBack(at: StepContext, { file }: Step, { aside, number }: Beside, ours: string): void {
  if (at.root.stat(file) === undefined && hashOf(at.root, aside) === ours) giveName(at, file, number, aside)
}

/** What others did while the old file was aside counts: it goes, and where it went is told if another took its place. */
function letGo(at: StepContext, { file, from }: Step, names: Beside, detail: string): StepResult {
  // Or we were stopped before we moved it, and whoever took over cleared our draft away: then it is not ours to judge.
  at.lock.check()
  if (from === null) return changed(detail)
  if (at.root.stat(file) !== undefined) at.salvaged.push({ file, kept: from.hash })
  toTrash(at, names.number, names.aside, from.hash)
  return changed(detail)
}

function draw(at: StepContext, step: Step, { draft, aside }: Beside, bytes: Buffer): void {
  const { root, lock } = at
  const old = root.stat(step.file) ?? root.stat(aside)
  const { dress } = step as Extract<Step, { content: unknown }>
  const owner = dress?.owner ?? (old && { uid: old.uid, gid: old.gid })
  root.discard(draft)
  const made = root.create(draft, bytes, {
    mode: dress?.mode ?? old?.mode ?? 0o644,
    ...(dress && { modified: dress.modified }),
    ...(owner && { owner }),
  })
  if (made === 'not-given-away') at.warnings.push(say().storage.otherOwner(step.file, owner!.uid, owner!.gid))
  root.sync()
  lock.check()
}

/** Leaves the file as others left it: ours goes, what was moved aside returns, what finds no place is kept. */
function putBack(at: StepContext, step: Step, names: Beside, ours: string | undefined): void {
  const { root } = at
  root.discard(names.draft)
  const untouched = step.from !== null && root.stat(names.aside) === undefined
  if (untouched && root.stat(names.back) === undefined) return
  if (ours !== undefined && step.from?.hash !== ours && hashOf(root, step.file) === ours) {
    at.lock.check()
    root.rename(step.file, names.back)
    // Whoever took over in between finished this step, and it is not for us to take it back.
    at.lock.check()
  }
  // Somebody may have written there between the look and the move: theirs is the newest, and returns first.
  if (hashOf(root, names.back) !== ours) settleBack(at, step, names)
  if (root.stat(names.aside) !== undefined) giveName(at, step.file, names.number, names.aside)
  // Ours until a moment ago; someone may have written into it since.
  if (ours !== undefined && hashOf(root, names.back) === ours) toTrash(at, names.number, names.back, ours)
  settleBack(at, step, names)
}

/** A write that was being taken back when it was cut off. */
function settleBack(at: StepContext, step: Step, { back, number }: Beside): void {
  if (at.root.stat(back) !== undefined) giveName(at, step.file, number, back)
}

/** Gives a file of others its name again; where that is taken its bytes are kept among the objects. */
export function giveName(at: StepContext, file: FileName, number: number, from: string): void {
  if (at.root.place(from, file) === 'placed') return
  const kept = at.store.objects.put(at.root.read(from)!.bytes)
  if (kept === hashOf(at.root, file)) {
    toTrash(at, number, from, kept)
    return
  }
  at.salvaged.push({ file, kept })
  // Where this run is cut off before history tells of it, whoever empties the trash does.
  toTrash(at, number, from, UNKNOWN_HASH)
}

function differs(root: Dir, step: Step): string | undefined {
  const now = hashOf(root, step.file)
  if (now === step.from?.hash) return undefined
  if (now === undefined) return say().work.store.gone
  if (step.from === null) return say().work.store.taken
  return say().work.store.changed
}

export function changed(detail: string): StepResult {
  return { result: 'changed-meanwhile', detail, to: null }
}

function stuck({ file }: Step, first: unknown, second: unknown): unknown {
  return second instanceof LockLost ? second : new StepStuck(file, first, second)
}

/** Neither forward nor back: the intent stays, and recovery tries again when the disk is better. */
export class StepStuck extends Error {
  constructor(file: string, first: unknown, second: unknown) {
    super(say().storage.stuck(JSON.stringify(file), errorWords(first), errorWords(second)))
  }
}

/** What is there in place of a regular file has no hash that any plan could expect. */
const NO_FILE_HASH = 'not-a-regular-file'

function hashOf(root: Dir, name: string): string | undefined {
  try {
    const found = root.read(name)
    return found && sha256(found.bytes)
  } catch (error) {
    if (error instanceof NotRegularFile) return NO_FILE_HASH
    throw error
  }
}

export function stateOf(root: Dir, name: string): FileState | null {
  const found = root.read(name)
  if (found === undefined) return null
  const { size, modified, mode, uid, gid } = found.stat
  return { hash: sha256(found.bytes), size, modified, mode, owner: { uid, gid } }
}

/** Bytes of others that found no place in the folder and went to the object store. */
export interface Salvage {
  readonly file: FileName
  readonly kept: string
}

/**
 * Out of the way, and not gone yet: an editor that holds the file open may still save into it. `expected` is the hash
 * of bytes that are known; whatever else is found there by the next command that writes is kept. Where the state lies
 * on another device the file waits in its own directory: moved there, it would be a copy that no editor saves into.
 */
export function toTrash(
  at: { root: Dir; store: Store; run: string },
  number: number,
  name: string,
  expected: string,
) {
  const waiting = `${at.run}-${number}.${expected}`
  try {
    at.root.rename(name, waiting, at.store.trash)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    at.root.rename(name, `${folderPart(name)}${BESIDE_PREFIX}${waiting}${ENDING}`)
  }
}

/** In place of the hash of bytes that are known: the hash of no bytes, so that history tells what is found there. */
const UNKNOWN_HASH = '0'.repeat(64)

const ENDING = '.trash'

/** A file that changed and changed back while we worked may not be among the objects yet, whatever was kept before. */
function keep({ objects }: Store, bytes: Buffer | undefined): void {
  if (bytes !== undefined && objects.get(sha256(bytes)).state !== 'whole') objects.put(bytes)
}

/** Empties the trash. The files' own bytes are among the objects; bytes that came later are kept there now, and told. */
export function sweepTrash(at: { root: Tree; store: Store; salvaged: Salvage[] }, moment: string): void {
  for (const name of at.store.trash.list()) sweep(at, at.store.trash, name, name, moment)
  for (const name of at.root.traces().filter(each => each.endsWith(ENDING))) {
    const waiting = name.slice(folderPart(name).length + BESIDE_PREFIX.length, -ENDING.length)
    sweep(at, at.root, name, waiting, moment)
  }
}

function sweep(
  at: { store: Store; salvaged: Salvage[] },
  dir: Dir,
  name: string,
  waiting: string,
  moment: string,
): void {
  const bytes = dir.read(name)?.bytes
  const { run, number, expected } = partsOf(waiting)
  keep(at.store, bytes)
  if (bytes !== undefined && sha256(bytes) !== expected) {
    const late = { file: fileOf(at.store, run, number, expected) ?? fileName(waiting), kept: sha256(bytes) }
    if (tellSalvage(at.store, run, moment, [late]) === 'told') at.salvaged.push(late)
  }
  dir.discard(name)
}

/** Says in history what was kept for others and where; what it says already is not said twice. */
export function tellSalvage(
  store: Store,
  run: string,
  moment: string,
  salvaged: readonly Salvage[],
): 'told' | 'known' {
  if (salvaged.length === 0) return 'known'
  const known = new Set(
    store.log
      .read()
      .records.flatMap(record => record.salvaged ?? [])
      .map(each => each.kept),
  )
  const fresh = salvaged.filter(each => !known.has(each.kept))
  if (fresh.length === 0) return 'known'
  store.log.append({ run, at: moment, command: 'salvage', changes: [], salvaged: fresh })
  return 'told'
}

/** `<run>-<number of the step>.<hash>` */
function partsOf(name: string): { run: string; number: number; expected: string } {
  const dot = name.lastIndexOf('.')
  const dash = name.lastIndexOf('-', dot)
  return {
    run: name.slice(0, dash),
    number: Number(name.slice(dash + 1, dot)),
    expected: name.slice(dot + 1),
  }
}

/** Whose bytes these were: history knows, or the intent of a run that was cut off. */
export function fileOf(store: Store, run: string, number: number, expected: string): FileName | undefined {
  const recorded = store.log.read().records.map(record => ({ run: record.run, files: record.changes }))
  const open = store.writeLog.open().flatMap(each => (each.state === 'whole' ? [each] : []))
  const files = [...recorded, ...open.map(each => ({ run: each.run, files: each.intent.steps }))]
    .filter(each => each.run === run)
    .flatMap((each): Pick<Change, 'file' | 'from'>[] => each.files.slice(number, number + 1))
  return (files.find(each => each.from?.hash === expected) ?? files[0])?.file
}
