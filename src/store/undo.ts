import type { Action, Change, FileName, FolderOutcome, Outcome } from '../model/index.ts'
import { failureOf, type OpenFolder, recoveredWarnings, type StoreContext, withFolder } from './folder.ts'
import type { Intent, Step } from './journal.ts'
import { reverse } from './reverse.ts'
import type { StepContext } from './step.ts'
import { transact } from './transaction.ts'
import { didSomething } from './undoable.ts'

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
