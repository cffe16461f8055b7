import type {
  ContradictionFinding,
  DuplicateFinding,
  FileName,
  Finding,
  FinishedFinding,
  InactiveFinding,
  PromotedFinding,
  StaleFinding,
  SupersededFinding,
  TakenOutFinding,
} from '../model/index.ts'

/** A finding that can make a memory go. */
export type RemovalReason = Finding &
  (
    | StaleFinding
    | DuplicateFinding
    | ContradictionFinding
    | PromotedFinding
    | FinishedFinding
    | SupersededFinding
    | InactiveFinding
    | TakenOutFinding
  )

const REMOVAL_REASONS: ReadonlySet<Finding['kind']> = new Set<RemovalReason['kind']>([
  'fully-stale',
  'mostly-stale',
  'duplicate',
  'contradiction',
  'promoted',
  'finished',
  'superseded',
  'project-inactive',
  'taken-out-of-index',
])

/** A memory that goes, and to whom it gives way. */
export interface Removal {
  readonly file: FileName
  readonly reason: RemovalReason
  /** The memory that stays in its place; a stale one has none. */
  readonly replacement?: FileName
  /** Sentences that the heir takes over first (D13). */
  readonly carriedOverSentences: readonly string[]
}

export function isRemovalReason(finding: Finding): finding is RemovalReason {
  return REMOVAL_REASONS.has(finding.kind)
}

export function replacementOf(reason: RemovalReason): FileName | undefined {
  if (reason.kind === 'duplicate') return reason.of
  return reason.kind === 'contradiction' || reason.kind === 'superseded' ? reason.by : undefined
}

export const isCopy = ({ reason }: Removal): boolean =>
  reason.kind === 'duplicate' && reason.how === 'identical'
