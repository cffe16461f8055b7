import type { FileName, Finding, Policy, Snapshot } from '../model/index.ts'
import { type Departure, type Ground, heirOf, isGround } from './removal.ts'
import { hindrance } from './why-not-automatic.ts'

/**
 * Who goes. Stale and promoted ones first, and nobody gives way to them. Then newest first: a memory gives way only to one that is
 * already known to stay, so no pair loses both and a cluster keeps one (D14).
 */
export function decide(
  snapshot: Snapshot,
  findings: readonly Finding[],
  policy: Policy,
  isBarred: (ground: Ground) => boolean = () => false,
): Departure[] {
  const grounds = findings
    .filter(isGround)
    .filter(ground => !isBarred(ground) && hindrance(ground, snapshot, policy) === undefined)
  const stale = [...firstByFile(grounds.filter(ground => heirOf(ground) === undefined)).values()]
  const gone = new Set(stale.map(({ file }) => file))
  const claims = grounds.filter(ground => {
    const heir = heirOf(ground)
    return heir !== undefined && !gone.has(heir) && !gone.has(ground.file)
  })
  return [...stale, ...giveWay(claims)].map(ground => departure(ground, policy))
}

function firstByFile(grounds: readonly Ground[]): Map<FileName, Ground> {
  return new Map(grounds.toReversed().map(ground => [ground.file, ground]))
}

/** The ground on which each memory goes that meets one that stays. Decided when all that are newer are. */
function giveWay(grounds: readonly Ground[]): Ground[] {
  const byFile = groupBy(grounds, ({ file }) => file)
  const byHeir = groupBy(grounds, ground => heirOf(ground)!)
  const waitsFor = new Map([...byFile].map(([file, own]) => [file, new Set(own.map(heirOf)).size]))
  const leaving = new Map<FileName, Ground>()
  const settled = [...byHeir.keys()].filter(file => !byFile.has(file))
  for (let at = 0; at < settled.length; at++) {
    const file = settled[at]!
    const stays = (byFile.get(file) ?? []).filter(ground => !leaving.has(heirOf(ground)!))
    if (stays.length > 0) leaving.set(file, stays.reduce(stronger))
    for (const older of new Set((byHeir.get(file) ?? []).map(ground => ground.file))) {
      const left = waitsFor.get(older)! - 1
      waitsFor.set(older, left)
      if (left === 0) settled.push(older)
    }
  }
  return [...leaving.values()]
}

function groupBy(grounds: readonly Ground[], key: (ground: Ground) => FileName): Map<FileName, Ground[]> {
  const groups = new Map<FileName, Ground[]>()
  for (const ground of grounds) {
    const group = groups.get(key(ground))
    if (group === undefined) groups.set(key(ground), [ground])
    else group.push(ground)
  }
  return groups
}

/** The reason to tell: the largest overlap, then the heir that sorts first. */
function stronger(a: Ground, b: Ground): Ground {
  const [shareA, shareB] = ['overlap' in a ? a.overlap : 0, 'overlap' in b ? b.overlap : 0]
  if (shareA !== shareB) return shareA > shareB ? a : b
  return heirOf(a)! <= heirOf(b)! ? a : b
}

function departure(ground: Ground, policy: Policy): Departure {
  const heir = heirOf(ground)
  const bequest = policy.merge === 'append' && ground.kind === 'duplicate' ? ground.unique : []
  return { file: ground.file, ground, bequest, ...(heir !== undefined && { heir }) }
}
