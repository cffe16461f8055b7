import { momentWords, readMoment, say } from '../languages/index.ts'
import type { Distilled } from './carry-out.ts'
import { countsDraft } from './count-files.ts'
import { type MetaCounts, readCounts } from './counts.ts'
import {
  ACTIVE_DAYS,
  COUNTS,
  LAST_REVIEW,
  LEDGER,
  LEDGER_INDEX,
  REMOVED,
  reviewLog,
  SEEN,
  STATE,
} from './journal-files.ts'
import {
  bootLines,
  type Draft,
  type JournalWorkspace,
  look,
  lookAtSnapshot,
  md5,
} from './journal-workspace.ts'
import { indexText, readLedger } from './ledger.ts'
import { readRemoved, removedText } from './removed.ts'
import type { ReviewInput } from './review-input.ts'
import { countDecisions, logBlock } from './review-log.ts'
import { parseSnapshot } from './sections.ts'
import { readSeen, seenText } from './seen.ts'
import type { Meaning } from './statement.ts'
import { readDays, readState, withDays } from './tick.ts'
import { readWaiting, type Waiting } from './waiting-journals.ts'

/** Everything a review reads. */
export interface Reviewing {
  readonly snapshot: ReturnType<typeof look>
  readonly ledger: ReturnType<typeof look>
  readonly removed: ReturnType<typeof look>
  readonly counts: MetaCounts | undefined
  readonly waiting: Waiting
  readonly input: ReviewInput
  readonly warnings: readonly string[]
}

/** Reads everything that a review looks at. */
export function readForReview(
  journal: JournalWorkspace,
  request: {
    readonly meaning?: Meaning | undefined
    readonly large?: 'refuse' | 'allow'
    readonly owners?: 'stay' | 'leave'
  },
): Reviewing {
  const snapshot = lookAtSnapshot(journal)
  const ledger = look(journal, LEDGER)
  const removed = look(journal, REMOVED)
  const counts = readCounts(look(journal, COUNTS).text)
  const waiting = readWaiting(journal, counts, readMoment(look(journal, LAST_REVIEW).text))
  const known = readRemoved(removed.text)
  const torn = say().work.journals.removedDamaged(known.entries.length)
  const damaged = readLedger(ledger.text).damaged
  return {
    snapshot,
    ledger,
    removed,
    counts,
    waiting,
    warnings: [
      ...waiting.notes,
      ...(known.state === 'torn' ? [torn] : []),
      ...(damaged > 0 ? [say().work.journals.ledgerDamaged(damaged)] : []),
    ],
    input: {
      now: journal.now,
      snapshot: snapshot.text,
      ledger: ledger.text,
      removed: known.entries,
      seen: readSeen(look(journal, SEEN).text),
      entries: waiting.entries,
      limits: journal.limits,
      boot: bootLines(journal),
      hash: md5,
      reemerge: journal.settings.forget.reemerge,
      ...(request.meaning !== undefined && { meaning: request.meaning }),
      ...(request.large !== undefined && { large: request.large }),
      ...(request.owners !== undefined && { owners: request.owners }),
    },
  }
}

/** J5, J10, J19: the ledger first; the snapshot needs it; what is counted and logged comes last. */
export function reviewDrafts(journal: JournalWorkspace, read: Reviewing, result: Distilled): Draft[] {
  const { input, snapshot, ledger, removed, waiting } = read
  const active = readLedger(input.ledger + result.ledgerText).active
  const log = look(journal, reviewLog(journal.now.day))
  const before = input.snapshot.length
  const reviewed = {
    now: journal.now,
    counts: countDecisions(result.decisions),
    decisions: result.decisions,
    before,
    after: result.snapshot.length,
  }
  const { language } = parseSnapshot(result.snapshot)
  const days = look(journal, ACTIVE_DAYS)
  // Where nothing could be added the journals are read again next time.
  const marks = result.over === undefined ? waiting.marks : (read.counts?.journals ?? new Map())
  const counted = { snapshot: result.snapshot, ledger: input.ledger + result.ledgerText, journals: marks }
  const needs = [snapshot.file, LEDGER]
  return [
    { file: ledger, how: 'append', text: result.ledgerText },
    { file: look(journal, LEDGER_INDEX), how: 'write', text: indexText(active), needs: [LEDGER] },
    { file: snapshot, how: 'write', text: result.snapshot, needs: [LEDGER] },
    {
      file: removed,
      how: 'write',
      text: result.removed.length === 0 ? removed.text : removedText(result.removed),
      needs,
    },
    { file: look(journal, SEEN), how: 'write', text: seenText(result.seen), needs },
    {
      file: days,
      how: 'write',
      text: `${JSON.stringify(withDays(readDays(days.text), waiting.days))}\n`,
      needs,
    },
    countsDraft(journal, counted, needs),
    ...timeDrafts(journal).map(draft => ({ ...draft, needs })),
    { file: log, how: 'append', text: logBlock(log.text, reviewed, language), needs },
  ]
}

/** When the review was; nothing waits any more. */
export function timeDrafts(journal: JournalWorkspace): Draft[] {
  const state = look(journal, STATE)
  const drafts: Draft[] = [
    { file: look(journal, LAST_REVIEW), how: 'write', text: `${momentWords(journal.now)}\n` },
  ]
  return readState(state.text) === 'pending'
    ? [...drafts, { file: state, how: 'write', text: 'active\n' }]
    : drafts
}
