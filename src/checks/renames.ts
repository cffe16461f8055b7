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
import type { Memory, RenamedFinding, Snapshot } from '../model/index.ts'
import type { Check } from './check.ts'

export const renames: Check = {
  name: 'renames',
  find(snapshot) {
    return snapshot.folder.memories.flatMap(memory =>
      renamedPaths(memory, snapshot).map(finding => ({ source: 'observed' as const, ...finding })),
    )
  },
}

function renamedPaths(memory: Memory, { evidence }: Snapshot): RenamedFinding[] {
  const found = new Map<string, RenamedFinding>()
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
