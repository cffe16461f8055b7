import { diff3Merge } from 'node-diff3'
import { say } from '../languages/index.ts'
import {
  type Action,
  type Change,
  type FileName,
  type FileState,
  type FolderOutcome,
  folderPart,
  INDEX_FILE,
  type IndexLine,
  type Outcome,
  type Piece,
  type RunRecord,
  storedName,
} from '../model/index.ts'
import {
  exactText,
  filesLedTo,
  type IndexLink,
  type LinkFate,
  lineDraft,
  lineOf,
  onceThere,
  parseIndex,
} from '../text/index.ts'
import { failureOf, type OpenFolder, recoveredWarnings, type StoreContext, withFolder } from './folder.ts'
import { type StepContext, stateOf } from './step.ts'
import { transact } from './transaction.ts'
import type { Intent, Step } from './write-log.ts'

export interface UndoRequest {
  readonly root: string
  readonly label: string
  /** The run to take back. */
  readonly undoes: string
  /** The name of this undo in history, by which it can be undone in turn. */
  readonly run: string
  /** For files that only ever grow: what is written instead of putting them back. */
  readonly amend?: Amend
}

/** Which of a run's changes are not put back, and the steps that say so instead. */
export type Amend = (
  folder: OpenFolder,
  changes: readonly Change[],
  undoes: string,
) => { readonly instead: ReadonlySet<FileName>; readonly steps: readonly Step[] }

export interface UndoOutcome extends FolderOutcome {
  /** Where the user had changed a file since: theirs stays, the earlier version lies beside it. */
  readonly keptBoth: readonly { readonly file: FileName; readonly kept: FileName }[]
  /** Files in which the user's later edits and the undo both found their place. */
  readonly merged: readonly FileName[]
  /** Files that cannot or must not become what they were, and why. */
  readonly stayed: readonly { readonly file: FileName; readonly why: string }[]
}

/** Takes a run back: every file as it was, with its time and mode, unless the user changed it since. */
export async function undoRun(context: StoreContext, request: UndoRequest): Promise<UndoOutcome> {
  const { root, label, run, undoes } = request
  try {
    return await withFolder(context, root, 'undo', (folder, recovered) => {
      const vault = vaultOf(folder, undoes)
      folder.root.mount(vault)
      const done = changesOf(folder, undoes)
      const amended = request.amend?.(folder, done, undoes)
      const plan = reverse(
        folder,
        done.filter(change => amended?.instead.has(change.file) !== true),
        undoes,
        changesOf(folder, run),
      )
      const steps = [...(amended?.steps ?? []), ...plan.steps]
      const record = {
        run,
        at: new Date(context.clock.now()).toISOString(),
        command: nextTry(folder, run),
        undoes,
        ...(vault !== undefined && { vault }),
      }
      const changes = carryOut({ ...folder, run }, record, steps)
      const { keptBoth, merged, stayed } = plan
      const warnings = [...recoveredWarnings(recovered), ...folder.warnings]
      const outcomes = changes.filter(isNews).map(outcomeOf)
      return { root, label, run, outcomes, salvaged: folder.salvaged, warnings, keptBoth, merged, stayed }
    })
  } catch (error) {
    return { ...failureOf(error, root, label), keptBoth: [], merged: [], stayed: [] }
  }
}

/** An index that was to name what could not come back is left as it is: nobody calls that a file put back. */
function isNews(change: Change): boolean {
  return change.result !== 'done' || didSomething(change)
}

/** `undo`; `undo-2` for the second try of one that did not get to its end. History keeps both under one run. */
function nextTry({ store }: OpenFolder, run: string): string {
  const tries = store.log.of(run).filter(record => record.undoes !== undefined)
  return tries.length === 0 ? 'undo' : `undo-${tries.length + 1}`
}

/** Where all files are as they were already, history says so: the run counts as taken back. */
function carryOut(
  at: StepContext,
  record: Omit<Intent, 'steps'> & { undoes: string },
  steps: readonly Step[],
): readonly Change[] {
  if (steps.length > 0) return transact(at, { ...record, steps })
  if (changesOf(at, record.undoes).length > 0) at.store.log.append({ ...record, changes: [] })
  return []
}

