import type { FileName, Finding, Policy, Snapshot } from '../model/index.ts'
import { isRemovalReason, type Removal, type RemovalReason, replacementOf } from './removal.ts'
import { whyNotAutomatic } from './why-not-automatic.ts'

/**
 * Who goes. Stale and promoted ones first, and nobody gives way to them. Then newest first: a memory gives way only to one that is
 * already known to stay, so no pair loses both and a cluster keeps one (D14).
 */
export function decide(
  snapshot: Snapshot,
  findings: readonly Finding[],
  policy: Policy,
  isBarred: (reason: RemovalReason) => boolean = () => false,
): Removal[] {
  const reasons = findings
    .filter(isRemovalReason)
    .filter(reason => !isBarred(reason) && whyNotAutomatic(reason, snapshot, policy) === undefined)
  const stale = [...firstByFile(reasons.filter(reason => replacementOf(reason) === undefined)).values()]
  const gone = new Set(stale.map(({ file }) => file))
  const claims = reasons.filter(reason => {
    const replacement = replacementOf(reason)
    return replacement !== undefined && !gone.has(replacement) && !gone.has(reason.file)
  })
  return [...stale, ...giveWay(claims)].map(reason => removalFor(reason, policy))
}

function firstByFile(reasons: readonly RemovalReason[]): Map<FileName, RemovalReason> {
  return new Map(reasons.toReversed().map(reason => [reason.file, reason]))
}

/** The ground on which each memory goes that meets one that stays. Decided when all that are newer are. */
function giveWay(reasons: readonly RemovalReason[]): RemovalReason[] {
  const byFile = groupBy(reasons, ({ file }) => file)
  const byReplacement = groupBy(reasons, reason => replacementOf(reason)!)
  const waitsFor = new Map([...byFile].map(([file, own]) => [file, new Set(own.map(replacementOf)).size]))
  const leaving = new Map<FileName, RemovalReason>()
  const settled = [...byReplacement.keys()].filter(file => !byFile.has(file))
  for (let at = 0; at < settled.length; at++) {
    const file = settled[at]!
    const stays = (byFile.get(file) ?? []).filter(reason => !leaving.has(replacementOf(reason)!))
    if (stays.length > 0) leaving.set(file, stays.reduce(stronger))
    for (const older of new Set((byReplacement.get(file) ?? []).map(reason => reason.file))) {
      const left = waitsFor.get(older)! - 1
      waitsFor.set(older, left)
      if (left === 0) settled.push(older)
    }
  }
  return [...leaving.values()]
}

function groupBy(
  reasons: readonly RemovalReason[],
  key: (reason: RemovalReason) => FileName,
): Map<FileName, RemovalReason[]> {
  const groups = new Map<FileName, RemovalReason[]>()
  for (const reason of reasons) {
    const group = groups.get(key(reason))
    if (group === undefined) groups.set(key(reason), [reason])
    else group.push(reason)
  }
  return groups
}

/** The reason to tell: the largest overlap, then the heir that sorts first. */
function stronger(a: RemovalReason, b: RemovalReason): RemovalReason {
  const [shareA, shareB] = ['overlap' in a ? a.overlap : 0, 'overlap' in b ? b.overlap : 0]
  if (shareA !== shareB) return shareA > shareB ? a : b
  return replacementOf(a)! <= replacementOf(b)! ? a : b
}

function removalFor(reason: RemovalReason, policy: Policy): Removal {
  const replacement = replacementOf(reason)
  const carriedOverSentences = policy.merge === 'append' && reason.kind === 'duplicate' ? reason.unique : []
  return {
    file: reason.file,
    reason,
    carriedOverSentences,
    ...(replacement !== undefined && { replacement }),
  }
}
