import { CHECKS, type Check, runChecks } from '../checks/index.ts'
import { type FileName, type Finding, groupBy, type Policy, type Snapshot } from '../model/index.ts'
import { after } from './changes.ts'
import {
  contextOf,
  isRemoval,
  nearnessOf,
  type Removal,
  type RemovalFinding,
  removalBy,
  replacementOf,
  whyNotAutomatic,
} from './removal.ts'

/**
 * Who goes. Stale and promoted ones first, and nobody gives way to them. Then newest first: a memory gives way only to one that is
 * already known to stay, so no pair loses both and a cluster keeps one (D14).
 */
export function decide(
  snapshot: Snapshot,
  findings: readonly Finding[],
  policy: Policy,
  isBarred: (finding: RemovalFinding) => boolean = () => false,
): Removal[] {
  const context = contextOf(snapshot, policy)
  const reasons = findings
    .filter(isRemoval)
    .filter(finding => !isBarred(finding) && whyNotAutomatic(finding, context) === undefined)
  const alone = [...firstByFile(reasons.filter(finding => replacementOf(finding) === undefined)).values()]
  const gone = new Set(alone.map(({ file }) => file))
  const pairs = reasons.filter(finding => {
    const replacement = replacementOf(finding)
    return replacement !== undefined && !gone.has(replacement) && !gone.has(finding.file)
  })
  return [...alone, ...giveWay(pairs)].map(finding => removalBy(finding, policy.merge))
}

function firstByFile(findings: readonly RemovalFinding[]): Map<FileName, RemovalFinding> {
  return new Map(findings.toReversed().map(finding => [finding.file, finding]))
}

/** Why each memory goes that meets one that stays. Decided when all that are newer are. */
function giveWay(findings: readonly RemovalFinding[]): RemovalFinding[] {
  const byFile = groupBy(findings, ({ file }) => file)
  const byReplacement = groupBy(findings, finding => replacementOf(finding)!)
  const waitsFor = new Map([...byFile].map(([file, own]) => [file, new Set(own.map(replacementOf)).size]))
  const leaving = new Map<FileName, RemovalFinding>()
  const settled = [...byReplacement.keys()].filter(file => !byFile.has(file))
  for (let at = 0; at < settled.length; at++) {
    const file = settled[at]!
    const stays = (byFile.get(file) ?? []).filter(finding => !leaving.has(replacementOf(finding)!))
    if (stays.length > 0) leaving.set(file, stays.reduce(stronger))
    for (const older of new Set((byReplacement.get(file) ?? []).map(finding => finding.file))) {
      const left = waitsFor.get(older)! - 1
      waitsFor.set(older, left)
      if (left === 0) settled.push(older)
    }
  }
  return [...leaving.values()]
}

/** The reason to tell: the nearest, then the replacement that sorts first. */
function stronger(a: RemovalFinding, b: RemovalFinding): RemovalFinding {
  const [nearA, nearB] = [nearnessOf(a), nearnessOf(b)]
  if (nearA !== nearB) return nearA > nearB ? a : b
  return replacementOf(a)! <= replacementOf(b)! ? a : b
}

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