/** What a run did to each file, from the state before to the state after, the last thing first. */
function changesOf(folder: Pick<OpenFolder, 'store'>, run: string): Change[] {
  const records = folder.store.log.of(run)
  const byFile = new Map<FileName, Change>()
  for (const change of records.flatMap(record => record.changes).filter(didSomething)) {
    byFile.set(change.file, { ...change, from: (byFile.get(change.file) ?? change).from })
  }
  return [...byFile.values()].reverse()
}

function vaultOf(folder: OpenFolder, run: string): string | undefined {
  return folder.store.log.of(run).find(record => record.vault !== undefined)?.vault
}

/** What history says of a change, as the outcome of the action it came from. */
export function outcomeOf(change: Change): Outcome {
  const { file, reason, from } = change
  const base = { file, reason, needs: [] }
  const action: Action =
    change.kind === 'archive'
      ? { ...base, kind: 'archive', expect: from?.hash ?? '' }
      : { ...base, kind: 'write', expect: from?.hash ?? 'absent', pieces: [] }
  if (change.result === 'done') return { action, result: 'done' }
  return { action, result: change.result, detail: change.detail ?? '' }
}

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

function didSomething(change: Change): boolean {
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

/** How a run is taken back: the steps, and what becomes of files that the user changed since. */
interface Reversal {
  steps: Step[]
  keptBoth: { file: FileName; kept: FileName }[]
  merged: FileName[]
  stayed: { file: FileName; why: string }[]
}

/** `tried`: what earlier tries of this undo, which did not get to their end, did to each file. */
function reverse(
  folder: OpenFolder,
  changes: readonly Change[],
  undoes: string,
  tried: readonly Change[],
): Reversal {
  const plan: Reversal = { steps: [], keptBoth: [], merged: [], stayed: [] }
  // The index last, as always: it must never name a file that is not there yet.
  const indexLast = [...changes].sort((a, b) => Number(a.file === INDEX_FILE) - Number(b.file === INDEX_FILE))
  for (const change of indexLast) {
    const now = stateOf(folder.root, change.file)
    if (now?.hash === change.from?.hash) continue
    if (wasPurged(folder, change.from)) plan.stayed.push({ file: change.file, why: say().storage.erasedThen })
    else if (now?.hash === change.to?.hash || isOurTry(tried, change, now))
      plan.steps.push(back(change.file, now, change.from, undoes))
    else reverseAroundEdit(folder, change, now, undoes, plan)
  }
  return { ...plan, steps: plan.steps.map(step => inPieces(folder, step, plan)) }
}

/** The file is as an earlier try left it, and that try began with what the run had left: no edit of others is in it. */
function isOurTry(tried: readonly Change[], { file, to }: Change, now: FileState | null): boolean {
  const earlier = tried.find(each => each.file === file)
  return earlier !== undefined && earlier.from?.hash === to?.hash && earlier.to?.hash === now?.hash
}

/** The index names what returns only once it is there; whatever is no text goes back as it was. */
function inPieces(folder: OpenFolder, step: Step, { steps, stayed }: Reversal): Step {
  if (step.file !== INDEX_FILE || step.kind !== 'write' || step.content.is === 'appended') return step
  const content = step.content
  const text =
    content.is === 'pieces' ? content.pieces.map(piece => piece.text).join('') : textOf(folder, content.hash)
  if (text === undefined) return step
  const now = step.from === null ? '' : (textOf(folder, step.from.hash) ?? '')
  const absent = stayed.map(each => each.file).filter(file => stateOf(folder.root, file) === null)
  return { ...step, content: { is: 'pieces', pieces: indexPieces(text, now, steps, new Set(absent)) } }
}

/** The file is neither what the run left nor what it found: the user was here. */
function reverseAroundEdit(
  folder: OpenFolder,
  change: Change,
  now: FileState | null,
  undoes: string,
  plan: Reversal,
): void {
  if (change.from === null) {
    plan.stayed.push({ file: change.file, why: say().storage.meanwhile.changedSinceRun })
    return
  }
  if (now === null) {
    plan.steps.push(back(change.file, null, change.from, undoes))
    return
  }
  const merged = mergeEdit(folder, change, now)
  if (merged !== undefined) {
    plan.merged.push(change.file)
    plan.steps.push({
      ...stepBase(change.file, now, undoes),
      kind: 'write',
      content: { is: 'pieces', pieces: [{ text: merged }] },
    })
    return
  }
  const kept = copyName(folder, change.file, change.from, undoes)
  plan.keptBoth.push({ file: change.file, kept })
  if (stateOf(folder.root, kept) === null) plan.steps.push(back(kept, null, change.from, undoes))
}

/** A name that is free, or that an earlier try gave to these very bytes. */
function copyName(folder: OpenFolder, file: FileName, from: FileState, undoes: string): FileName {
  // A name may have 255 bytes; one that is near that is told by its bytes instead.
  const stem = Buffer.byteLength(file) > 180 ? folderPart(file) + from.hash.slice(0, 16) : file
  for (let number = 1; ; number += 1) {
    const name = storedName(`${stem}.before-${undoes}${number === 1 ? '' : `-${number}`}`)
    const there = stateOf(folder.root, name)
    if (there === null || there.hash === from.hash) return name
  }
}

function wasPurged({ store }: OpenFolder, from: FileState | null): boolean {
  if (from === null || store.objects.get(from.hash).state !== 'absent') return false
  return store.log.read().records.some(record => record.purged?.includes(from.hash))
}

/** Both sets of edits in one text where they touch different lines; only for files that were edited, not archived. */
function mergeEdit(folder: OpenFolder, change: Change, now: FileState): string | undefined {
  if (change.from === null || change.to === null) return undefined
  const texts = [change.from, change.to].map(state => textOf(folder, state.hash))
  const found = folder.root.read(change.file)
  const theirs = found && exactText(found.bytes)
  const [ours, base] = texts
  if (ours === undefined || base === undefined || theirs === undefined || now.size > 1_000_000)
    return undefined
  const lines = (text: string) => text.split(/(?<=\n)/)
  const regions = diff3Merge(lines(ours), lines(base), lines(theirs))
  const isList = change.file === INDEX_FILE
  if (!isList && regions.some(region => region.conflict !== undefined)) return undefined
  return regions.flatMap(region => region.ok ?? bothSides(region.conflict!)).join('')
}

/** An index is a list: the lines that return, and beside them those that the user added since. */
function bothSides({ a: ours, o: base, b: theirs }: { a: string[]; o: string[]; b: string[] }): string[] {
  const known = new Set([...ours, ...base])
  const lines = [...ours, ...theirs.filter(line => !known.has(line))]
  return lines.map((line, at) => (at < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line))
}

function textOf(folder: OpenFolder, hash: string): string | undefined {
  const found = folder.store.objects.get(hash)
  return found.state === 'whole' ? exactText(found.bytes) : undefined
}

function stepBase(file: FileName, from: FileState | null, undoes: string) {
  return { file, from, reason: { why: 'undo', run: undoes }, needs: [] } as const
}

/** From the state a file is in to the one it was in. */
function back(file: FileName, from: FileState | null, to: FileState | null, undoes: string): Step {
  const base = stepBase(file, from, undoes)
  if (to === null) return { ...base, kind: 'archive' }
  const { hash, size: _, ...dress } = to
  return { ...base, kind: 'write', content: { is: 'object', hash }, dress }
}

/**
 * An index that is put back, in pieces: where a file cannot return or cannot leave, its line stays out or stays in, so
 * that the index lists exactly the files that are there. When all goes well the pieces are `text`, byte for byte.
 * `absent` are files that never return: they get no line.
 */
export function indexPieces(
  text: string,
  now: string,
  steps: readonly Step[],
  absent: ReadonlySet<FileName>,
): Piece[] {
  const others = steps.filter(step => step.file !== INDEX_FILE)
  const returning = new Set(others.filter(step => step.from === null).map(step => step.file))
  const leaving = new Set(others.filter(step => step.kind === 'archive').map(step => step.file))
  const fateOf = ({ file }: IndexLink): LinkFate => {
    if (file === undefined) return { fate: 'stays' }
    if (absent.has(file)) return { fate: 'left' }
    return returning.has(file) ? { fate: 'goes', file } : { fate: 'stays' }
  }
  const pieces = linesOf(text).flatMap(line => lineDraft(line, fateOf).pieces.map(onceThere))
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  for (const line of linesOf(now)) {
    for (const file of filesLedTo(line)) {
      if (!leaving.has(file)) continue
      const own = withoutEnd(lineOf(line.text, file))
      pieces.push({ text: end + own + (end === '' ? '\n' : ''), unlessDone: file })
    }
  }
  return pieces
}

function linesOf(text: string): readonly IndexLine[] {
  return parseIndex(text, '', 0, true).lines
}

function withoutEnd(line: string): string {
  return line.replace(/[\r\n]+$/, '')
}
