import type { WaitingReview } from '../../journal/index.ts'
import { keepOpen, openBrief } from './answer.ts'
import type { BriefRequest } from './brief.ts'
import { standsOf } from './journal-brief.ts'

/** What left the summary file since the first part of a brief was answered. */
export interface Loss {
  /** What stood then. */
  readonly stood: string
  /** Characters of all entries then. */
  readonly whole: number
  readonly lost: number
  readonly isAllowed: boolean
}

/** The record of all parts together; no part has such an id. */
const ALL_PARTS = 'journal'

const sizeOf = ({ items }: WaitingReview): number => items.reduce((sum, { text }) => sum + text.length, 0)

/** Goes on until no part is left, or until what stood at first stands again because the runs were undone. */
export function lossSoFar({ where, policy }: BriefRequest, review: WaitingReview): Loss {
  const known = openBrief(where, review.root, ALL_PARTS)
  const isAllowed = policy.large === 'allow'
  const stood = standsOf(review)
  return known?.whole === undefined || known.stands === stood
    ? { stood, whole: sizeOf(review), lost: 0, isAllowed }
    : { stood: known.stands, whole: known.whole, lost: known.lost, isAllowed }
}

export function keepLoss(
  { where }: BriefRequest,
  { root }: WaitingReview,
  { stood, whole, lost }: Loss,
  parts: number,
): void {
  const record = { id: ALL_PARTS, stands: stood, accepted: [], named: [], lost }
  keepOpen(where, root, parts === 0 ? record : { ...record, whole })
}

const LOSS = 0.25
/** Of a smaller file a quarter is less than an entry. */
const SMALL = 1200
const DATE = 20

/** A quarter, so that no answers together can empty the file; of a small one at least one entry, up to a quarter of `SMALL`. */
export function mostLost({ whole, isAllowed }: Loss, { items }: WaitingReview): number {
  if (isAllowed) return Number.POSITIVE_INFINITY
  if (whole > SMALL) return whole * LOSS
  const longest = Math.max(0, ...items.map(({ text }) => text.length))
  return Math.max(whole * LOSS, Math.min(longest + DATE, SMALL * LOSS))
}
