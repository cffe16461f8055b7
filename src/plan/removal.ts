import {
  type AnyKind,
  filesOf,
  fingerprint,
  idOf,
  kindOf,
  type PlanContext,
  protections,
  protectionWords,
} from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type Confidence,
  type Decision,
  type FileName,
  type Finding,
  isLower,
  type Memory,
  type Origin,
  type Policy,
  type Question,
  type Snapshot,
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
