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
import { type Known, knownOf } from '../model/index.ts'
import { textOf, uniqueSentences } from '../text/index.ts'
import { check, type Found } from './check.ts'
import { type DuplicateFinding, duplicate } from './duplicates.ts'
import { bodyWords, type RelatedPair, relatedPairs } from './pairs/related.ts'

/** Nearly all words of the shorter, and less than half of the longer: above that they are duplicates. */
const OF_SHORTER = 0.9
const OF_LONGER = 0.5

export const contained = check({
  name: 'contained',
  kinds: [duplicate],
  notUnderSeed: true,
  find(snapshot, rules) {
    const known = knownOf(snapshot)
    return relatedPairs(snapshot.folder.memories, rules, known)
      .filter(({ overlap, overlapOfLarger }) => overlap >= OF_SHORTER && overlapOfLarger < OF_LONGER)
      .flatMap(pair => inside(pair, known))
  },
})

function inside({ a, b, overlap }: RelatedPair, known: Known): Found<DuplicateFinding>[] {
  const isShorter = bodyWords(a, 'careful', known).length < bodyWords(b, 'careful', known).length
  const [short, long] = isShorter ? [a, b] : [b, a]
  if (uniqueSentences(textOf(short), textOf(long)).length > 0) return []
  const pair = { file: short.file, of: long.file, how: 'contained', overlap } as const
  return [{ kind: 'duplicate', ...pair, order: { known: 'no' }, unique: [], differing: [] }]
}
