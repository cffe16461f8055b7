import type { Confidence, Policy, PromotedFinding, Snapshot } from '../model/index.ts'
import { needsReview } from './needs-review.ts'
import type { RemovalReason } from './removal.ts'

/** How much of a rule's name, rare words first, must stand in the instructions for a person hardly to look twice. */
const RULE_FOR_SURE = 0.7
const MOST_FOR_SURE = 0.9

/**
 * How likely a person is to agree, as measured on clean-ups by owners (docs/quality.md): of those that are `sure` they
 * made nearly all, of those that are `likely` about half.
 */
export function confidenceIn(reason: RemovalReason, snapshot: Snapshot, policy: Policy): Confidence {
  if (reason.source === 'suggested') return 'likely'
  if (reason.kind === 'mostly-stale' || reason.kind === 'superseded') return 'sure'
  if (reason.kind === 'promoted') return standsForSure(reason) ? 'sure' : 'likely'
  return needsReview(reason, snapshot, policy) === undefined ? 'sure' : 'likely'
}

function standsForSure({ extent, share }: PromotedFinding): boolean {
  return extent === 'whole' || share >= (extent === 'rule' ? RULE_FOR_SURE : MOST_FOR_SURE)
}
