import type { Case } from './case.ts'
import { cleanUpCases } from './clean-ups.ts'
import { type DateScore, scoreDates } from './dates.ts'
import { type DriftScore, scoreDrift } from './drift.ts'
import { readLabels } from './labels.ts'
import { type NegationScore, scoreNegation } from './negation.ts'
import { type Planned, planCase } from './plans.ts'
import { type Looked, look } from './score.ts'
import { snapshotCases } from './snapshots.ts'
import { dataVersion } from './version.ts'

export interface Measured {
  readonly version: string
  /** Clean-ups in the world as the owner's commit left it. */
  readonly cleanUps: readonly Looked[]
  /** The same in the world of the moment before. */
  readonly before: readonly Looked[]
  readonly snapshots: readonly Looked[]
  readonly dates: readonly DateScore[]
  readonly drift: readonly DriftScore[]
  readonly negation: readonly NegationScore[]
}

export function measure(data: string): Measured {
  const labels = readLabels(data)
  const planned = snapshotCases(data, labels).map(one => ({ one, folders: planCase(one) }))
  return {
    version: dataVersion(data),
    cleanUps: cleanUpCases(data, labels, 'at').map(lookAt),
    before: cleanUpCases(data, labels, 'before').map(lookAt),
    snapshots: planned.map(({ one, folders }) => look(one, folders)),
    dates: scoreDates(data),
    drift: scoreDrift(data, planned.map(named)),
    negation: scoreNegation(data),
  }
}

const lookAt = (one: Case): Looked => look(one, planCase(one))

const named = ({ one, folders }: { one: Case; folders: readonly Planned[] }) => ({
  repository: one.repository,
  root: one.root,
  folders,
})
