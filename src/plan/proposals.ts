import type {
  Action,
  FileName,
  Finding,
  Memory,
  Policy,
  Proposal,
  RenamedFinding,
  Snapshot,
} from '../model/index.ts'
import { after, isWhole } from './after.ts'
import { memoriesByFile } from './by-file.ts'
import { changes } from './changes.ts'
import { clusterProposals } from './cluster-proposals.ts'
import { confidenceIn } from './confidence.ts'
import { dateProposals } from './date-proposals.ts'
import { lineNotes } from './line-notes.ts'
import { questionOf, standingIn } from './question.ts'
import { type Departure, type Ground, heirOf, isGround } from './removal.ts'
import type { Settled } from './settle.ts'
import { hindrance } from './why-not-automatic.ts'

const UNDER_PROPOSE = 'under `propose` nothing is done without you'

/** What waits for a person, and what does no longer because they answered. */
export interface Waiting {
  readonly open: readonly Proposal[]
  readonly answered: readonly Proposal[]
}

/** Findings that may not act alone, paths with a new name, and under `propose` everything. */
export function proposals(snapshot: Snapshot, settled: Settled, policy: Policy): Waiting {
  const departures = policy.rules === 'propose' ? settled.departures : []
  const { left, findings } = settled
  const removals = [
    ...departures.map(({ ground }) => groundProposal(ground, snapshot, policy, UNDER_PROPOSE)),
    ...surestFirst(strongest(waitingGrounds(settled, policy))),
  ]
  // A model's word hides nothing that the rules found.
  const observed = removals.filter(({ finding }) => finding.source === 'observed')
  const leaving = new Set<string>(observed.flatMap(({ actions }) => actions.map(({ file }) => file)))
  const all = [
    ...removals,
    ...clusterProposals(left, findings, file => leaving.has(file)),
    ...findings.flatMap(finding => (finding.kind === 'renamed-path' ? [renameProposal(finding, left)] : [])),
    ...dateProposals(left, findings),
    // The index before anything went: a line whose note goes now is no line without a note.
    ...lineNotes(snapshot, settled.first),
  ]
  const standing = all.map(proposal => ({ proposal, standing: standingIn(snapshot, proposal.finding) }))
  return {
    open: standing.flatMap(({ proposal, standing }) => {
      if (standing.state === 'answered') return []
      return standing.before === undefined ? [proposal] : [{ ...proposal, decision: standing.before }]
    }),
    answered: standing.flatMap(({ proposal, standing }) =>
      standing.state === 'answered' ? [{ ...proposal, decision: standing.decision }] : [],
    ),
  }
}

/** What a person hardly has to look at twice comes first. */
const surestFirst = (waiting: readonly Proposal[]): Proposal[] => [
  ...waiting.filter(({ confidence }) => confidence === 'sure'),
  ...waiting.filter(({ confidence }) => confidence !== 'sure'),
]

/** Of several reasons why one memory should go on its own the best one is asked about; pairs are asked about one by one. */
function strongest(waiting: readonly Proposal[]): Proposal[] {
  const best = new Map<string, Proposal>()
  for (const proposal of waiting) {
    const { finding } = proposal
    if (!isGround(finding) || finding.kind === 'duplicate' || finding.kind === 'contradiction') continue
    const known = best.get(finding.file)
    if (known === undefined || (known.confidence === 'likely' && proposal.confidence === 'sure'))
      best.set(finding.file, proposal)
  }
  const kept = new Set(best.values())
  return waiting.filter(
    proposal =>
      kept.has(proposal) ||
      proposal.finding.kind === 'duplicate' ||
      proposal.finding.kind === 'contradiction',
  )
}

function waitingGrounds({ left, findings }: Settled, policy: Policy): Proposal[] {
  const waiting = findings.filter(isGround).flatMap(ground => {
    const because = hindrance(ground, left, policy)
    return because === undefined ? [] : [{ ground, because }]
  })
  const isAnswered = (ground: Ground) => standingIn(left, ground).state === 'answered'
  const isSuggested = (ground: Ground) => ground.source === 'suggested'
  const rivals = waiting.map(({ ground }) => ground).filter(one => !isAnswered(one) && !isSuggested(one))
  const nearest = new Set(nearestDuplicates(rivals))
  return waiting
    .filter(
      ({ ground }) =>
        ground.kind !== 'duplicate' || nearest.has(ground) || isAnswered(ground) || isSuggested(ground),
    )
    .map(({ ground, because }) => groundProposal(ground, left, policy, because))
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

function groundProposal(
  ground: Finding & Ground,
  snapshot: Snapshot,
  policy: Policy,
  because: string,
): Proposal {
  return {
    ...questionOf(ground, snapshot),
    finding: ground,
    actions: actionsFor(ground, snapshot),
    because,
    confidence: confidenceIn(ground, snapshot, policy),
  }
}

/** Accepting archives the one and gives the other what only the first one says. Where the order is not known, a person picks. */
function actionsFor(ground: Ground, snapshot: Snapshot): Action[] {
  if (ground.kind === 'contradiction' && ground.order.known === 'no') return []
  const heir = heirOf(ground)
  const bequest = ground.kind === 'duplicate' ? ground.unique : []
  const departure: Departure = { file: ground.file, ground, bequest, ...(heir !== undefined && { heir }) }
  const pair = onlyThese(snapshot, [ground.file, ...(heir === undefined ? [] : [heir])])
  return changes(pair, [departure], after(pair, [departure])).filter(
    ({ reason }) => reason.why !== 'links-repaired',
  )
}

/** Looked up, not searched for: a large folder has thousands of proposals. */
function onlyThese(snapshot: Snapshot, files: readonly FileName[]): Snapshot {
  const known = memoriesByFile(snapshot)
  const memories = files.flatMap(file => known.get(file) ?? [])
  return { ...snapshot, folder: { ...snapshot.folder, memories } }
}

/** D8: the corrected path, wherever the memory's text spells the old one. */
function renameProposal(finding: RenamedFinding & Finding, left: Snapshot): Proposal {
  const memory = memoriesByFile(left).get(finding.file)!
  const body = replacePath(memory.body, finding.path, finding.to)
  const canWrite = body !== memory.body && isWhole(memory)
  return {
    ...questionOf(finding, left),
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
