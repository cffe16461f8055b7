/**
 * # Knowledge in the index
 *
 * Finds what is stale in the text of `MEMORY.md` itself, where sub-agents keep all they know (D42): each line is checked as
 * a note is. A path that git removed and that the line speaks of as there is told with its line; a new name of it too.
 *
 * Wrong to use on the links of an index, which the check of the index looks at. A line has no date of its own in a file that
 * is written to every day, so only its words say whether it knows. Nothing is changed.
 *
 * Before: `- Retries live in src/net/retry.ts`; git removed that file in 4f2a.
 * After: the same, and the report names line and commit.
 */
import { say } from '../languages/index.ts'
import { INDEX_FILE, type Memory, type Snapshot } from '../model/index.ts'
import { indexNote, quoted, showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import type { MissingReference } from './fields.ts'
import { factWords, lineWords, listed } from './words.ts'
import { isSpokenOfAsThere } from './worth-telling.ts'

const staleLine = kind({
  kind: 'index-text-stale',
  words: ({ judged }) => judged.indexText,
  fields: ({ count, text, missingReference }) => ({ line: count, text, missing: missingReference }),
  about: ['line', 'text'],
  subject: () => INDEX_FILE,
  say: ({ line, missing }) =>
    say().judged.indexText.say(lineWords(line), showText(missing.reference.text), factWords(missing.fact)),
  evidence: ({ text }) => [quoted(text)],
  digest: all =>
    say().judged.indexText.digest(
      all.length,
      listed(
        all.map(({ line, missing }) => say().judged.indexText.place(line, showText(missing.reference.text))),
        3,
      ),
    ),
})

type StaleLine = Found<FindingOf<typeof staleLine>>

export const indexKnowledge = check({
  name: 'index-knowledge',
  kinds: [staleLine],
  notUnderSeed: true,
  find(snapshot) {
    const note = snapshot.folder.layout === 'index' ? indexNote(snapshot.folder.index) : undefined
    return note === undefined ? [] : staleLines(note, snapshot)
  },
})

/** What an entry says of its note is the note's own matter. */
function entryLines({ folder: { index, memories } }: Snapshot): ReadonlySet<number> {
  const there = new Set<string>(memories.map(({ file }) => file))
  const lines = index?.lines ?? []
  return new Set(lines.flatMap(({ entry }, at) => (there.has(entry?.file ?? '') ? [at + 1] : [])))
}

function staleLines(note: Memory, snapshot: Snapshot): StaleLine[] {
  const { evidence } = snapshot
  const lines = textOf(note).fileLines
  const entries = entryLines(snapshot)
  const seen = new Set<number>()
  return note.references.flatMap((reference): StaleLine[] => {
    if (reference.kind !== 'path' || seen.has(reference.line) || entries.has(reference.line)) return []
    const fact = evidence.paths.get(reference.path)
    if (fact?.presence !== 'missing' || (fact.why !== 'removed' && fact.why !== 'renamed')) return []
    const missing: MissingReference = { reference, fact }
    if (!isSpokenOfAsThere(missing, note)) return []
    seen.add(reference.line)
    return [
      { kind: 'index-text-stale', line: reference.line, text: lines[reference.line - 1]!.trim(), missing },
    ]
  })
}
