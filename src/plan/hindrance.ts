import { opposition } from '../checks/opposition.ts'
import { bodyWords } from '../checks/subject.ts'
import type { FileName } from '../memory/file-name.ts'
import type { ContradictionFinding, DuplicateFinding } from '../memory/finding.ts'
import type { Memory } from '../memory/memory.ts'
import type { Policy } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import type { Ground } from './departure.ts'
import { PROTECTION_WORDS, type Protection, protections } from './protections.ts'

/** Fewer significant words than this can be equal by chance ("TODO", "see above"). */
const THIN_BODY = 5

/** Why a finding is left to a person, as a sentence; nothing where it may be acted on alone. */
export function hindrance(ground: Ground, snapshot: Snapshot, policy: Policy): string | undefined {
  if (ground.source === 'suggested') return 'a model suggested it; that alone changes nothing'
  if (policy.rules === 'seed') return undefined
  const memories = memoriesByFile(snapshot)
  const memory = memories.get(ground.file)!
  if (ground.kind === 'duplicate')
    return duplicateHindrance(ground, memory, memories.get(ground.of)!, snapshot, policy)
  const held = protections(memory, snapshot, policy)
  if (ground.kind !== 'contradiction') return heldBack(memory, held)
  // Both sides of a contradiction are rules: being one protects neither from the newer.
  return (
    contradictionHindrance(ground, memories) ??
    heldBack(
      memory,
      held.filter(one => one !== 'rule'),
    )
  )
}

function heldBack({ file }: Memory, held: readonly Protection[]): string | undefined {
  return held.length === 0 ? undefined : `${file} ${held.map(one => PROTECTION_WORDS[one]).join(' and ')}`
}

function duplicateHindrance(
  ground: DuplicateFinding,
  memory: Memory,
  heir: Memory,
  snapshot: Snapshot,
  policy: Policy,
): string | undefined {
  if (ground.how === 'identical') {
    const isThin =
      bodyWords(memory, policy.rules).length < THIN_BODY && memory.description !== heir.description
    return isThin ? 'the text is too short to tell, and the descriptions differ' : undefined
  }
  if (ground.differing.length > 0) return `the two differ in ${listed(ground.differing)}`
  if (ground.unique.length > 0 && policy.merge === 'list')
    return `${ground.file} says ${ground.unique.length === 1 ? 'a sentence' : `${ground.unique.length} sentences`} that ${ground.of} does not: a merge`
  return heldBack(memory, protections(memory, snapshot, policy))
}

const listed = (values: readonly string[]): string =>
  values.length > 4 ? `${values.slice(0, 4).join(', ')} and ${values.length - 4} more` : values.join(', ')

function contradictionHindrance(
  ground: ContradictionFinding,
  memories: ReadonlyMap<FileName, Memory>,
): string | undefined {
  if (ground.order.known === 'no') return 'which of the two is newer is not known'
  const [older, newer] = [memories.get(ground.file)!, memories.get(ground.by)!]
  if (opposition(older, newer, 'careful')?.objects === 'narrower')
    return 'one of the two speaks only of a part of what the other speaks of'
  const [size, other] = [bodyWords(older, 'careful').length, bodyWords(newer, 'careful').length]
  return size > 2 * other ? `${ground.file} says much besides` : undefined
}

const known = new WeakMap<Snapshot, ReadonlyMap<FileName, Memory>>()

export function memoriesByFile(snapshot: Snapshot): ReadonlyMap<FileName, Memory> {
  let memories = known.get(snapshot)
  if (memories === undefined) {
    memories = new Map(snapshot.folder.memories.map(memory => [memory.file, memory]))
    known.set(snapshot, memories)
  }
  return memories
}
