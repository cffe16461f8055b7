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
export type Ground = Finding &
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

const GROUNDS: ReadonlySet<Finding['kind']> = new Set<Ground['kind']>([
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
export interface Departure {
  readonly file: FileName
  readonly ground: Ground
  /** The memory that stays in its place; a stale one has none. */
  readonly heir?: FileName
  /** Sentences that the heir takes over first (D13). */
  readonly bequest: readonly string[]
}

export function isGround(finding: Finding): finding is Ground {
  return GROUNDS.has(finding.kind)
}

export function heirOf(ground: Ground): FileName | undefined {
  if (ground.kind === 'duplicate') return ground.of
  return ground.kind === 'contradiction' || ground.kind === 'superseded' ? ground.by : undefined
}

export const isCopy = ({ ground }: Departure): boolean =>
  ground.kind === 'duplicate' && ground.how === 'identical'
