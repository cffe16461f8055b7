import { storeContext, type Where } from '../app/index.ts'
import { LockHeld } from '../disk/index.ts'
import type { Language } from '../languages/index.ts'
import { readMoment, say } from '../languages/index.ts'
import { idleOrBusy } from '../sources/index.ts'
import { finishOpenRuns, type Lease, sentenceOf, withLease } from '../store/index.ts'
import type { Distilled } from './carry-out.ts'
import { distil, judgeInputFor } from './distil.ts'
import { ACTIVE_DAYS, LAST_REVIEW, STATE } from './journal-files.ts'
import {
  type Draft,
  type JournalWorkspace,
  look,
  openJournalWorkspace,
  writeDrafts,
} from './journal-workspace.ts'
import { readLedger } from './ledger.ts'
import type { JudgeInput } from './operation.ts'
import { activityDrafts } from './remember.ts'
import { type Reviewing, readForReview, reviewDrafts, timeDrafts } from './review-files.ts'
import { countDecisions } from './review-log.ts'
import { parseSnapshot } from './sections.ts'
import type { Meaning } from './statement.ts'
import { decideTick, hasGrown, readDays, readState } from './tick.ts'

/** What the commands of a journal workspace answer, as data; `report/journal.ts` has the words. */

interface ReviewDecision {
  readonly kind: 'updated' | 'added' | 'archived' | 're-emerged' | 'ignored'
  readonly text: string
  readonly reason: string
  readonly source: string
}

export interface ReviewReport {
  readonly root: string
  readonly language: Language
  /**
   * - `distilled`: journals were read and judged.
   * - `nothing-new`: no journal waited; only the time of the review was written.
   * - `deferred`: somebody is at work. `not-due`, `hibernating`: a tick with nothing to do.
   * - `refused`: too much would have left at once; nothing was written.
   * - `failed`: the files could not be written.
   */
  readonly did:
    | 'distilled'
    | 'nothing-new'
    | 'deferred'
    | 'not-due'
    | 'hibernating'
    | 'refused'
    | 'failed'
    | 'locked'
  readonly run?: string
  readonly why?: string
  readonly journals: readonly string[]
  readonly counts: Readonly<Record<ReviewDecision['kind'], number>>
  readonly size: {
    readonly before: number
    readonly after: number
    readonly target: number
    readonly hard: number
  }
  readonly ledger: number
  readonly decisions: readonly ReviewDecision[]
  readonly rejected: readonly { readonly operation: unknown; readonly why: string }[]
  readonly judge: 'rules' | 'model'
  /** What the user forgot and what was said again: each waits for a word. */
  readonly waiting: readonly string[]
  /** Where the limit could not be kept: the largest entries. */
  readonly over: readonly string[]
  /** The owner's lines that would leave on a word, and that would be enough. */
  readonly movable: readonly string[]
  readonly warnings: readonly string[]
}

export interface ReviewRequest {
  readonly where: Where
  /** Started by a clock: looks at the hour, waits for quiet, prints nothing. */
  readonly scheduled?: boolean
  readonly large?: 'refuse' | 'allow'
  /** Lines of the owner go to the ledger where the file is too long without them. */
  readonly owners?: 'stay' | 'leave'
  /** Reads and judges, and writes nothing. */
  readonly preview?: boolean
  /** The present moment, in milliseconds since 1970. */
  readonly epochMs?: number
  readonly meaning?: Meaning | undefined
  /** A model that judges in place of the rules; held to the same contract. */
  readonly judge?: (judgeInput: JudgeInput) => Promise<unknown>
  /** Somebody who judges before the rules do, once it is time for a review: what they leave open is for the rules. */
  readonly first?: () => Promise<void>
}

const TRIES = 3

/** J5: one distillation. */
export async function review(request: ReviewRequest): Promise<ReviewReport> {
  if (request.preview === true) return preview(request)
  await finishOpenRuns(storeContext(request.where))
  const journal = openJournalWorkspace(request.where, request.epochMs)
  if (request.scheduled === true) {
    const early = await tick(journal)
    if (early !== undefined) return early
  }
  await request.first?.()
  try {
    return await withLease(storeContext(request.where), journal.workspace.root, 'review', async lease => {
      for (let attempt = 1; ; attempt++) {
        const report = await reviewOnce(journal, request, lease)
        // Somebody wrote to a file of the review in that moment: what they wrote is read, and judged with it.
        if (report !== 'conflict' || attempt === TRIES)
          return report === 'conflict'
            ? empty(journal, 'failed', say().work.journals.snapshotChanging)
            : report
      }
    })
  } catch (error) {
    if (error instanceof LockHeld) return empty(journal, 'locked', sentenceOf(error))
    throw error
  }
}

