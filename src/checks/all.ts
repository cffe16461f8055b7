import type { Finding } from '../memory/finding.ts'
import type { Rules } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import type { Check } from './check.ts'
import { contradictions } from './contradictions.ts'
import { duplicates } from './duplicates.ts'
import { indexDrift } from './index-drift.ts'
import { links } from './links.ts'
import { oddities } from './oddities.ts'
import { renames } from './renames.ts'
import { staleness } from './staleness.ts'

/** In the order in which the report tells them. */
export const CHECKS: readonly Check[] = [
  staleness,
  renames,
  contradictions,
  duplicates,
  links,
  indexDrift,
  oddities,
]

/** All findings of a folder, check by check; inside a check in the order of the memories' names. */
export function runChecks(snapshot: Snapshot, rules: Rules): Finding[] {
  return CHECKS.flatMap(check => check.find(snapshot, rules))
}
