import type { Confidence, Policy, PromotedFinding, Snapshot } from '../model/index.ts'
import { doubt } from './needs-review.ts'
import type { Ground } from './removal.ts'

/** How much of a rule's name, rare words first, must stand in the instructions for a person hardly to look twice. */
const RULE_FOR_SURE = 0.7
const MOST_FOR_SURE = 0.9

/**
 * How likely a person is to agree, as measured on clean-ups by owners (docs/quality.md): of those that are `sure` they
 * made nearly all, of those that are `likely` about half.
 */
export function confidenceIn(ground: Ground, snapshot: Snapshot, policy: Policy): Confidence {
  if (ground.source === 'suggested') return 'likely'
  if (ground.kind === 'mostly-stale' || ground.kind === 'superseded') return 'sure'
  if (ground.kind === 'promoted') return standsForSure(ground) ? 'sure' : 'likely'
  return doubt(ground, snapshot, policy) === undefined ? 'sure' : 'likely'
}

function standsForSure({ extent, share }: PromotedFinding): boolean {
  return extent === 'whole' || share >= (extent === 'rule' ? RULE_FOR_SURE : MOST_FOR_SURE)
}