function preview(request: ReviewRequest): ReviewReport {
  const journal = openJournalWorkspace(request.where, request.epochMs)
  const read = readForReview(journal, request)
  return read.waiting.names.length === 0
    ? nothingNew(journal, read)
    : reportOf(journal, read, distil(read.input))
}

/** What a clock's tick comes to when it is no review. */
async function tick(journal: JournalWorkspace): Promise<ReviewReport | undefined> {
  const state = readState(look(journal, STATE).text)
  if (state === 'hibernating') {
    if (!hasGrown(journal)) return empty(journal, 'hibernating')
    const drafts = activityDrafts(journal, [journal.now.day])
    await writeDrafts(journal, drafts, { command: 'tick', why: { why: 'reviewed' }, lease: 'none' })
    return undefined
  }
  const lastActive = readDays(look(journal, ACTIVE_DAYS).text).at(-1)
  const lastReview = readMoment(look(journal, LAST_REVIEW).text)
  const { workspace, where, epochMs, now } = journal
  const verdict = decideTick({ now, state, lastReview, lastActive }, () =>
    idleOrBusy(workspace, where.env, epochMs),
  )
  if (verdict.do === 'review') return undefined
  if (verdict.do === 'nothing') return empty(journal, 'not-due')
  const text = verdict.do === 'wait' ? 'pending\n' : 'hibernating\n'
  await writeDrafts(journal, [{ file: look(journal, STATE), how: 'write', text }], {
    command: 'tick',
    why: { why: 'reviewed' },
    lease: 'none',
  })
  return empty(journal, verdict.do === 'wait' ? 'deferred' : 'hibernating')
}

async function reviewOnce(
  journal: JournalWorkspace,
  request: ReviewRequest,
  lease: Lease,
): Promise<ReviewReport | 'conflict'> {
  const read = readForReview(journal, request)
  const { input, waiting } = read
  const write = (drafts: readonly Draft[]) =>
    writeDrafts(journal, drafts, { command: 'review', why: { why: 'reviewed' }, lease })
  if (waiting.names.length === 0) {
    await write(timeDrafts(journal))
    return nothingNew(journal, read)
  }
  const result = distil(input, await request.judge?.(judgeInputFor(input)))
  if (result.refused !== undefined) return reportOf(journal, read, result)
  const written = await write(reviewDrafts(journal, read, result))
  if (written === 'nothing') return reportOf(journal, read, result)
  if (written.conflicts.length > 0) return 'conflict'
  const report = reportOf(journal, read, result)
  return { ...report, run: written.run, warnings: [...report.warnings, ...written.outcome.warnings] }
}

function nothingNew(journal: JournalWorkspace, { snapshot, ledger, warnings }: Reviewing): ReviewReport {
  return {
    ...empty(journal, 'nothing-new'),
    ...sizes(journal, snapshot.text, snapshot.text),
    warnings,
    ledger: readLedger(ledger.text).active.length,
  }
}

function reportOf(
  journal: JournalWorkspace,
  { input, waiting, warnings }: Reviewing,
  result: Distilled,
): ReviewReport {
  if (result.refused !== undefined)
    return {
      ...empty(journal, 'refused', result.refused),
      ...sizes(journal, input.snapshot, input.snapshot),
      warnings,
    }
  return {
    ...empty(journal, 'distilled'),
    ...sizes(journal, input.snapshot, result.snapshot),
    language: parseSnapshot(result.snapshot).language,
    journals: waiting.names,
    counts: countDecisions(result.decisions),
    ledger: readLedger(input.ledger + result.ledgerText).active.length,
    decisions: result.decisions,
    rejected: result.rejected,
    judge: result.judge,
    waiting: result.waiting.map(each => each.summary),
    over: result.over ?? [],
    movable: result.movable ?? [],
    warnings: [
      ...warnings,
      ...(result.modelRefused === undefined ? [] : [say().work.journals.modelRefused(result.modelRefused)]),
    ],
  }
}

function sizes({ limits }: JournalWorkspace, before: string, after: string): Pick<ReviewReport, 'size'> {
  return { size: { before: before.length, after: after.length, target: limits.target, hard: limits.hard } }
}

function empty(journal: JournalWorkspace, did: ReviewReport['did'], why?: string): ReviewReport {
  return {
    root: journal.workspace.root,
    language: 'en',
    did,
    ...(why !== undefined && { why }),
    journals: [],
    counts: { updated: 0, added: 0, archived: 0, 're-emerged': 0, ignored: 0 },
    size: { before: 0, after: 0, target: journal.limits.target, hard: journal.limits.hard },
    ledger: 0,
    decisions: [],
    rejected: [],
    judge: 'rules',
    waiting: [],
    over: [],
    movable: [],
    warnings: [],
  }
}
