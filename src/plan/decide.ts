import type { FileName, Finding, Policy, Snapshot } from '../model/index.ts'
import {
  contextOf,
  isRemoval,
  type Removal,
  type RemovalFinding,
  removalBy,
  replacementOf,
  rulesOf,
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

function groupBy(
  findings: readonly RemovalFinding[],
  key: (finding: RemovalFinding) => FileName,
): Map<FileName, RemovalFinding[]> {
  const groups = new Map<FileName, RemovalFinding[]>()
  for (const finding of findings) {
    const group = groups.get(key(finding))
    if (group === undefined) groups.set(key(finding), [finding])
    else group.push(finding)
  }
  return groups
}

/** The reason to tell: the nearest, then the replacement that sorts first. */
function stronger(a: RemovalFinding, b: RemovalFinding): RemovalFinding {
  const [nearA, nearB] = [a, b].map(finding => rulesOf(finding).nearness?.(finding) ?? 0) as [number, number]
  if (nearA !== nearB) return nearA > nearB ? a : b
  return replacementOf(a)! <= replacementOf(b)! ? a : b
}
