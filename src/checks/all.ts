import type { Finding } from '../memory/finding.ts'
import type { Rules } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import type { Check } from './check.ts'
import { contained } from './contained.ts'
import { contradictions } from './contradictions.ts'
import { duplicates } from './duplicates.ts'
import { finished } from './finished.ts'
import { indexDrift } from './index-drift.ts'
import { links } from './links.ts'
import { oddities } from './oddities.ts'
import { promoted } from './promoted.ts'
import { relativeDates } from './relative-dates.ts'
import { renames } from './renames.ts'
import { secrets } from './secrets.ts'
import { staleness } from './staleness.ts'
import { superseded } from './superseded.ts'
import { topicClusters } from './topic-clusters.ts'

/** In the order in which the report tells them. */
export const CHECKS: readonly Check[] = [
  staleness,
  renames,
  contradictions,
  duplicates,
  contained,
  superseded,
  promoted,
  finished,
  topicClusters,
  links,
  relativeDates,
  secrets,
  indexDrift,
  oddities,
]

/** All findings of a folder, check by check; inside a check in the order of the memories' names. */
export function runChecks(snapshot: Snapshot, rules: Rules): Finding[] {
  return CHECKS.flatMap(check => check.find(snapshot, rules))
}
