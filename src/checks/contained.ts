/**
 * # Short notes inside long ones
 *
 * Finds memories all of whose sentences stand in a longer memory of the same type and subject. The shorter one says
 * nothing of its own, and is a proposal: a short note is sometimes kept because it is short.
 *
 * Wrong to use where the short note is the rule and the long one its story: then the rule is what agents should read, and
 * the proposal is one to reject.
 *
 * Before: `push.md` "Ask before pushing."; `workflow.md` "Branch from main. Ask before pushing. Squash on merge."
 * After, once accepted: `workflow.md`; links to the other lead to it.
 */
import { textOf, uniqueSentences } from '../text/index.ts'
import { check, type Found } from './check.ts'
import { type DuplicateFinding, duplicate } from './duplicates.ts'
import type { RelatedPair } from './pairs/candidates.ts'
import { relatedPairs } from './pairs/related.ts'
import { bodyWords } from './pairs/subject.ts'

/** Nearly all words of the shorter, and less than half of the longer: above that they are duplicates. */
const OF_SHORTER = 0.9
const OF_LONGER = 0.5

export const contained = check({
  name: 'contained',
  kinds: [duplicate],
  notUnderSeed: true,
  find({ folder }, rules) {
    return relatedPairs(folder.memories, rules)
      .filter(({ overlap, overlapOfLarger }) => overlap >= OF_SHORTER && overlapOfLarger < OF_LONGER)
      .flatMap(inside)
  },
})

function inside({ a, b, overlap }: RelatedPair): Found<DuplicateFinding>[] {
  const isShorter = bodyWords(a, 'careful').length < bodyWords(b, 'careful').length
  const [short, long] = isShorter ? [a, b] : [b, a]
  if (uniqueSentences(textOf(short), textOf(long)).length > 0) return []
  const pair = { file: short.file, of: long.file, how: 'contained', overlap } as const
  return [{ kind: 'duplicate', ...pair, order: { known: 'no' }, unique: [], differing: [] }]
}
