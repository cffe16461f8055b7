import {
  type AnyKind,
  filesOf,
  fingerprint,
  idOf,
  kindOf,
  listed,
  missingWords,
  type PlanContext,
  protections,
  protectionWords,
  type ReferenceStatus,
  referenceStatus,
} from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type Confidence,
  type Decay,
  type Decision,
  type FileName,
  type Finding,
  isLower,
  type Memory,
  type Origin,
  type Policy,
  type Question,
  type Rules,
  type Snapshot,
  type Verdict,
  type Withheld,
  weightAfter,
} from '../model/index.ts'

/** A finding that can make a memory go. */
export interface RemovalFinding extends Finding {
  readonly file: FileName
}

/** A memory that goes. */
export interface Removal {
  readonly file: FileName
  readonly finding: RemovalFinding
  /** The memory that stays in its place; a stale one has none. */
  readonly replacement?: FileName
  /** Sentences that the replacement takes over first. */
  readonly carriedOver: readonly string[]
}

export const isRemoval = (finding: Finding): finding is RemovalFinding =>
  kindOf(finding).removal !== undefined && finding.citedBy === undefined

export const rulesOf = (finding: RemovalFinding): NonNullable<AnyKind['removal']> => kindOf(finding).removal!

export const replacementOf = (finding: RemovalFinding): FileName | undefined =>
  rulesOf(finding).replacement?.(finding)

export const nearnessOf = (finding: RemovalFinding): number => rulesOf(finding).nearness?.(finding) ?? 0

export function removalBy(finding: RemovalFinding, merge: Policy['merge']): Removal {
  const replacement = replacementOf(finding)
  const carriedOver = merge === 'append' ? (rulesOf(finding).carriedOver?.(finding) ?? []) : []
  return { file: finding.file, finding, carriedOver, ...(replacement !== undefined && { replacement }) }
}

export function contextOf(snapshot: Snapshot, policy: Policy): PlanContext {
  const memories = new Map(snapshot.folder.memories.map(memory => [memory.file, memory]))
  return { snapshot, memories, policy }
}

/** Why a finding is left to a person, as a sentence; nothing where it may be acted on alone. */
export function whyNotAutomatic(finding: RemovalFinding, context: PlanContext): string | undefined {
  const { snapshot, policy } = context
  const questionState = questionStateIn(context, finding)
  // What a person said outweighs every rule.
  if (questionState.state === 'answered') return say().plan.answered(questionState.decision.at.slice(0, 10))
  if (finding.source === 'suggested') return say().plan.suggested
  const distrust = lowerTrust(finding, context)
  if (distrust !== undefined || policy.rules === 'seed') return distrust
  const query = snapshot.unfindable?.get(finding.file)
  if (query !== undefined) return say().plan.unfindable(query)
  return needsReview(finding, context) ?? heldBack(finding, context)
}

function needsReview(finding: RemovalFinding, context: PlanContext): string | undefined {
  const { needsReview: why } = rulesOf(finding)
  return typeof why === 'function' ? why(finding, context) : why.always()
}

/** Lower trust never displaces higher, and leaves nothing to it either: that would hide where it came from. */
function lowerTrust(finding: RemovalFinding, { memories, policy }: PlanContext): string | undefined {
  const { file, replacement, carriedOver } = removalBy(finding, policy.merge)
  if (replacement === undefined) return undefined
  const [goes, stays] = [memories.get(file)!, memories.get(replacement)!]
  if (isLower(stays.origin, goes.origin))
    return say().plan.lessTrusted(replacement, originWords(stays.origin))
  if (carriedOver.length > 0 && isLower(goes.origin, stays.origin))
    return say().plan.notAdded(file, originWords(goes.origin), replacement)
  return undefined
}

const originWords = (origin: Origin | undefined): string => say().plan.origins[origin ?? 'none']

/** Whom the memory speaks for can hold it back, however good the evidence is. */
function heldBack(finding: RemovalFinding, { memories, snapshot, policy }: PlanContext): string | undefined {
  const { heldBy } = rulesOf(finding)
  const held = protections(memories.get(finding.file)!, snapshot, policy).filter(
    one => heldBy === undefined || heldBy(finding).includes(one),
  )
  return held.length === 0 ? undefined : protectionWords(held, finding.file)
}

/**
 * How likely a person is to agree, as measured on clean-ups by owners (docs/quality.md): of those that are `sure` they
 * made nearly all, of those that are `likely` about half.
 */
export function confidenceIn(finding: RemovalFinding, context: PlanContext): Confidence {
  if (finding.source === 'suggested') return 'likely'
  const own = rulesOf(finding).confidence?.(finding)
  return own ?? (needsReview(finding, context) === undefined ? 'sure' : 'likely')
}

/** A finding as the question that it puts to a person. */
export function questionOf(finding: Finding, memories: ReadonlyMap<FileName, Memory>): Question {
  const key = finding.id ?? idOf(finding)
  const hashes = filesOf(finding).map(file => memories.get(file as FileName)?.hash ?? '')
  return { key, id: fingerprint([key, ...hashes].join('\0')) }
}

/** How the answer to it stands, where there ever was one. */
export function questionStateIn(
  { snapshot, memories }: Omit<PlanContext, 'policy'>,
  finding: Finding,
): QuestionState {
  const { decisions = [] } = snapshot
  return decisions.length === 0
    ? { state: 'open' }
    : questionStateOf(questionOf(finding, memories), decisions)
}

/**
 * How an earlier answer stands today. A "no" was said about the bytes that were there: when they change, the question is
 * open again, and `before` says that it was answered once. "Never" holds whatever becomes of the file.
 */
export type QuestionState =
  | { readonly state: 'open'; readonly before?: Decision }
  | { readonly state: 'answered'; readonly decision: Decision }

