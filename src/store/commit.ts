import { errorWords, namesIn, readRegularFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  type Change,
  DreamError,
  debug,
  type FileName,
  type FileState,
  type FolderOutcome,
  type FolderPlan,
  INDEX_FILE,
  type IndexLine,
  type Outcome,
  type Rules,
} from '../model/index.ts'
import { entryChanges, lineChanges, linesOf } from '../text/index.ts'
import {
  failureOf,
  moveNativeDreamOn,
  type OpenFolder,
  recoveredWarnings,
  type StoreContext,
  sentenceOf,
  withFolder,
} from './folder.ts'
import { type Lease, withLease } from './lease.ts'
import { stateOf } from './step.ts'
import type { Store } from './store.ts'
import { isMerge, isTakenBack, transact } from './transaction.ts'
import type { Content, Intent, Step } from './write-log.ts'

export interface CommitRequest extends Omit<ApplyRequest, 'checkLease'> {
  /** The lease that the caller holds; `none`: the commit lock alone, so that no run makes it wait. Else one is taken. */
  readonly lease?: Lease | 'none'
  /** The plan that these actions belong to: what became of its index and its memories is counted in the folder. */
  readonly plan?: Pick<FolderPlan, 'index' | 'verdicts'>
}

/**
 * The one way to write to a memory folder: takes the lease, finishes runs that were cut off, applies, and repairs the
 * index where somebody edited it meanwhile. Whatever goes wrong with the folder is in the outcome.
 */
