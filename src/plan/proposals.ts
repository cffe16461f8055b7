import {
  type AnyKind,
  type CopyElsewhereFinding,
  copyFinder,
  fingerprint,
  kindOf,
  type Offer,
  type OfferContext,
  type PlanContext,
  withId,
} from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  type Decision,
  type FileName,
  type Finding,
  type FolderPlan,
  isWhole,
  type Memory,
  type Policy,
  type Proposal,
  type Snapshot,
} from '../model/index.ts'
import { normaliseSentence, parseMemory, type Sketch } from '../text/index.ts'
import { after, archivedIn, changes, makeRedirector, named, redirected } from './changes.ts'
import type { Settled } from './decide.ts'
import {
  confidenceIn,
  contextOf,
  isRemoval,
  nearnessOf,
  type QuestionState,
  questionOf,
  questionStateIn,
  questionStateOf,
  type RemovalFinding,
  removalBy,
  rulesOf,
  whyNotAutomatic,
} from './removal.ts'

/** What waits for a person, and what does no longer because they answered. */
export interface Waiting {
  readonly open: readonly Proposal[]
  readonly answered: readonly Proposal[]
}

/** Findings that may not act alone, what they offer to write, and under `propose` everything. */
export function proposals(snapshot: Snapshot, settled: Settled, policy: Policy): Waiting {
  const [before, left] = [contextOf(snapshot, policy), contextOf(settled.left, policy)]
  const removals = [
    ...(policy.rules === 'propose' ? settled.removals : []).map(({ finding }) =>
      removalProposal(finding, before, say().plan.underPropose),
    ),
    ...surestFirst(strongest(waitingRemovals(settled, left))),
  ]
  // A model's word hides nothing that the rules found.
  const observed = removals.filter(({ finding }) => finding.source === 'observed')
  const leaving = new Set<FileName>(observed.flatMap(({ actions }) => actions.map(({ file }) => file)))
  const isAboutIndex = (finding: Finding) => kindOf(finding).settledBy === 'index'
  return sorted(
    [
      ...removals,
      ...offers(
        settled.findings.filter(finding => !isAboutIndex(finding)),
        offerContext(left, leaving),
      ),
      // The index before anything went: a line whose note goes now is no line without a note.
      ...offers(settled.first.filter(isAboutIndex), offerContext(before, leaving)),
    ],
    proposal => questionStateIn(before, proposal.finding),
  )
}

/** What waits, and what was answered. */
function sorted(all: readonly Proposal[], stateOf: (proposal: Proposal) => QuestionState): Waiting {
  const open: Proposal[] = []
  const answered: Proposal[] = []
  for (const proposal of all) {
    const question = stateOf(proposal)
    if (question.state === 'answered') answered.push({ ...proposal, decision: question.decision })
    else open.push(question.before === undefined ? proposal : { ...proposal, decision: question.before })
  }
  return { open, answered }
}

/** What a person hardly has to look at twice comes first. */
const surestFirst = (waiting: readonly Proposal[]): Proposal[] =>
  waiting.toSorted((a, b) => Number(b.confidence === 'sure') - Number(a.confidence === 'sure'))

/** Of several reasons why one memory should go on its own the best one is asked about; pairs are asked about one by one. */
function strongest(waiting: readonly (Proposal & { finding: RemovalFinding })[]): Proposal[] {
  const isPair = ({ finding }: { finding: RemovalFinding }) => rulesOf(finding).asked !== undefined
  const best = new Map<FileName, Proposal>()
  for (const proposal of waiting) {
    if (isPair(proposal)) continue
    const known = best.get(proposal.finding.file)
    if (known === undefined || (known.confidence === 'likely' && proposal.confidence === 'sure'))
      best.set(proposal.finding.file, proposal)
  }
  const kept = new Set(best.values())
  return waiting.filter(proposal => isPair(proposal) || kept.has(proposal))
}

function waitingRemovals({ findings }: Settled, context: PlanContext) {
  const waiting = findings.filter(isRemoval).flatMap(finding => {
    const because = whyNotAutomatic(finding, context)
    return because === undefined ? [] : [{ finding, because }]
  })
  const isRival = (finding: RemovalFinding) =>
    rulesOf(finding).asked === 'nearest' &&
    finding.source !== 'suggested' &&
    questionStateIn(context, finding).state !== 'answered'
  const nearest = new Set(nearestOfEach(waiting.map(({ finding }) => finding).filter(isRival)))
  return waiting
    .filter(({ finding }) => !isRival(finding) || nearest.has(finding))
    .map(({ finding, because }) => removalProposal(finding, context, because))
}

/** One merge at a time: of a crowd that says nearly the same, each is offered its nearest. */
function nearestOfEach(findings: readonly RemovalFinding[]): Iterable<RemovalFinding> {
  const nearest = new Map<FileName, RemovalFinding>()
  for (const finding of findings) {
    const rival = nearest.get(finding.file)
    if (rival === undefined || nearnessOf(finding) > nearnessOf(rival)) nearest.set(finding.file, finding)
  }
  return nearest.values()
}

function removalProposal(finding: RemovalFinding, context: PlanContext, because: string) {
  return {
    ...questionOf(finding, context.memories),
    finding,
    actions: actionsFor(finding, context),
    because,
    confidence: confidenceIn(finding, context),
  }
}

