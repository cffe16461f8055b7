import { errorWords } from '../disk/index.ts'
import {
  type Action,
  type Change,
  type FileState,
  type FolderOutcome,
  INDEX_FILE,
  type Outcome,
  type Rules,
} from '../model/index.ts'
import { moveNativeDreamOn } from './consolidate-lock.ts'
import { failureOf, type OpenFolder, recoveredWarnings, type StoreContext, withFolder } from './folder.ts'
import type { Content, Intent, Step } from './journal.ts'
import { stateOf } from './step.ts'
import { isMerge } from './take-back.ts'
import { transact } from './transaction.ts'

export interface ApplyRequest {
  readonly root: string
  readonly label: string
  readonly actions: readonly Action[]
  readonly run: string
  readonly command: string
  readonly rules?: Rules
  /** Where names that begin with `@vault/` lie: the vault of a journal workspace, its links resolved. */
  readonly vault?: string
  /** All of it or nothing: one change that cannot be made takes the others back. */
  readonly together?: true
  /** Called before the first write: throws where the lease of the whole run was taken over. */
  readonly checkLease?: () => void
}

/** Carries out the actions of a plan on one folder. Whatever goes wrong is in the outcome; nothing is thrown. */
export async function applyActions(context: StoreContext, request: ApplyRequest): Promise<FolderOutcome> {
  const { root, label, run } = request
  try {
    return await withFolder(context, root, request.command, (folder, recovered) => {
      request.checkLease?.()
      folder.root.mount(request.vault)
      const outcomes = carryOutActions(context, folder, request)
      if (outcomes.some(each => each.result === 'done')) moveNativeDreamOn(folder, context.clock)
      const { salvaged, warnings } = folder
      return {
        root,
        label,
        run,
        outcomes,
        salvaged,
        warnings: [...recoveredWarnings(recovered), ...warnings],
      }
    })
  } catch (error) {
    return failureOf(error, root, label)
  }
}

function carryOutActions(context: StoreContext, folder: OpenFolder, request: ApplyRequest): Outcome[] {
  const looked = request.actions.map(action => ({ action, ...prepare(folder, action) }))
  const ready = withoutIndex(withoutMerges(looked))
  const prepared = request.together === true ? allOrNone(ready) : ready
  const steps = prepared.flatMap(each => (each.step === undefined ? [] : [each.step]))
  if (steps.length === 0) return prepared.map(each => each.outcome!)
  const intent: Intent = {
    run: request.run,
    at: new Date(context.clock.now()).toISOString(),
    command: request.command,
    ...(request.rules && { rules: request.rules }),
    ...(request.vault !== undefined && { vault: request.vault }),
    ...(request.together === true && { together: true }),
    steps,
  }
  const changes = transact({ ...folder, run: request.run }, intent)
  return prepared.map(
    ({ action, step, outcome }) => outcome ?? toOutcome(action, changes[steps.indexOf(step!)]!),
  )
}

interface Prepared {
  readonly action: Action
  readonly step?: Step
  readonly outcome?: Outcome
}

/** An index that cannot even be read cannot be brought up to date: then nothing else is begun. */
function withoutIndex(prepared: readonly Prepared[]): readonly Prepared[] {
  const index = prepared.find(
    ({ action, outcome }) => action.file === INDEX_FILE && outcome?.result === 'failed',
  )
  if (index?.outcome?.result !== 'failed') return prepared
  const detail = `${INDEX_FILE} could not be brought up to date: ${index.outcome.detail}`
  return prepared.map(({ action, outcome }) => ({
    action,
    outcome: outcome ?? { action, result: 'not-started', detail },
  }))
}

/** A note takes over the text of others only where those can be archived: else it would stand twice. */
function withoutMerges(prepared: readonly Prepared[]): readonly Prepared[] {
  return prepared.map(each => {
    if (each.outcome !== undefined || !isMerge(each.action.reason)) return each
    const { action } = each
    const staying = prepared.find(
      ({ action: { kind, needs }, outcome }) =>
        kind === 'archive' && needs.includes(action.file) && outcome !== undefined,
    )
    if (staying?.outcome === undefined || !('detail' in staying.outcome)) return each
    const detail = `${staying.action.file} could not be archived: ${staying.outcome.detail}`
    return { action, outcome: { action, result: 'not-started', detail } }
  })
}

/** Where one of those that belong together cannot even begin, none does. */
function allOrNone(prepared: readonly Prepared[]): readonly Prepared[] {
  const stopped = prepared.find(({ outcome }) => outcome !== undefined)
  if (stopped?.outcome === undefined || !('detail' in stopped.outcome)) return prepared
  const detail = `${stopped.action.file} could not be changed: ${stopped.outcome.detail}`
  return prepared.map(({ action, outcome }) => ({
    action,
    outcome: outcome ?? { action, result: 'not-started', detail },
  }))
}

/** An action becomes a step where its file is what the plan expects, and an outcome where it is not. */
function prepare(folder: OpenFolder, action: Action): Omit<Prepared, 'action'> {
  let from: FileState | null
  try {
    from = stateOf(folder.root, action.file)
  } catch (error) {
    return { outcome: { action, result: 'failed', detail: errorWords(error) } }
  }
  const difference = unexpected(action, from)
  if (difference !== undefined)
    return { outcome: { action, result: 'changed-meanwhile', detail: difference } }
  const { file, reason, needs } = action
  if (action.kind === 'archive') return { step: { kind: 'archive', file, from, reason, needs } }
  const content: Content =
    action.kind === 'write'
      ? { is: 'pieces', pieces: action.pieces }
      : { is: 'appended', to: action.expect, text: action.text }
  // A repaired link is no news: the note stays as old as what it says.
  const dress = reason.why === 'links-repaired' && from !== null ? { dress: from } : {}
  return { step: { kind: action.kind, file, from, reason, needs, content, ...dress } }
}

function unexpected(action: Action, from: FileState | null): string | undefined {
  const expected = action.expect === 'absent' ? undefined : action.expect
  if (from?.hash === expected) return undefined
  if (from === null) return 'it is not there any more'
  if (expected === undefined) return 'a file of that name is there now'
  return 'it was changed since the plan was made'
}

function toOutcome(action: Action, change: Change): Outcome {
  if (change.result === 'done') return { action, result: 'done' }
  return { action, result: change.result, detail: change.detail ?? '' }
}