export async function commit(context: StoreContext, request: CommitRequest): Promise<FolderOutcome> {
  const { root, label, command, lease } = request
  const why = context.isReadOnly?.(root)
  if (why !== undefined) return failureOf(new DreamError(why, 1), root, label)
  try {
    return lease === undefined
      ? await withLease(context, root, command, own => write(context, request, own))
      : await write(context, request, lease)
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
  const outcome = await (plan === undefined ? work() : countOutcome({ root: request.root, ...plan }, work))
  debug('written', () => ({
    root: outcome.root,
    run: outcome.run,
    files: outcome.outcomes.map(({ action, result }) => ({ file: action.file, kind: action.kind, result })),
  }))
  return outcome
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
  const isNeeded = indexWasEdited(first) && changed.some(({ kind }) => kind === 'archive')
  if (context.planIndex === undefined || !isNeeded) return first
  const { indexEdited, indexLeft } = say().work.store
  const warned = (...warnings: string[]) => ({ ...first, warnings: [...first.warnings, ...warnings] })
  let last = first
  try {
    for (let attempt = 1; attempt <= TRIES && indexWasEdited(last); attempt += 1) {
      const action = await context.planIndex(request, changed)
      const actions: readonly Action[] = action === undefined ? [] : [action]
      last = await applyActions(context, { ...request, actions, command: `index-${attempt}` })
    }
  } catch (error) {
    // The files that left have left: what became of them has to be told.
    return warned(indexLeft(INDEX_FILE), sentenceOf(error))
  }
  return warned((indexWasEdited(last) ? indexLeft : indexEdited)(INDEX_FILE))
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
  const cause = failed.find(({ detail }) => !isTakenBack(detail)) ?? (isChanged ? undefined : failed[0])
  if (cause !== undefined) throw new DreamError(`${said}: ${cause.action.file}: ${cause.detail}`, 1)
}

function throwFailure({ failure }: FolderOutcome, said: string): void {
  if (failure === undefined) return
  const { kind, sentence } = failure
  // A run that was cut off is carried to its end, so `said` is not true of it.
  throw new DreamError(kind === 'unfinished' ? sentence : `${said}: ${sentence}`, kind === 'locked' ? 4 : 1)
}

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
  /** Files whose bytes lie in the store already: they are written with the time and mode that they had. */
  readonly stored?: ReadonlyMap<FileName, Pick<FileState, 'hash' | 'modified' | 'mode'>>
  /** What the store has to hold before the first file is written; called under the lock. */
  readonly fill?: (store: Store) => void
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
      request.fill?.(folder.store)
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
  const looked = request.actions.map(action => ({ action, ...prepare(folder, action, request.stored) }))
  const ready = allOrNone(withoutMerges(looked), isUnreadableIndex, say().storage.what.updated)
  const prepared =
    request.together === true ? allOrNone(ready, () => true, say().storage.what.changed) : ready
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
  // Old bytes are stored first, then the write log, then the files with the index last, then history; last of all the write
  // log is removed. A run that is cut off is carried to its end from its write log. Undo (undo.ts) needs history and the
  // stored bytes, which stay until a person purges them.
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

/** Nothing is begun where one that the others need cannot even begin. */
function allOrNone(
  prepared: readonly Prepared[],
  isNeeded: (outcome: Outcome) => boolean,
  what: string,
): readonly Prepared[] {
  const stopped = prepared.find(({ outcome }) => outcome !== undefined && isNeeded(outcome))
  return stopped === undefined
    ? prepared
    : prepared.map(each => (each.outcome === undefined ? notStarted(each.action, stopped, what) : each))
}

/** An index that cannot even be read cannot be brought up to date. */
const isUnreadableIndex = ({ action, result }: Outcome): boolean =>
  action.file === INDEX_FILE && result === 'failed'

/** A note takes over the text of others only where those can be archived: else it would stand twice. */
function withoutMerges(prepared: readonly Prepared[]): readonly Prepared[] {
  return prepared.map(each => {
    if (each.outcome !== undefined || !isMerge(each.action.reason)) return each
    const staying = prepared.find(
      ({ action: { kind, needs }, outcome }) =>
        kind === 'archive' && needs.includes(each.action.file) && outcome !== undefined,
    )
    return staying === undefined ? each : notStarted(each.action, staying, say().storage.what.archived)
  })
}

function notStarted(action: Action, because: Prepared, what: string): Prepared {
  const why = because.outcome as Extract<Outcome, { detail: string }>
  const detail = say().storage.couldNot(because.action.file, what, why.detail)
  return { action, outcome: { action, result: 'not-started', detail } }
}

/** An action becomes a step where its file is what the plan expects, and an outcome where it is not. */
function prepare(
  folder: OpenFolder,
  action: Action,
  stored: ApplyRequest['stored'],
): Omit<Prepared, 'action'> {
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
  const kept = stored?.get(file)
  if (kept !== undefined) {
    const { hash, ...dress } = kept
    return { step: { kind: 'write', file, from, reason, needs, content: { is: 'object', hash }, dress } }
  }
  const content: Content =
    action.kind === 'write'
      ? { is: 'pieces', pieces: action.pieces }
      : { is: 'appended', to: action.expect, text: action.text }
  // A repaired link is no news: the note stays as old as what it says.
  const dress = reason.why === 'links-repaired' && from !== null ? { dress: from } : timeOf(action, from)
  return { step: { kind: action.kind, file, from, reason, needs, content, ...dress } }
}

function timeOf(action: Action, from: FileState | null) {
  if (action.kind !== 'write' || action.modified === undefined) return {}
  return { dress: { modified: action.modified, mode: from?.mode ?? 0o644 } }
}

function unexpected(action: Action, from: FileState | null): string | undefined {
  const expected = action.expect === 'absent' ? undefined : action.expect
  if (from?.hash === expected) return undefined
  if (from === null) return say().work.store.gone
  if (expected === undefined) return say().work.store.taken
  return say().work.store.changed
}

function toOutcome(action: Action, change: Change): Outcome {
  if (change.result === 'done') return { action, result: 'done' }
  return { action, result: change.result, detail: change.detail ?? '' }
}

/**
 * Carries something out, and counts in the folder itself what became of it: others may write at the same time, and what was
 * planned is not always what was done.
 */
async function countOutcome(
  { root, index, verdicts }: Pick<FolderPlan, 'root' | 'index' | 'verdicts'>,
  work: () => Promise<FolderOutcome>,
): Promise<FolderOutcome> {
  const before = readNames(root)
  const outcome = await work()
  if (outcome.failure !== undefined) return outcome
  const after = readNames(root)
  const changes = entryChanges(before.index, after.index)
  const isOurs = changes.removed + changes.added > 0 || hasWrittenIndex(outcome)
  // An index whose lines all had a condition may come out as it was: then nothing was written.
  const step = isOurs && textOf(before.index) !== textOf(after.index) ? index.step : 'none'
  const archived = new Set(
    outcome.outcomes
      .filter(({ action, result }) => action.kind === 'archive' && result === 'done')
      .map(({ action }) => action.file),
  )
  const vanished = verdicts
    .map(({ file }) => file)
    .filter(file => !after.names.has(file) && !archived.has(file))
  const lines = step === 'edit' ? { lines: lineChanges(before.index, after.index) } : {}
  return { ...outcome, index: { step, ...changes, ...lines }, ...(vanished.length > 0 && { vanished }) }
}

const LARGEST = 5_000_000

function readNames(root: string): {
  readonly names: ReadonlySet<string>
  readonly index: readonly IndexLine[]
} {
  const read = readRegularFile(`${root}/${INDEX_FILE}`, LARGEST)
  const index = read.kind === 'read' ? linesOf(read.bytes.toString('utf8')) : []
  return { names: new Set(namesIn(root)), index }
}

const textOf = (lines: readonly IndexLine[]): string => lines.map(({ text }) => text).join('')

const hasWrittenIndex = ({ outcomes }: FolderOutcome): boolean =>
  outcomes.some(({ action, result }) => action.reason.why === 'index' && result === 'done')
