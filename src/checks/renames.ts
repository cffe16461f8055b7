/**
 * # Renamed paths
 *
 * Finds paths that git knows under a new name (D8). The memory is not stale, its path is: the plan offers the new one.
 *
 * Wrong to use where the memory tells the story of the rename itself ("`a.ts` became `b.ts`"): there the old name is
 * meant. So the new path is always offered to a person and never written alone.
 *
 * Before: "Routes live in `src/router.ts`"; git renamed it to `src/http/router.ts`.
 * After, once accepted: "Routes live in `src/http/router.ts`".
 */
import { say } from '../languages/index.ts'
import { isWhole, type Memory, type Snapshot } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { commitWords, lineWords } from './words.ts'

const renamedPath = kind({
  kind: 'renamed-path',
  words: ({ checks }) => checks.renamedPath,
  fields: ({ fileName, text, count }) => ({
    file: fileName,
    path: text,
    to: text,
    commit: text,
    date: text,
    line: count,
  }),
  about: ['file', 'path', 'date'],
  level: 'warning',
  say: ({ path, to }) => say().checks.renamedPath.say(showText(path), showText(to)),
  evidence: ({ line, commit, date }) => [
    say().checks.renamedPath.evidence(lineWords(line), commitWords(commit, date)),
  ],
  offer({ file, path, to }, { memories }) {
    const memory = memories.get(file)!
    const body = replacePath(memory.body, path, to)
    return {
      file,
      ...(body !== memory.body && isWhole(memory) && { text: memory.head + body }),
      because: say().checks.renamedPath.because(path, to),
    }
  },
})

type RenamedFinding = FindingOf<typeof renamedPath>

export const renames = check({
  name: 'renames',
  kinds: [renamedPath],
  find: snapshot => snapshot.folder.memories.flatMap(memory => renamedPaths(memory, snapshot)),
})

function renamedPaths(memory: Memory, { evidence }: Snapshot) {
  const found = new Map<string, Found<RenamedFinding>>()
  for (const reference of memory.references) {
    if (reference.kind !== 'path' || found.has(reference.path)) continue
    const fact = evidence.paths.get(reference.path)
    if (fact?.presence !== 'missing' || fact.why !== 'renamed') continue
    const { to, commit, date } = fact
    const { path, line } = reference
    found.set(path, { kind: 'renamed-path', file: memory.file, path, to, commit, date, line })
  }
  return [...found.values()]
}

/** Whole paths only: `src/a.ts` is not meant by `src/a.tsx` or `lib/src/a.ts`. */
function replacePath(text: string, path: string, to: string): string {
  const parts = text.split(path)
  return parts.reduce((before, next) => {
    const isWholePath =
      !/[\p{L}\p{N}_./~-]$/u.test(before.slice(-2)) && !/^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}])/u.test(next)
    return before + (isWholePath ? to : path) + next
  })
}
