import { asText, readMoment } from '../text/index.ts'
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
import { bootLines, type Draft, type JournalDesk, look, lookAtSnapshot, md5 } from './journal-workspace.ts'
import { indexText, readLedger } from './ledger.ts'
import { readRemoved, removedText } from './removed.ts'
import type { Night } from './review-input.ts'
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
  readonly night: Night
  readonly warnings: readonly string[]
}

/** Reads everything that a review looks at. */
export function readForReview(
  desk: JournalDesk,
  request: { readonly meaning?: Meaning | undefined; readonly large?: 'refuse' | 'allow' },
): Reviewing {
  const snapshot = lookAtSnapshot(desk)
  const ledger = look(desk, LEDGER)
  const removed = look(desk, REMOVED)
  const counts = readCounts(look(desk, COUNTS).text)
  const waiting = readWaiting(desk, counts, readMoment(look(desk, LAST_REVIEW).text))
  const known = readRemoved(removed.text)
  const torn = `removed-entries.json was damaged: ${known.entries.length} entries could be read and stay, the damaged bytes are in history`
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
      ...(damaged > 0
        ? [`ledger.md has ${damaged} blocks that are not whole; they are left as they are`]
        : []),
    ],
    night: {
      now: desk.now,
      snapshot: snapshot.text,
      ledger: ledger.text,
      removed: known.entries,
      seen: readSeen(look(desk, SEEN).text),
      entries: waiting.entries,
      limits: desk.limits,
      boot: bootLines(desk),
      hash: md5,
      reemerge: desk.settings.forget.reemerge,
      ...(request.meaning !== undefined && { meaning: request.meaning }),
      ...(request.large !== undefined && { large: request.large }),
    },
  }
}

/** J5, J10, J19: the ledger first; the snapshot needs it; what is counted and logged comes last. */
export function reviewDrafts(desk: JournalDesk, read: Reviewing, result: Distilled): Draft[] {
  const { night, snapshot, ledger, removed, waiting } = read
  const standing = readLedger(night.ledger + result.ledgerText).standing
  const log = look(desk, reviewLog(desk.now.day))
  const before = night.snapshot.length
  const reviewed = {
    now: desk.now,
    counts: countDecisions(result.decisions),
    decisions: result.decisions,
    before,
    after: result.snapshot.length,
  }
  const { language } = parseSnapshot(result.snapshot)
  const days = look(desk, ACTIVE_DAYS)
  // Where nothing could be added the journals are read again next time.
  const marks = result.over === undefined ? waiting.marks : (read.counts?.journals ?? new Map())
  const counted = { snapshot: result.snapshot, ledger: night.ledger + result.ledgerText, journals: marks }
  const needs = [snapshot.file, LEDGER]
  return [
    { file: ledger, how: 'append', text: result.ledgerText },
    { file: look(desk, LEDGER_INDEX), how: 'write', text: indexText(standing), needs: [LEDGER] },
    { file: snapshot, how: 'write', text: result.snapshot, needs: [LEDGER] },
    {
      file: removed,
      how: 'write',
      text: result.removed.length === 0 ? removed.text : removedText(result.removed),
      needs,
    },
    { file: look(desk, SEEN), how: 'write', text: seenText(result.seen), needs },
    {
      file: days,
      how: 'write',
      text: `${JSON.stringify(withDays(readDays(days.text), waiting.days))}\n`,
      needs,
    },
    countsDraft(desk, counted, needs),
    ...timeDrafts(desk).map(draft => ({ ...draft, needs })),
    { file: log, how: 'append', text: logBlock(log.text, reviewed, language), needs },
  ]
}

/** When the review was; a night that waited is over. */
export function timeDrafts(desk: JournalDesk): Draft[] {
  const state = look(desk, STATE)
  const drafts: Draft[] = [{ file: look(desk, LAST_REVIEW), how: 'write', text: `${asText(desk.now)}\n` }]
  return readState(state.text) === 'pending'
    ? [...drafts, { file: state, how: 'write', text: 'active\n' }]
    : drafts
}
