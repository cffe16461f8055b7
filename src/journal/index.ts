export { type CaptureKind, captureKind } from './capture.ts'
export type { Entry } from './entry.ts'
export { type ForgetReport, forget } from './forget.ts'
export { describedBy } from './forget-matches.ts'
export { indexContent } from './index-file.ts'
export { initJournals, SEED_QUESTIONS } from './init.ts'
export { INDEX, journalFile, LEDGER } from './journal-files.ts'
export { isReviewDue, journalWorkspaces } from './journals-due.ts'
export { isRefused, isUnsafe, junkIn } from './junk.ts'
export { readLedger, scoreOf } from './ledger.ts'
export { fold } from './lines.ts'
export type { Operation } from './operation.ts'
export { readJournal } from './read-journal.ts'
export { type RememberReport, remember } from './remember.ts'
export { type ReviewReport, review } from './review.ts'
export { bringBack, saidAgain } from './said-again.ts'
export { parseSnapshot } from './sections.ts'
export { type Meaning, type Statement, statementOf, withoutMarks } from './statement.ts'
export { type JournalStatus, journalStatus, workspaceRoot } from './status.ts'
export {
  applySubmission,
  type NamedItem,
  type Span,
  type WaitingReview,
  waitingReview,
} from './submission.ts'
export { RETRY_MINUTES } from './tick.ts'
export {
  atomicWrite,
  checkIdle,
  checkSize,
  dedupIndex,
  ledgerAppend,
  ledgerSearch,
  shortHash,
} from './tools.ts'
export { traitsOf } from './traits.ts'
export { amendLedger } from './undo.ts'
export { wakeup } from './wakeup.ts'