export function questionStateOf({ key, id }: Question, decisions: readonly Decision[]): QuestionState {
  const last = decisions.findLast(decision => decision.key === key)
  if (last === undefined || last.answer === 'reopened') return { state: 'open' }
  if (last.answer === 'never' || last.id === id) return { state: 'answered', decision: last }
  return { state: 'open', before: last }
}

/** Every memory exactly once: what becomes of it, and why. */
export function verdicts(
  snapshot: Snapshot,
  removals: readonly Removal[],
  withheld: readonly Withheld[],
  policy: Policy,
): Verdict[] {
  const leaving = new Map(removals.map(({ file, finding }) => [file, finding]))
  const ousted = new Map<FileName, FileName[]>()
  for (const { file, replacement } of removals) {
    if (replacement !== undefined) ousted.set(replacement, [...(ousted.get(replacement) ?? []), file].sort())
  }
  return snapshot.folder.memories.map(memory => {
    const stands = referenceStatus(memory, snapshot.evidence, policy.rules)
    const finding = leaving.get(memory.file)
    const weight = weightOf(
      memory,
      snapshot.now,
      policy.expiry.feedback,
      snapshot.clocks.get(memory.file)?.git,
    )
    const common = { file: memory.file, class: stands.class, ...(weight < 1 && { weight }) }
    if (finding === undefined) {
      const because = whyItStays(memory, stands, snapshot, policy) + keptOver(ousted.get(memory.file) ?? [])
      return { ...common, fate: 'stays', because }
    }
    const because = rulesOf(finding).because(finding)
    const held = heldBy(withheld, policy)
    return held === undefined
      ? { ...common, fate: 'goes', because }
      : { ...common, fate: 'stays', because: say().plan.verdicts.heldBack(because, held) }
  })
}

function heldBy(withheld: readonly Withheld[], { rules }: Policy): string | undefined {
  if (withheld.length > 0) return withheld.map(({ sentence }) => sentence).join('; ')
  return rules === 'propose' ? say().plan.verdicts.waits : undefined
}

const keptOver = (files: readonly FileName[]): string =>
  files.length === 0 ? '' : say().plan.verdicts.keptOver(listed(files))

function whyItStays(memory: Memory, stands: ReferenceStatus, snapshot: Snapshot, policy: Policy): string {
  const { present, missing } = stands
  const words = say().plan.verdicts
  switch (stands.class) {
    case 'fresh':
      return words.fresh(present.length, listed(present))
    case 'partially-stale':
      return words.partiallyStale(
        missing.length,
        missing.length + present.length,
        listed(missing.map(missingWords)),
      )
    case 'fully-stale': {
      const held = protections(memory, snapshot, policy)
      return words.fullyStale(held.length === 0 ? words.waitsForYou : protectionWords(held))
    }
    case 'unverified':
      return unverified(stands)
    case 'evergreen':
      return memory.frontmatter === 'read' ? words.evergreen : words.noFrontmatter
  }
}

function unverified({ unknown, never, elsewhere }: ReferenceStatus): string {
  const words = say().plan.verdicts
  if (unknown.length > 0) return words.unknown(listed(unknown))
  if (never.length > 0) return words.never(listed([...never, ...elsewhere]))
  return words.elsewhere(listed(elsewhere))
}

const MOST_REASONS = 5

/** What could not be verified and why, a sentence each. */
export function suspended({ folder, evidence }: Snapshot, rules: Rules): string[] {
  if (evidence.project.kind === 'absent') return [say().plan.suspended.noProject(evidence.project.why)]
  const statuses = folder.memories.map(memory => referenceStatus(memory, evidence, rules))
  const unknown = statuses.flatMap(one => one.unknown).length
  if (unknown === 0) return []
  const known = statuses.some(one => one.present.length + one.missing.length + one.never.length > 0)
  const whole = known ? [] : [say().plan.suspended.nothingFound(unknown)]
  return [...whole, ...reasons(evidence.paths.values()), ...unreadWords(evidence.words.values())]
}

/** A word that was not found may stand in a file that could not be read. */
function unreadWords(presences: Iterable<string>): string[] {
  const count = [...presences].filter(presence => presence === 'unknown').length
  return count === 0 ? [] : [say().plan.suspended.names(count)]
}

/** The commonest reasons first. */
function reasons(facts: Iterable<{ presence: string; why?: string }>): string[] {
  const counts = new Map<string, number>()
  for (const { presence, why } of facts) {
    if (presence === 'unknown' && why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return sorted.slice(0, MOST_REASONS).map(([why, count]) => say().plan.suspended.paths(count, why))
}

const DAY_US = 86_400_000_000

/** `confirmed: 2026-05-01`: somebody looked and it still holds. */
const CONFIRMED =
  /^[ \t]{0,8}(?:last[_-]?)?(?:confirmed|verified)(?:[_-]?(?:at|on))?[ \t]{0,4}:[ \t]{0,4}["']?(\d{4}-\d\d-\d\d)/im

/**
 * M10: feedback never expires, it weighs less: `decay` to the power of whole periods since it was last written or
 * confirmed. Worked out when it is needed and never stored. It breaks ties and is shown; it hides nothing.
 */
export function weightOf(
  memory: Pick<Memory, 'type' | 'head' | 'dated' | 'modified'>,
  now: number,
  decay: Decay,
  /** When git says that it was last written, where it says so. */
  git?: number,
): number {
  if (memory.type !== 'feedback') return 1
  const written = memory.dated ?? git ?? memory.modified
  const last = Math.max(written, confirmedAt(memory.head) ?? 0)
  return weightAfter((now - last) / DAY_US, decay)
}

function confirmedAt(head: string): number | undefined {
  const date = CONFIRMED.exec(head)?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : time * 1000
}
