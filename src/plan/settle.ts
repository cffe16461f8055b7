import { CHECKS, type Check, runChecks } from '../checks/index.ts'
import type { FileName, Finding, Policy, Snapshot } from '../model/index.ts'
import { after } from './after.ts'
import { decide } from './decide.ts'
import { type Removal, type RemovalFinding, replacementOf } from './removal.ts'

/** Who goes, and the folder as it is then. */
export interface Settled {
  readonly removals: readonly Removal[]
  readonly left: Snapshot
  /** What there was to say before anything went. */
  readonly first: readonly Finding[]
  /** What there is to say about what is left. */
  readonly findings: readonly Finding[]
}

/**
 * Decides again on what is left until nothing more goes, so that a second dream over the result changes nothing. A later
 * round may find that a replacement has to go itself (a merge made it a duplicate, a cluster that shrank has a better clock);
 * then nobody may give way to it, and all is decided afresh.
 */
export function settle(snapshot: Snapshot, policy: Policy, checks: readonly Check[] = CHECKS): Settled {
  const barred = new Set<string>()
  for (;;) {
    const attempt = decideInRounds(snapshot, policy, barred, checks)
    if (attempt.broken.length === 0) {
      // The next dream will not know what was barred here: what it would do on the result is done now.
      const rest =
        barred.size === 0 || attempt.removals.length === 0 ? undefined : settle(attempt.left, policy, checks)
      const broken = rest === undefined ? [] : brokenBy(attempt.removals, rest.removals)
      if (broken.length === 0) return rest === undefined ? attempt : join(attempt, rest)
      bar(barred, broken)
    } else bar(barred, attempt.broken)
  }
}

interface Attempt extends Settled {
  /** Removals whose replacement went in a later round. */
  readonly broken: readonly Removal[]
}

function decideInRounds(
  snapshot: Snapshot,
  policy: Policy,
  barred: ReadonlySet<string>,
  checks: readonly Check[],
): Attempt {
  const removals: Removal[] = []
  const first = runChecks(snapshot, policy.rules, checks)
  let left = snapshot
  for (;;) {
    const findings = left === snapshot ? first : runChecks(left, policy.rules, checks)
    const next = decide(left, findings, policy, finding => barred.has(pairKey(finding)))
    const broken = brokenBy(removals, next)
    if (next.length === 0 || broken.length > 0) return { removals, left, first, findings, broken }
    removals.push(...next)
    left = after(left, next)
  }
}

function brokenBy(earlier: readonly Removal[], later: readonly Removal[]): Removal[] {
  const gone = new Set<FileName>(later.map(({ file }) => file))
  return earlier.filter(({ replacement }) => replacement !== undefined && gone.has(replacement))
}

function bar(barred: Set<string>, broken: readonly Removal[]): void {
  for (const { finding } of broken) barred.add(pairKey(finding))
}

const pairKey = (finding: RemovalFinding): string => `${finding.file}\0${replacementOf(finding) ?? ''}`

const join = (attempt: Settled, rest: Settled): Settled => ({
  ...rest,
  first: attempt.first,
  removals: [...attempt.removals, ...rest.removals],
})
