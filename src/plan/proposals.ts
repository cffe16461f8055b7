import type { Finding, RenamedFinding } from '../memory/finding.ts'
import type { Memory } from '../memory/memory.ts'
import type { Action, Policy, Proposal } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import { after, isWhole } from './after.ts'
import { changes } from './changes.ts'
import { type Departure, type Ground, heirOf, isGround } from './departure.ts'
import { fingerprint } from './fingerprint.ts'
import { hindrance, memoriesByFile } from './hindrance.ts'
import type { Settled } from './settle.ts'

const UNDER_PROPOSE = 'under `propose` nothing is done without you'

/** What waits for a person: findings that may not act alone, paths with a new name, and under `propose` everything. */
export function proposals(snapshot: Snapshot, settled: Settled, policy: Policy): Proposal[] {
  const departures = policy.rules === 'propose' ? settled.departures : []
  return [
    ...departures.map(({ ground }) => groundProposal(ground, snapshot, UNDER_PROPOSE)),
    ...waitingGrounds(settled, policy),
    ...settled.findings.flatMap(finding =>
      finding.kind === 'renamed-path' ? [renameProposal(finding, settled.left)] : [],
    ),
  ]
}

function waitingGrounds({ left, findings }: Settled, policy: Policy): Proposal[] {
  const waiting = findings.filter(isGround).flatMap(ground => {
    const because = hindrance(ground, left, policy)
    return because === undefined ? [] : [{ ground, because }]
  })
  const nearest = new Set(nearestDuplicates(waiting.map(({ ground }) => ground)))
  return waiting
    .filter(({ ground }) => ground.kind !== 'duplicate' || nearest.has(ground))
    .map(({ ground, because }) => groundProposal(ground, left, because))
}

/** One merge at a time: of a crowd that says nearly the same, each is offered its nearest. */
function nearestDuplicates(grounds: readonly Ground[]): Iterable<Ground> {
  const nearest = new Map<string, Ground>()
  for (const ground of grounds) {
    if (ground.kind !== 'duplicate') continue
    const rival = nearest.get(ground.file)
    const isNearer = rival?.kind !== 'duplicate' || ground.overlap > rival.overlap
    if (isNearer) nearest.set(ground.file, ground)
  }
  return nearest.values()
}

function groundProposal(ground: Finding & Ground, snapshot: Snapshot, because: string): Proposal {
  return { id: proposalId(ground, snapshot), finding: ground, actions: actionsFor(ground, snapshot), because }
}

/** Accepting archives the one and gives the other what only the first one says. Where the order is not known, a person picks. */
function actionsFor(ground: Ground, snapshot: Snapshot): Action[] {
  if (ground.kind === 'contradiction' && ground.order.known === 'no') return []
  const heir = heirOf(ground)
  const bequest = ground.kind === 'duplicate' ? ground.unique : []
  const departure: Departure = { file: ground.file, ground, bequest, ...(heir !== undefined && { heir }) }
  const pair = snapshotOf(snapshot, ({ file }) => file === ground.file || file === heir)
  return changes(pair, [departure], after(pair, [departure])).filter(
    ({ reason }) => reason.why !== 'links-repaired',
  )
}

function snapshotOf(snapshot: Snapshot, isWanted: (memory: Memory) => boolean): Snapshot {
  const { folder } = snapshot
  return { ...snapshot, folder: { ...folder, memories: folder.memories.filter(isWanted) } }
}

function proposalId(finding: Ground | RenamedFinding, snapshot: Snapshot): string {
  const memories = memoriesByFile(snapshot)
  const heir = isGround(finding as Finding) ? heirOf(finding as Ground) : undefined
  const parts = [
    finding.kind,
    finding.file,
    memories.get(finding.file)?.hash,
    heir,
    heir && memories.get(heir)?.hash,
  ]
  const path = finding.kind === 'renamed-path' ? finding.path : ''
  return fingerprint([...parts, path].join('\0'))
}

/** D8: the corrected path, wherever the memory's text spells the old one. */
function renameProposal(finding: RenamedFinding & Finding, left: Snapshot): Proposal {
  const memory = memoriesByFile(left).get(finding.file)!
  const body = replacePath(memory.body, finding.path, finding.to)
  const canWrite = body !== memory.body && isWhole(memory)
  return {
    id: proposalId(finding, left),
    finding,
    actions: canWrite ? [rewrite(memory, body)] : [],
    because: `${finding.path} may be meant as it was; the new path is ${finding.to}`,
  }
}

function rewrite({ file, hash, head }: Memory, body: string): Action {
  return {
    kind: 'write',
    file,
    expect: hash,
    needs: [],
    reason: { why: 'reviewed' },
    pieces: [{ text: head + body }],
  }
}

/** Whole paths only: `src/a.ts` is not meant by `src/a.tsx` or `lib/src/a.ts`. */
function replacePath(text: string, path: string, to: string): string {
  const parts = text.split(path)
  return parts.reduce((before, next) => {
    const isWholePath =
      !/[\p{L}\p{N}_./~-]$/u.test(before.slice(-2)) && !/^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}])/u.test(next)
    return before + (isWholePath ? to : path) + next
  })
}
