/**
 * # Duplicates
 *
 * Finds memories of one folder that say the same: equal bodies, whatever their names and types (D10); or bodies of one
 * type and one subject that share at least 0.6 of the smaller one's words (D9). The newer is the one to keep.
 *
 * Under `careful` half of the larger one must be shared too, and no value may differ: "the port is 8080" and "the port is
 * 9090" are two facts in nearly the same words. Where the older one has a sentence that the newer has not, it is a merge
 * for a person to accept.
 *
 * Copies in another folder that is looked at in the same run, identical or near, are told of the later one (D30): which
 * folder should keep it is for a person to say.
 *
 * Wrong to use for notes made from a template (a log a day, a checklist a release): nearly all words are shared and the
 * difference is the point. There the differing values keep the check silent.
 *
 * Before: `tests.md` and `testing.md` both say "Run the suite with `npm test` before every push."
 * After: the newer of the two; links to the other lead to it.
 */
import { counted, quoted, showText, textOf, uniqueSentences } from '../text/index.ts'
import { check, type FindingOf, kind } from './check.ts'
import { copyElsewhere } from './copies.ts'
import { relations } from './pairs/relations.ts'
import { bodyWords } from './pairs/subject.ts'
import { listed, orderWords, percent } from './words.ts'

/** Fewer significant words than this can be equal by chance ("TODO", "see above"). */
const THIN_BODY = 5

export const duplicate = kind({
  kind: 'duplicate',
  title: 'Duplicate',
  meaning: 'Two memories say the same.',
  whatNow: 'The newer one is kept; where the older one says more, accept the merge or leave both.',
  wouldChange:
    'A value or a sentence in which the two differ makes them two memories; a date in the frontmatter settles which is newer.',
  fields: ({ z, fileName, share, order, many, text }) => ({
    file: fileName,
    of: fileName,
    how: z.enum(['identical', 'overlap', 'contained']),
    /** Shared significant words over the smaller set's size. */
    overlap: share,
    order,
    /** Sentences of `file` that `of` does not have. */
    unique: many(text),
    /** Values that differ between the two: numbers, names, versions, negation. Empty: none seen. */
    differing: many(text),
  }),
  about: ['file', 'of'],
  files: ({ file, of }) => [file, of],
  say: ({ of }) => `says what ${showText(of)} says`,
  evidence: ({ how, of, overlap, order, differing, unique }) => [
    how === 'identical'
      ? `the same text; ${orderWords(order, of)}`
      : how === 'contained'
        ? `all it says stands in ${showText(of)}, which says more`
        : `${percent(overlap)} of the words are shared; ${orderWords(order, of)}`,
    ...(differing.length === 0 ? [] : [`differs in ${differing.map(quoted).join(', ')}`]),
    ...unique.map(sentence => `only here: ${quoted(sentence)}`),
  ],
  removal: {
    needsReview({ file, of, how, differing, unique }, { memories, policy }) {
      if (how === 'identical') {
        const memory = memories.get(file)!
        const isThin =
          bodyWords(memory, policy.rules).length < THIN_BODY &&
          memory.description !== memories.get(of)!.description
        return isThin ? 'the text is too short to tell, and the descriptions differ' : undefined
      }
      if (how === 'contained') return `${of} says more than that; the short form may be wanted`
      if (differing.length > 0) return `the two differ in ${listed(differing)}`
      if (unique.length === 0 || policy.merge === 'append') return undefined
      return `${file} says ${unique.length === 1 ? 'a sentence' : counted(unique.length, 'sentence')} that ${of} does not: a merge`
    },
    because: ({ of, how, overlap, order }) =>
      `duplicate of ${of}: ${how === 'identical' ? 'identical body' : `${percent(overlap)} of the words shared`}; ${orderWords(order, of)}`,
    reason: ({ of }) => ({ why: 'duplicate', of }),
    replacement: ({ of }) => of,
    carriedOver: ({ unique }) => unique,
    isCopy: ({ how }) => how === 'identical',
    nearness: ({ overlap }) => overlap,
    asked: 'nearest',
    heldBy: ({ how }) => (how === 'identical' ? [] : ['user', 'pinned', 'rule', 'recent']),
  },
  reasons: {
    duplicate: { say: ({ of = '' }) => `Duplicate of ${showText(of)}`, counted: 'duplicatesMerged' },
  },
})

export type DuplicateFinding = FindingOf<typeof duplicate>

export const duplicates = check({
  name: 'duplicates',
  kinds: [duplicate, copyElsewhere],
  find(snapshot, rules) {
    return relations(snapshot, rules).flatMap(relation => {
      if (relation.kind !== 'same') return []
      const { older, newer, how, overlap, order, differing } = relation
      const unique = how === 'identical' ? [] : uniqueSentences(textOf(older), textOf(newer))
      const pair = { file: older.file, of: newer.file, how, overlap, order, unique, differing }
      return [{ kind: 'duplicate', ...pair }]
    })
  },
})
