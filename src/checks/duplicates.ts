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
import { say } from '../languages/index.ts'
import { addTo, type FileName, knownOf } from '../model/index.ts'
import { likeness, quoted, type Sketch, showText, textOf, uniqueSentences } from '../text/index.ts'
import { check, type FindingOf, kind } from './check.ts'
import { bodyWords } from './pairs/related.ts'
import { relations } from './pairs/relations.ts'
import { listed, orderWords, percent } from './words.ts'

/** Fewer significant words than this can be equal by chance ("TODO", "see above"). */
const THIN_BODY = 5

export const duplicate = kind({
  kind: 'duplicate',
  words: ({ checks }) => checks.duplicate,
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
  say: ({ of }) => say().checks.duplicate.say(showText(of)),
  evidence: ({ how, of, overlap, order, differing, unique }) => {
    const words = say().checks.duplicate
    return [
      how === 'identical'
        ? words.identical(orderWords(order, of))
        : how === 'contained'
          ? words.contained(showText(of))
          : words.overlap(percent(overlap), orderWords(order, of)),
      ...(differing.length === 0 ? [] : [words.differsIn(differing.map(quoted).join(', '))]),
      ...unique.map(sentence => words.onlyHere(quoted(sentence))),
    ]
  },
  removal: {
    needsReview({ file, of, how, differing, unique }, { memories, policy, snapshot }) {
      const words = say().checks.duplicate
      if (how === 'identical') {
        const memory = memories.get(file)!
        const isThin =
          bodyWords(memory, policy.rules, knownOf(snapshot)).length < THIN_BODY &&
          memory.description !== memories.get(of)!.description
        return isThin ? words.tooShort : undefined
      }
      if (how === 'contained') return words.saysMore(of)
      if (differing.length > 0) return words.differing(listed(differing))
      if (unique.length === 0 || policy.merge === 'append') return undefined
      return words.merge(file, unique.length, of)
    },
    because({ of, how, overlap, order }) {
      const words = say().checks.duplicate
      if (how === 'identical') return words.becauseIdentical(of, orderWords(order, of))
      return words.because(of, percent(overlap), orderWords(order, of))
    },
    reason: ({ of }) => ({ why: 'duplicate', of }),
    replacement: ({ of }) => of,
    carriedOver: ({ unique }) => unique,
    isCopy: ({ how }) => how === 'identical',
    nearness: ({ overlap }) => overlap,
    asked: 'nearest',
    heldBy: ({ how }) => (how === 'identical' ? [] : ['user', 'pinned', 'rule', 'recent']),
  },
  reasons: {
    duplicate: {
      say: ({ of = '' }) => say().checks.duplicate.reason(showText(of)),
      counted: 'duplicatesMerged',
    },
  },
})

export type DuplicateFinding = FindingOf<typeof duplicate>

/** The same memory in another folder; found by `copyFinder`, because a check sees one folder alone. */
const copyElsewhere = kind({
  kind: 'copy-elsewhere',
  words: ({ checks }) => checks.copyElsewhere,
  fields: ({ z, fileName, path, share }) => ({
    file: fileName,
    /** The other folder as the report names it, and the file there. */
    folder: path,
    other: fileName,
    how: z.enum(['identical', 'near']),
    share,
  }),
  about: ['file', 'folder', 'other'],
  key: ({ kind, file, folder, other }) => [kind, file, folder, other].join('\0'),
  say: ({ folder, other }) => say().checks.copyElsewhere.say(showText(folder), showText(other)),
  evidence: ({ how, share }) => [
    how === 'identical'
      ? say().checks.copyElsewhere.identical
      : say().checks.copyElsewhere.near(percent(share)),
  ],
  reasons: {
    copied: {
      say: ({ other = '', folder = '' }) =>
        say().checks.copyElsewhere.reason(showText(other), showText(folder)),
    },
  },
})

export type CopyElsewhereFinding = FindingOf<typeof copyElsewhere>

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

/** From here on two texts are near copies. */
const NEAR = 0.85
/** Shorter texts are alike by chance. */
const FEWEST_RUNS = 12
/** A run that so many memories have is a phrase of a template. */
const MOST_HOLDERS = 50

interface Holder {
  readonly label: string
  readonly sketch: Sketch
}

export interface Copy {
  readonly finding: CopyElsewhereFinding
  readonly hashes: readonly [own: string, other: string]
}

/** Found in the later folder, so that nobody is asked to remove both. */
export function copyFinder(): (
  label: string,
  sketches: readonly Sketch[],
  isLeaving: (file: FileName) => boolean,
) => Copy[] {
  const holders = new Map<number, Holder[]>()
  return (label, sketches, isLeaving) => {
    const staying = sketches.filter(({ file, size }) => size >= FEWEST_RUNS && !isLeaving(file))
    const found = staying.flatMap(sketch => nearest(sketch, holders))
    for (const sketch of staying)
      for (const run of sketch.runs)
        if ((holders.get(run)?.length ?? 0) < MOST_HOLDERS) addTo(holders, run, { label, sketch })
    return found
  }
}

function nearest(sketch: Sketch, holders: ReadonlyMap<number, readonly Holder[]>): Copy[] {
  const met = new Set(sketch.runs.slice(0, 8).flatMap(run => holders.get(run) ?? []))
  let best: { readonly holder: Holder; readonly share: number } | undefined
  for (const holder of met) {
    const share = likeness(sketch, holder.sketch)
    if (share >= NEAR && share > (best?.share ?? 0)) best = { holder, share }
  }
  if (best === undefined) return []
  const { label, sketch: other } = best.holder
  const how = sketch.body === other.body ? 'identical' : 'near'
  const copy = { file: sketch.file, folder: label, other: other.file, how, share: best.share } as const
  const finding: CopyElsewhereFinding = { source: 'observed', kind: 'copy-elsewhere', ...copy }
  return [{ finding, hashes: [sketch.hash, other.hash] }]
}
