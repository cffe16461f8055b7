import type { Finding, Rules, Snapshot } from '../model/index.ts'
import type { Check } from './check.ts'
import { contained } from './contained.ts'
import { contradictions } from './contradictions.ts'
import { duplicates } from './duplicates.ts'
import { finished } from './finished.ts'
import { inactive } from './inactive.ts'
import { indexDrift } from './index-drift.ts'
import { links } from './links.ts'
import { modelOpinion } from './model-opinion.ts'
import { oddities } from './oddities.ts'
import { promoted } from './promoted.ts'
import { relativeDates } from './relative-dates.ts'
import { renames } from './renames.ts'
import { secrets } from './secrets.ts'
import { staleness } from './staleness.ts'
import { superseded } from './superseded.ts'
import { topicClusters } from './topic-clusters.ts'
import { unreachable } from './unreachable.ts'

/** In the order in which the report tells them. */
export const CHECKS: readonly Check[] = [
  staleness,
  renames,
  contradictions,
  duplicates,
  contained,
  superseded,
  modelOpinion,
  promoted,
  finished,
  inactive,
  topicClusters,
  links,
  unreachable,
  relativeDates,
  secrets,
  indexDrift,
  oddities,
]

/** M10: those that go by the type of a memory. */
export const EXPIRY_CHECKS: readonly Check[] = [inactive, unreachable]

/** All findings of a folder, check by check; inside a check in the order of the memories' names. */
export function runChecks(snapshot: Snapshot, rules: Rules, checks = CHECKS): Finding[] {
  return checks.flatMap(check => check.find(snapshot, rules))
}
