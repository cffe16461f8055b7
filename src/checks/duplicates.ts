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
import type { DuplicateFinding } from '../model/index.ts'
import { uniqueSentences } from '../text/index.ts'
import type { Check } from './check.ts'
import { relations } from './pairs/relations.ts'

export const duplicates: Check = {
  name: 'duplicates',
  find(snapshot, rules) {
    return relations(snapshot, rules).flatMap(relation => {
      if (relation.kind !== 'same') return []
      const { older, newer, how, overlap, order, differing } = relation
      const unique = how === 'identical' ? [] : uniqueSentences(older.body, newer.body)
      const finding: DuplicateFinding = {
        kind: 'duplicate',
        file: older.file,
        of: newer.file,
        how,
        overlap,
        order,
        unique,
        differing,
      }
      return [{ source: 'observed' as const, ...finding }]
    })
  },
}
