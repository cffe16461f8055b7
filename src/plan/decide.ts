import { CHECKS, type Check, referenceStatus, runChecks } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  type FileName,
  type Finding,
  groupBy,
  type Limit,
  type Memory,
  type Policy,
  type Snapshot,
  type Withheld,
} from '../model/index.ts'
import { after, joinPieces } from './changes.ts'
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

/** What is about to happen to a folder. */
interface Prospect {
  readonly snapshot: Snapshot
  readonly going: readonly FileName[]
  /** Those of them whose very text stays in another memory: nothing is lost with them. */
  readonly copies?: ReadonlySet<FileName>
  readonly changes: readonly Action[]
  readonly policy: Policy
}

const MOST_FILES = 5
const MOST_SHARE = 0.1
const WRONG_ROOT_FROM = 3

type Refusal = (prospect: Prospect) => string | undefined

/**
 * The refusals. Each holds for a whole folder and withholds every archive there: which part of too much would be right,
 * nobody knows. Under `seed` only those hold that the first design could have wanted: too many, and a failed listing.
 */
const REFUSALS: readonly (readonly [Limit, 'always' | 'careful', Refusal])[] = [
  ['unclear-layout', 'always', unclearLayout],
  ['failed-listing', 'always', failedListing],
  ['wrong-root', 'careful', wrongRoot],
  ['last-memory', 'careful', lastMemory],
  ['large', 'careful', moreThanHalf],
  ['large', 'always', tooMany],
  ['halved-file', 'careful', halvedFile],
]

export function withheldByLimits(prospect: Prospect): Withheld[] {
  const files = prospect.going.toSorted()
  const withheld = new Map<Limit, Withheld>()
  for (const [limit, when, refuse] of REFUSALS) {
    if (withheld.has(limit) || (when === 'careful' && prospect.policy.rules === 'seed')) continue
    const sentence = refuse(prospect)
    if (sentence !== undefined) withheld.set(limit, { breaker: limit, files, sentence })
  }
  return [...withheld.values()]
}

function unclearLayout({ snapshot: { folder } }: Prospect): string | undefined {
  if (folder.layout !== 'unclear') return undefined
  return say().plan.limits.unclearLayout(folder.label)
}

function failedListing({ snapshot: { folder } }: Prospect): string | undefined {
  if (folder.listing.state !== 'failed') return undefined
  return say().plan.limits.failedListing(folder.label, folder.listing.why)
}

const losses = ({ going, copies }: Prospect): number => going.filter(file => !copies?.has(file)).length

function tooMany(prospect: Prospect): string | undefined {
  const { folder } = prospect.snapshot
  const count = losses(prospect)
  const most = Math.max(MOST_SHARE * folder.memories.length, MOST_FILES)
  if (prospect.policy.large === 'allow' || count <= most) return undefined
  return say().plan.limits.tooMany(folder.label, count, folder.memories.length, Math.floor(most))
}

function moreThanHalf(prospect: Prospect): string | undefined {
  const { folder } = prospect.snapshot
  const count = losses(prospect)
  if (count * 2 <= folder.memories.length) return undefined
  return say().plan.limits.moreThanHalf(folder.label, count, folder.memories.length)
}

function lastMemory({ snapshot: { folder }, going }: Prospect): string | undefined {
  if (going.length === 0 || going.length < folder.memories.length) return undefined
  return say().plan.limits.lastMemory(folder.label)
}

/** Several memories name files and symbols, and not one of all these is there: we look at the wrong project. */
function wrongRoot({ snapshot, going, policy }: Prospect): string | undefined {
  if (going.length === 0 || !looksLikeWrongRoot(snapshot, policy)) return undefined
  return say().plan.limits.wrongRoot(snapshot.folder.label)
}

export function looksLikeWrongRoot({ folder, evidence }: Snapshot, { rules }: Policy): boolean {
  const statuses = folder.memories.map(memory => referenceStatus(memory, evidence, rules))
  const naming = statuses.filter(({ missing, never }) => missing.length + never.length > 0)
  return naming.length >= WRONG_ROOT_FROM && statuses.every(({ present }) => present.length === 0)
}

function halvedFile({ snapshot: { folder }, going, changes }: Prospect): string | undefined {
  const halved = halvedBy(changes, folder.memories, new Set(going))
  if (halved === undefined) return undefined
  return say().plan.limits.halvedFile(folder.label, halved.file)
}

/** The first of these changes that leaves less than half of its file. */
export function halvedBy(
  changes: readonly Action[],
  memories: readonly Pick<Memory, 'file' | 'size'>[],
  done: ReadonlySet<FileName> = new Set(),
): Action | undefined {
  const sizes = new Map(memories.map(({ file, size }) => [file, size]))
  return changes.find(
    action =>
      action.kind === 'write' &&
      new TextEncoder().encode(joinPieces(action.pieces, done)).length * 2 < (sizes.get(action.file) ?? 0),
  )
}
