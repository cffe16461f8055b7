import { VAULT } from '../model/index.ts'

/** J1: where everything of a journal workspace lies, by the names that actions use. */
export const LEDGER = `${VAULT}/ledger.md`
export const LEDGER_INDEX = `${VAULT}/ledger-index.json`
export const REMOVED = `${VAULT}/meta/removed-entries.json`
export const LAST_REVIEW = `${VAULT}/meta/last-review.txt`
export const STATE = `${VAULT}/meta/dream-state.txt`
export const ACTIVE_DAYS = `${VAULT}/meta/active-days.json`
export const COUNTS = `${VAULT}/meta/counts.json`
/** What journals said and when: the evidence for "on two or more dates". */
export const SEEN = `${VAULT}/meta/seen.json`
export const INDEX = `${VAULT}/obsidian-index/_index.md`

/** `meta/review-2026-02.md` */
export const reviewLog = (day: string): string => `${VAULT}/meta/review-${day.slice(0, 7)}.md`
export const topicFile = (topic: string): string => `${VAULT}/obsidian-index/topics/${topic}.md`
export const journalFile = (day: string): string => `memory/${day}.md`
