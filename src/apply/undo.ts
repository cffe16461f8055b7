import { diff3Merge } from 'node-diff3'
import type { Intent, Step } from '../history/journal.ts'
import { type FileName, INDEX_FILE } from '../memory/file-name.ts'
import type { Change, FileState, RunRecord } from '../memory/history.ts'
import type { FolderOutcome, Outcome } from '../memory/outcome.ts'
import type { Action } from '../memory/plan.ts'
import { asStoredName } from '../memory/stored-name.ts'
import { exactText } from '../memory/text.ts'
import { recoveredWarnings } from './apply.ts'
import { type Desk, failureOf, type OpenFolder, withFolder } from './folder.ts'
import { indexPieces } from './index-back.ts'
import { stateOf } from './step.ts'
import { transact } from './transaction.ts'

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
}

/** Takes a run back: every file as it was, with its time and mode, unless the user changed it since. */
export async function undoRun(desk: Desk, request: UndoRequest): Promise<UndoOutcome> {
  const { root, label, run, undoes } = request
  try {
    return await withFolder(desk, root, 'undo', (folder, recovered) => {
      const vault = vaultOf(folder, undoes)
      folder.root.mount(vault)
      const done = changesOf(folder, undoes)
      const amended = request.amend?.(folder, done, undoes)
      const plan = reverse(
        folder,
        done.filter(change => amended?.instead.has(change.file) !== true),
        undoes,
      )
      const steps = [...(amended?.steps ?? []), ...plan.steps]
      const at = new Date(desk.clock.now()).toISOString()
      const where = vault === undefined ? {} : { vault }
      const intent: Intent = { run, at, command: 'undo', undoes, ...where, steps }
      const changes = steps.length === 0 ? [] : transact({ ...folder, run }, intent)
      const { keptBoth, merged } = plan
      const warnings = [...recoveredWarnings(recovered), ...folder.warnings]
      const outcomes = changes.map(outcomeOf)
      return { root, label, run, outcomes, salvaged: folder.salvaged, warnings, keptBoth, merged }
    })
  } catch (error) {
    return { ...failureOf(error, root, label), keptBoth: [], merged: [] }
  }
}

/** The runs that can be taken back, oldest first. An undo is one of them: taking it back is a redo. */
export function undoable(records: readonly RunRecord[]): RunRecord[] {
  const taken = new Set<string>()
  for (const record of [...records].reverse()) {
    if (record.undoes !== undefined && !taken.has(record.run)) taken.add(record.undoes)
  }
  return records.filter(record => !taken.has(record.run) && record.changes.some(didSomething))
}

function didSomething(change: Change): boolean {
  return change.result === 'done' && change.from?.hash !== change.to?.hash
}

/** What a run did to each file, from the state before to the state after, the last thing first. */
function changesOf(folder: OpenFolder, run: string): Change[] {
  const records = folder.store.log.read().records.filter(record => record.run === run)
  const byFile = new Map<FileName, Change>()
  for (const change of records.flatMap(record => record.changes).filter(didSomething)) {
    byFile.set(change.file, { ...change, from: (byFile.get(change.file) ?? change).from })
  }
  return [...byFile.values()].reverse()
}

function vaultOf(folder: OpenFolder, run: string): string | undefined {
  return folder.store.log.read().records.find(record => record.run === run && record.vault !== undefined)
    ?.vault
}

interface Reversal {
  steps: Step[]
  keptBoth: { file: FileName; kept: FileName }[]
  merged: FileName[]
}

function reverse(folder: OpenFolder, changes: readonly Change[], undoes: string): Reversal {
  const plan: Reversal = { steps: [], keptBoth: [], merged: [] }
  // The index last, as always: it must never name a file that is not there yet.
  const indexLast = [...changes].sort((a, b) => Number(a.file === INDEX_FILE) - Number(b.file === INDEX_FILE))
  for (const change of indexLast) {
    const now = stateOf(folder.root, change.file)
    if (now?.hash === change.from?.hash) continue
    if (now?.hash === change.to?.hash) plan.steps.push(back(change.file, now, change.from, undoes))
    else reverseAroundEdit(folder, change, now, undoes, plan)
  }
  return { ...plan, steps: plan.steps.map(step => inPieces(folder, step, plan.steps)) }
}

/** The index names what returns only once it is there; whatever is no text goes back as it was. */
function inPieces(folder: OpenFolder, step: Step, steps: readonly Step[]): Step {
  if (step.file !== INDEX_FILE || step.kind !== 'write') return step
  const { content } = step
  const text =
    content.is === 'pieces'
      ? content.pieces.map(piece => piece.text).join('')
      : textOf(folder, content.is === 'object' ? content.hash : '')
  if (text === undefined) return step
  const now = step.from === null ? '' : (textOf(folder, step.from.hash) ?? '')
  return { ...step, content: { is: 'pieces', pieces: indexPieces(text, now, steps) } }
}

/** The file is neither what the run left nor what it found: the user was here. */
function reverseAroundEdit(
  folder: OpenFolder,
  change: Change,
  now: FileState | null,
  undoes: string,
  plan: Reversal,
): void {
  if (change.from === null) return
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
  const kept = asStoredName(`${change.file}.before-${undoes}`)
  if (kept === undefined || stateOf(folder.root, kept) !== null) return
  plan.keptBoth.push({ file: change.file, kept })
  plan.steps.push(back(kept, null, change.from, undoes))
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
  const { hash, modified, mode } = to
  return { ...base, kind: 'write', content: { is: 'object', hash }, dress: { modified, mode } }
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
