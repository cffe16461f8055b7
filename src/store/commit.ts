import { type Action, DreamError, type FolderOutcome, type FolderPlan, INDEX_FILE } from '../model/index.ts'
import { type ApplyRequest, applyActions } from './apply.ts'
import { countOutcome } from './count-outcome.ts'
import { failureOf, type StoreContext } from './folder.ts'
import { type Lease, withLease } from './lease.ts'

export interface CommitRequest extends Omit<ApplyRequest, 'checkLease'> {
  /** The lease that the caller holds; `none`: the commit lock alone, so that no run makes it wait. Else one is taken. */
  readonly lease?: Lease | 'none'
  /** The plan that these actions belong to: what became of its index and its memories is counted in the folder. */
  readonly plan?: Pick<FolderPlan, 'index' | 'verdicts'>
}

/**
 * The one way to write to a memory folder: takes the lease, finishes runs that were cut off, applies, and repairs the
 * index where somebody edited it meanwhile. Whatever goes wrong is in the outcome; nothing is thrown.
 */
export async function commit(context: StoreContext, request: CommitRequest): Promise<FolderOutcome> {
  const { root, label, command, lease } = request
  if (lease !== undefined) return write(context, request, lease)
  try {
    return await withLease(context, root, command, own => write(context, request, own))
  } catch (error) {
    return failureOf(error, root, label)
  }
}

async function write(
  context: StoreContext,
  { lease: _, plan, ...request }: CommitRequest,
  lease: Lease | 'none',
): Promise<FolderOutcome> {
  const order = lease === 'none' ? request : { ...request, checkLease: () => lease.check() }
  const work = async () => repairIndex(context, order, await applyActions(context, order))
  return plan === undefined ? work() : countOutcome({ root: request.root, ...plan }, work)
}

const TRIES = 3

/**
 * Where somebody wrote to the index while files left, theirs stays, and then loses the lines of those files. The same
 * run, so one undo takes both back.
 */
async function repairIndex(
  context: StoreContext,
  request: ApplyRequest,
  first: FolderOutcome,
): Promise<FolderOutcome> {
  const changed = first.outcomes.filter(({ result }) => result === 'done').map(({ action }) => action)
  // An index that merely drifted can wait for the next run.
  if (context.planIndex === undefined || !changed.some(({ kind }) => kind === 'archive')) return first
  let last = first
  for (let attempt = 1; attempt <= TRIES && indexWasEdited(last); attempt += 1) {
    const action = await context.planIndex(request, changed)
    const actions: readonly Action[] = action === undefined ? [] : [action]
    last = await applyActions(context, { ...request, actions, command: `index-${attempt}` })
  }
  if (last === first) return first
  const warning = `${INDEX_FILE} was edited while this ran; the edit stayed and the index was brought up to date after it`
  return { ...first, warnings: [...first.warnings, warning] }
}

const indexWasEdited = ({ outcomes }: FolderOutcome): boolean =>
  outcomes.some(({ action, result }) => action.file === INDEX_FILE && result === 'changed-meanwhile')

/** For callers that want an error: all of it was done, or `said` and why not. */
export function throwUnlessDone(outcome: FolderOutcome, said: string): void {
  throwFailure(outcome, said)
  const missed = outcome.outcomes.find(({ result }) => result !== 'done')
  if (missed !== undefined && 'detail' in missed) throw new DreamError(`${said}: ${missed.detail}`, 1)
}

/** The same, for callers that look again where somebody else changed a file meanwhile. */
export function throwIfFailed(outcome: FolderOutcome, said: string): void {
  throwFailure(outcome, said)
  const isChanged = outcome.outcomes.some(({ result }) => result === 'changed-meanwhile')
  const failed = outcome.outcomes.filter(each => each.result === 'failed')
  // The first that failed by itself; the others were taken back because of it, or of what was changed.
  const cause =
    failed.find(({ detail }) => !detail.startsWith('taken back')) ?? (isChanged ? undefined : failed[0])
  if (cause !== undefined) throw new DreamError(`${said}: ${cause.action.file}: ${cause.detail}`, 1)
}

function throwFailure({ failure }: FolderOutcome, said: string): void {
  if (failure === undefined) return
  const { kind, sentence } = failure
  // A run that was cut off is carried to its end, so `said` is not true of it.
  throw new DreamError(kind === 'unfinished' ? sentence : `${said}: ${sentence}`, kind === 'locked' ? 4 : 1)
}
