import { isLower, originWords, type Policy, type Snapshot } from '../model/index.ts'
import { memoriesByFile } from './by-file.ts'
import { needsReview } from './needs-review.ts'
import { PROTECTION_WORDS, type Protection, protections } from './protections.ts'
import { questionStateIn } from './question.ts'
import { type RemovalReason, replacementOf } from './removal.ts'

/** Why a finding is left to a person, as a sentence; nothing where it may be acted on alone. */
export function whyNotAutomatic(
  reason: RemovalReason,
  snapshot: Snapshot,
  policy: Policy,
): string | undefined {
  const refused = refusal(reason, snapshot)
  if (refused !== undefined) return refused
  if (reason.source === 'suggested') return 'a model suggested it; that alone changes nothing'
  const distrust = lowerTrust(reason, snapshot, policy)
  if (distrust !== undefined) return distrust
  if (policy.rules === 'seed') return undefined
  const question = snapshot.unfindable?.get(reason.file)
  if (question !== undefined) return unfindableWords(question)
  return needsReview(reason, snapshot, policy) ?? heldBack(reason, snapshot, policy)
}

const unfindableWords = (question: string): string => `without it nobody would find “${question}” any more`

/** Lower trust never displaces higher, and leaves nothing to it either: that would launder where it came from. */
function lowerTrust(reason: RemovalReason, snapshot: Snapshot, { merge }: Policy): string | undefined {
  const replacement = replacementOf(reason)
  if (replacement === undefined) return undefined
  const memories = memoriesByFile(snapshot)
  const [goes, stays] = [memories.get(reason.file)!, memories.get(replacement)!]
  if (isLower(stays.origin, goes.origin))
    return `${replacement} is ${originWords(stays.origin)} and trusted less`
  const leaves = merge === 'append' && reason.kind === 'duplicate' && reason.unique.length > 0
  if (leaves && isLower(goes.origin, stays.origin))
    return `${reason.file} is ${originWords(goes.origin)}: what it says is not added to ${replacement} without you`
  return undefined
}

/** What a person said outweighs every rule. */
function refusal(reason: RemovalReason, snapshot: Snapshot): string | undefined {
  const questionState = questionStateIn(snapshot, reason)
  return questionState.state === 'answered'
    ? `you said no on ${questionState.decision.at.slice(0, 10)}`
    : undefined
}

/** Whom the memory speaks for can hold it back, however good the evidence is. */
function heldBack(reason: RemovalReason, snapshot: Snapshot, policy: Policy): string | undefined {
  const memory = memoriesByFile(snapshot).get(reason.file)!
  const held = protections(memory, snapshot, policy).filter(one => isHeldBy(one, reason))
  return held.length === 0
    ? undefined
    : `${reason.file} ${held.map(one => PROTECTION_WORDS[one]).join(' and ')}`
}

/** Nothing is lost with an identical copy; and what a rule demands stays, where the newer rule or a document says it. */
function isHeldBy(protection: Protection, reason: RemovalReason): boolean {
  if (reason.kind === 'duplicate' && reason.how === 'identical') return false
  return protection !== 'rule' || (reason.kind !== 'contradiction' && reason.kind !== 'promoted')
}