/** Accepting archives the one and gives the other what only the first one says. Where the order is not known, a person picks. */
function actionsFor(finding: RemovalFinding, { snapshot, memories }: PlanContext): Action[] {
  if (rulesOf(finding).isUndecided?.(finding)) return []
  const removal = removalBy(finding, 'append')
  const files = [removal.file, ...(removal.replacement === undefined ? [] : [removal.replacement])]
  const pair = {
    ...snapshot,
    folder: { ...snapshot.folder, memories: files.flatMap(file => memories.get(file) ?? []) },
  }
  return changes(pair, [removal], after(pair, [removal])).filter(
    ({ reason }) => reason.why !== 'links-repaired',
  )
}

function offerContext({ snapshot, memories }: PlanContext, leaving: ReadonlySet<FileName>): OfferContext {
  let said: string | undefined
  const texts = () => snapshot.folder.memories.map(({ head, body }) => head + body).join('\n')
  return {
    snapshot,
    memories,
    isLeaving: file => leaving.has(file),
    isSaid(sentence) {
      said ??= normaliseSentence(texts())
      return said.includes(normaliseSentence(sentence))
    },
  }
}

function offers(findings: readonly Finding[], context: OfferContext): Proposal[] {
  return findings.flatMap(finding => {
    const { offer: ask }: AnyKind = kindOf(finding)
    const offer = ask?.(finding, context)
    if (offer === undefined) return []
    const asked = offer.finding === undefined ? finding : withId(offer.finding)
    const { because, text, merges } = offer
    return [
      {
        ...questionOf(asked, context.memories),
        finding: asked,
        actions: text === undefined ? [] : actionsOf({ ...offer, text }, asked, context),
        because,
        ...(merges !== undefined && { confidence: 'likely' as const }),
      },
    ]
  })
}

type TextOffer = Omit<Offer<Finding>, 'finding'> & { readonly text: string }

function actionsOf(
  { file, text, others = [], merges }: TextOffer,
  finding: Finding,
  context: OfferContext,
): Action[] {
  if (merges !== undefined) return mergeActions(file, text, merges, finding, context)
  const common = { kind: 'write', needs: [], reason: { why: 'reviewed' }, ...named(finding) } as const
  return [{ file, text }, ...others].map(one => ({
    ...common,
    file: one.file,
    expect: context.memories.get(one.file)?.hash ?? 'absent',
    pieces: [{ text: one.text }],
  }))
}

/** Several notes become one, and links to them lead there once they are gone. */
function mergeActions(
  into: FileName,
  text: string,
  from: readonly FileName[],
  finding: Finding,
  { snapshot, memories }: OfferContext,
): Action[] {
  const draft = parseMemory({ file: into, hash: '', size: text.length, modified: 0, text })
  const redirect = makeRedirector(
    [...snapshot.folder.memories, draft],
    new Map(from.map(file => [file, into])),
  )
  const withLinks = ({ head, body }: Memory) => [{ text: head + redirected(body, redirect(body)) }]
  const linking = snapshot.folder.memories.filter(
    memory => !from.includes(memory.file) && isWhole(memory) && redirect(memory.body).length > 0,
  )
  const drafted = { kind: 'write', file: into, expect: 'absent', reason: { why: 'drafted', from } } as const
  const archived = { kind: 'archive', needs: [into], reason: { why: 'clustered', into } } as const
  const repaired = { kind: 'write', reason: { why: 'links-repaired', targets: [into] } } as const
  const actions: Action[] = [
    { ...drafted, needs: [], pieces: withLinks(draft) },
    ...from.map(file => ({ ...archived, file, expect: memories.get(file)!.hash })),
    ...linking.map(memory => {
      const { file, hash } = memory
      return { ...repaired, file, expect: hash, needs: [into, ...from], pieces: withLinks(memory) }
    }),
  ]
  return actions.map(action => ({ ...action, ...named(finding) }))
}

/** A folder with its plan, and what tells its memories from those of others. */
export interface PlannedFolder {
  readonly plan: FolderPlan
  readonly sketches: readonly Sketch[]
  readonly decisions: readonly Decision[]
}

/** Memories that stand in an earlier folder too: an identical copy can be archived, a near one is for a person to compare. */
export function withCopiesElsewhere(folders: readonly PlannedFolder[]): FolderPlan[] {
  const copiesIn = copyFinder()
  return folders.map(({ plan, sketches, decisions }) => {
    const leaving = archivedIn(plan.actions)
    const found = copiesIn(plan.label, sketches, file => leaving.has(file)).map(({ finding, hashes }) =>
      proposalOf(finding, hashes),
    )
    if (found.length === 0) return plan
    const { open, answered } = sorted(found, proposal => questionStateOf(proposal, decisions))
    return {
      ...plan,
      proposals: [...plan.proposals, ...open],
      answered: [...plan.answered, ...answered],
      findings: [...plan.findings, ...found.map(({ finding }) => finding)],
    }
  })
}

function proposalOf(copy: CopyElsewhereFinding, hashes: readonly [own: string, other: string]): Proposal {
  const finding = withId(copy)
  const { id, file, folder, other } = finding
  const common = {
    key: id,
    id: fingerprint([id, ...hashes].join('\0')),
    finding,
    because: say().checks.copyElsewhere.because,
  }
  if (finding.how !== 'identical') return { ...common, actions: [] }
  const reason = { why: 'copied', folder, other }
  const archive = { kind: 'archive', file, expect: hashes[0], needs: [], reason, ...named(finding) } as const
  return { ...common, actions: [archive], confidence: 'likely' }
}
