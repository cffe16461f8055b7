import {
  bodyWords,
  dateOf,
  isCode,
  isMentionedAsPast,
  isRemoved,
  isRunTimeState,
  opposition,
  referenceStatus,
  writtenOn,
} from '../checks/index.ts'
import type {
  ContradictionFinding,
  DuplicateFinding,
  FileName,
  Memory,
  MissingReference,
  Policy,
  PromotedFinding,
  Snapshot,
  StaleFinding,
} from '../model/index.ts'
import { memoriesByFile } from './by-file.ts'
import { demandsSomething } from './protections.ts'
import type { RemovalReason } from './removal.ts'
import { listed, missingWords } from './words.ts'

/** Fewer significant words than this can be equal by chance ("TODO", "see above"). */
const THIN_BODY = 5

/** Why the evidence alone is not enough, as a sentence; nothing where it proves what it says. */
export function needsReview(reason: RemovalReason, snapshot: Snapshot, policy: Policy): string | undefined {
  const memories = memoriesByFile(snapshot)
  const memory = memories.get(reason.file)!
  switch (reason.kind) {
    case 'duplicate':
      return whyReviewDuplicate(reason, memory, memories.get(reason.of)!, policy)
    case 'contradiction':
      return whyReviewContradiction(reason, memories)
    case 'promoted':
      return whyReviewPromoted(reason)
    case 'finished':
      return 'only you know whether the story is still needed'
    case 'superseded':
      return 'the names tell that one is a version of the other; what only the older says is for you to see'
    case 'project-inactive':
      return 'only you know whether the project is over'
    case 'taken-out-of-index':
      return 'why its line was taken out, only you know'
    default:
      return whyReviewStale(reason, memory, snapshot)
  }
}

function whyReviewDuplicate(
  reason: DuplicateFinding,
  memory: Memory,
  replacement: Memory,
  policy: Policy,
): string | undefined {
  if (reason.how === 'identical') {
    const isThin =
      bodyWords(memory, policy.rules).length < THIN_BODY && memory.description !== replacement.description
    return isThin ? 'the text is too short to tell, and the descriptions differ' : undefined
  }
  if (reason.how === 'contained') return `${reason.of} says more than that; the short form may be wanted`
  if (reason.differing.length > 0) return `the two differ in ${listed(reason.differing)}`
  if (reason.unique.length > 0 && policy.merge === 'list')
    return `${reason.file} says ${reason.unique.length === 1 ? 'a sentence' : `${reason.unique.length} sentences`} that ${reason.of} does not: a merge`
  return undefined
}

function whyReviewContradiction(
  reason: ContradictionFinding,
  memories: ReadonlyMap<FileName, Memory>,
): string | undefined {
  if (reason.order.known === 'no') return 'which of the two is newer is not known'
  const [older, newer] = [memories.get(reason.file)!, memories.get(reason.by)!]
  if (opposition(older, newer, 'careful')?.objects === 'narrower')
    return 'one of the two speaks only of a part of what the other speaks of'
  const [size, other] = [bodyWords(older, 'careful').length, bodyWords(newer, 'careful').length]
  return size > 2 * other ? `${reason.file} says much besides` : undefined
}

function whyReviewPromoted({ extent, document }: PromotedFinding): string | undefined {
  if (extent === 'most') return `some of it does not stand in ${document}`
  return extent === 'rule' ? `${document} says it in other words` : undefined
}

/**
 * D39: alone only where all that it names is proven to be gone, is a part of the project that people write, and went
 * after the memory was written: who wrote later is likely to know, and tells of the past on purpose. Dates come before
 * words: "the old gateway" in a memory that is older than the removal is no talk of what is gone.
 */
function whyReviewStale(reason: StaleFinding, memory: Memory, snapshot: Snapshot): string | undefined {
  if (reason.kind === 'mostly-stale') return 'some of what it names may still be there'
  const unproven = unprovenPaths(reason, memory, snapshot)
  if (unproven.length > 0) return `whether ${listed(unproven)} was ever here is not known`
  const removed = reason.missing.filter(isRemoved)
  const state = removed.filter(isState)
  if (state.length > 0)
    return `${listed(state.map(({ reference }) => reference.text))} looks like run-time state, no part of the project`
  if (!removed.some(isCode)) return 'only documents went, no code: what it says may hold'
  return whyReviewTime(removed, memory, snapshot) ?? whyReviewRule(memory)
}

/** Paths that no commit removed: never here, elsewhere, or gone without a trace. */
function unprovenPaths(reason: StaleFinding, memory: Memory, { evidence }: Snapshot): string[] {
  const { never, elsewhere } = referenceStatus(memory, evidence, 'careful')
  const traceless = reason.missing.filter(one => one.reference.kind === 'path' && !isRemoved(one))
  return [...new Set([...traceless.map(({ reference }) => reference.text), ...never, ...elsewhere])]
}

const isState = ({ reference, fact }: MissingReference): boolean =>
  isRunTimeState(reference.text) || ('was' in fact && isRunTimeState(fact.was))

function whyReviewTime(
  removed: readonly MissingReference[],
  memory: Memory,
  snapshot: Snapshot,
): string | undefined {
  const first = removed.map(dateOf).sort()[0]!
  const written = writtenOn(memory, snapshot)
  if (written === undefined) return 'when it was written is not known: it may be about what went'
  if (written >= first)
    return `it was written on ${written}, when ${missingWords(removed.find(one => dateOf(one) === first)!)} was going or gone: it may be about that`
  const mentioned = removed.find(({ reference }) => isMentionedAsPast(memory, reference))
  return mentioned === undefined ? undefined : `it says itself that ${mentioned.reference.text} is gone`
}

/** What it names may be gone, what it demands may hold. */
function whyReviewRule(memory: Memory): string | undefined {
  if (memory.type === 'feedback') return `${memory.file} is feedback: what it asks for may hold`
  return demandsSomething(memory) ? `${memory.file} is a rule` : undefined
}
