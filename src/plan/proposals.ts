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
import { questionOf, questionStateIn } from './question.ts'
import { isRemovalReason, type Removal, type RemovalReason, replacementOf } from './removal.ts'
import type { Settled } from './settle.ts'
import { whyNotAutomatic } from './why-not-automatic.ts'

const UNDER_PROPOSE = 'under `propose` nothing is done without you'

/** What waits for a person, and what does no longer because they answered. */
export interface Waiting {
  readonly open: readonly Proposal[]
  readonly answered: readonly Proposal[]
}

/** Findings that may not act alone, paths with a new name, and under `propose` everything. */
export function proposals(snapshot: Snapshot, settled: Settled, policy: Policy): Waiting {
  const settledRemovals = policy.rules === 'propose' ? settled.removals : []
  const { left, findings } = settled
  const removals = [
    ...settledRemovals.map(({ reason }) => removalProposal(reason, snapshot, policy, UNDER_PROPOSE)),
    ...surestFirst(strongest(waitingReasons(settled, policy))),
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
  const questionState = all.map(proposal => ({
    proposal,
    questionState: questionStateIn(snapshot, proposal.finding),
  }))
  return {
    open: questionState.flatMap(({ proposal, questionState }) => {
      if (questionState.state === 'answered') return []
      return questionState.before === undefined
        ? [proposal]
        : [{ ...proposal, decision: questionState.before }]
    }),
    answered: questionState.flatMap(({ proposal, questionState }) =>
      questionState.state === 'answered' ? [{ ...proposal, decision: questionState.decision }] : [],
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
    if (!isRemovalReason(finding) || finding.kind === 'duplicate' || finding.kind === 'contradiction')
      continue
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

function waitingReasons({ left, findings }: Settled, policy: Policy): Proposal[] {
  const waiting = findings.filter(isRemovalReason).flatMap(reason => {
    const because = whyNotAutomatic(reason, left, policy)
    return because === undefined ? [] : [{ reason, because }]
  })
  const isAnswered = (reason: RemovalReason) => questionStateIn(left, reason).state === 'answered'
  const isSuggested = (reason: RemovalReason) => reason.source === 'suggested'
  const rivals = waiting.map(({ reason }) => reason).filter(one => !isAnswered(one) && !isSuggested(one))
  const nearest = new Set(nearestDuplicates(rivals))
  return waiting
    .filter(
      ({ reason }) =>
        reason.kind !== 'duplicate' || nearest.has(reason) || isAnswered(reason) || isSuggested(reason),
    )
    .map(({ reason, because }) => removalProposal(reason, left, policy, because))
}

/** One merge at a time: of a crowd that says nearly the same, each is offered its nearest. */
function nearestDuplicates(reasons: readonly RemovalReason[]): Iterable<RemovalReason> {
  const nearest = new Map<string, RemovalReason>()
  for (const reason of reasons) {
    if (reason.kind !== 'duplicate') continue
    const rival = nearest.get(reason.file)
    const isNearer = rival?.kind !== 'duplicate' || reason.overlap > rival.overlap
    if (isNearer) nearest.set(reason.file, reason)
  }
  return nearest.values()
}

function removalProposal(
  reason: Finding & RemovalReason,
  snapshot: Snapshot,
  policy: Policy,
  because: string,
): Proposal {
  return {
    ...questionOf(reason, snapshot),
    finding: reason,
    actions: actionsFor(reason, snapshot),
    because,
    confidence: confidenceIn(reason, snapshot, policy),
  }
}

/** Accepting archives the one and gives the other what only the first one says. Where the order is not known, a person picks. */
function actionsFor(reason: RemovalReason, snapshot: Snapshot): Action[] {
  if (reason.kind === 'contradiction' && reason.order.known === 'no') return []
  const replacement = replacementOf(reason)
  const carriedOverSentences = reason.kind === 'duplicate' ? reason.unique : []
  const removal: Removal = {
    file: reason.file,
    reason,
    carriedOverSentences,
    ...(replacement !== undefined && { replacement }),
  }
  const pair = onlyThese(snapshot, [reason.file, ...(replacement === undefined ? [] : [replacement])])
  return changes(pair, [removal], after(pair, [removal])).filter(
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
