import { kindOf, type PlanContext, PROTECTION_WORDS, protections } from '../checks/index.ts'
import {
  type Confidence,
  type FileName,
  type Finding,
  isLower,
  originWords,
  type Policy,
  type Snapshot,
} from '../model/index.ts'
import { questionStateIn } from './question.ts'

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
  kindOf(finding).removal !== undefined

export const rulesOf = (finding: RemovalFinding) => kindOf(finding).removal!

export const replacementOf = (finding: RemovalFinding): FileName | undefined =>
  rulesOf(finding).replacement?.(finding)

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
  if (questionState.state === 'answered') return `you said no on ${questionState.decision.at.slice(0, 10)}`
  if (finding.source === 'suggested') return 'a model suggested it; that alone changes nothing'
  const distrust = lowerTrust(finding, context)
  if (distrust !== undefined || policy.rules === 'seed') return distrust
  const query = snapshot.unfindable?.get(finding.file)
  if (query !== undefined) return `without it nobody would find “${query}” any more`
  return needsReview(finding, context) ?? heldBack(finding, context)
}

function needsReview(finding: RemovalFinding, context: PlanContext): string | undefined {
  const { needsReview: why } = rulesOf(finding)
  return typeof why === 'string' ? why : why(finding, context)
}

/** Lower trust never displaces higher, and leaves nothing to it either: that would hide where it came from. */
function lowerTrust(finding: RemovalFinding, { memories, policy }: PlanContext): string | undefined {
  const { file, replacement, carriedOver } = removalBy(finding, policy.merge)
  if (replacement === undefined) return undefined
  const [goes, stays] = [memories.get(file)!, memories.get(replacement)!]
  if (isLower(stays.origin, goes.origin))
    return `${replacement} is ${originWords(stays.origin)} and trusted less`
  if (carriedOver.length > 0 && isLower(goes.origin, stays.origin))
    return `${file} is ${originWords(goes.origin)}: what it says is not added to ${replacement} without you`
  return undefined
}

/** Whom the memory speaks for can hold it back, however good the evidence is. */
function heldBack(finding: RemovalFinding, { memories, snapshot, policy }: PlanContext): string | undefined {
  const { heldBy } = rulesOf(finding)
  const held = protections(memories.get(finding.file)!, snapshot, policy)
    .filter(one => heldBy === undefined || heldBy(finding).includes(one))
    .map(one => PROTECTION_WORDS[one])
  return held.length === 0 ? undefined : `${finding.file} ${held.join(' and ')}`
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
