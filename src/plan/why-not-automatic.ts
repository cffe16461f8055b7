import { isLower, originWords, type Policy, type Snapshot } from '../model/index.ts'
import { memoriesByFile } from './by-file.ts'
import { doubt } from './needs-review.ts'
import { PROTECTION_WORDS, type Protection, protections } from './protections.ts'
import { standingIn } from './question.ts'
import { type Ground, heirOf } from './removal.ts'

/** Why a finding is left to a person, as a sentence; nothing where it may be acted on alone. */
export function hindrance(ground: Ground, snapshot: Snapshot, policy: Policy): string | undefined {
  const refused = refusal(ground, snapshot)
  if (refused !== undefined) return refused
  if (ground.source === 'suggested') return 'a model suggested it; that alone changes nothing'
  const distrust = lowerTrust(ground, snapshot, policy)
  if (distrust !== undefined) return distrust
  if (policy.rules === 'seed') return undefined
  const question = snapshot.unfindable?.get(ground.file)
  if (question !== undefined) return unfindableWords(question)
  return doubt(ground, snapshot, policy) ?? heldBack(ground, snapshot, policy)
}

const unfindableWords = (question: string): string => `without it nobody would find “${question}” any more`

/** Lower trust never displaces higher, and leaves nothing to it either: that would launder where it came from. */
function lowerTrust(ground: Ground, snapshot: Snapshot, { merge }: Policy): string | undefined {
  const heir = heirOf(ground)
  if (heir === undefined) return undefined
  const memories = memoriesByFile(snapshot)
  const [goes, stays] = [memories.get(ground.file)!, memories.get(heir)!]
  if (isLower(stays.origin, goes.origin)) return `${heir} is ${originWords(stays.origin)} and trusted less`
  const leaves = merge === 'append' && ground.kind === 'duplicate' && ground.unique.length > 0
  if (leaves && isLower(goes.origin, stays.origin))
    return `${ground.file} is ${originWords(goes.origin)}: what it says is not added to ${heir} without you`
  return undefined
}

/** What a person said outweighs every rule. */
function refusal(ground: Ground, snapshot: Snapshot): string | undefined {
  const standing = standingIn(snapshot, ground)
  return standing.state === 'answered' ? `you said no on ${standing.decision.at.slice(0, 10)}` : undefined
}

/** Whom the memory speaks for can hold it back, however good the evidence is. */
function heldBack(ground: Ground, snapshot: Snapshot, policy: Policy): string | undefined {
  const memory = memoriesByFile(snapshot).get(ground.file)!
  const held = protections(memory, snapshot, policy).filter(one => isHeldBy(one, ground))
  return held.length === 0
    ? undefined
    : `${ground.file} ${held.map(one => PROTECTION_WORDS[one]).join(' and ')}`
}

/** Nothing is lost with an identical copy; and what a rule demands stays, where the newer rule or a document says it. */
function isHeldBy(protection: Protection, ground: Ground): boolean {
  if (ground.kind === 'duplicate' && ground.how === 'identical') return false
  return protection !== 'rule' || (ground.kind !== 'contradiction' && ground.kind !== 'promoted')
}
