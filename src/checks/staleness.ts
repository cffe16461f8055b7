/**
 * # Staleness
 *
 * Finds memories that name files or symbols which are no longer in the project: `fully-stale` where nothing they name is
 * left, `partially-stale` where some of it is gone (D6, D7), and of these `mostly-stale` where what the memory is about has
 * left: git removed two files that it names, or one by its path, after it was written, and no path it spells out remains.
 *
 * Under `careful` a path counts as missing only with a reason: git removed it, or its folder is there and it is not. A
 * path that never was here, leads out of the project, or could not be looked up neither condemns nor saves; a path with a
 * new name is alive; a missing symbol alone condemns nothing. Under `seed` whatever does not resolve is missing.
 *
 * Alone, `careful` archives a fully stale memory only where git shows of every path it names that it was removed after the
 * memory was written, and where those are code and documents of the project: not run-time state (logs, caches, data files,
 * `.env`, build output), not a rule, not `feedback` (D39). Without git nothing of this can be shown, and it waits for a person.
 *
 * Wrong to use where the memory is about the past ("we removed `src/legacy.ts` because …"): the reference is meant to be
 * gone. A memory that was written the day its files went, or later, is taken to know, and so is one that says in the same
 * sentence, list item or section that the thing is gone; "the old gateway" alone says nothing. These wait for a person, as
 * do pinned and recent memories and what is only mostly stale. What is partly stale is shown and kept.
 *
 * Before: `auth.md` says "Tokens are refreshed in `src/auth/refresh.ts`"; git removed that file in 4f2a on 2026-03-01.
 * After: `auth.md` is in the archive, with the commit and the day as the reason.
 */
import type { StaleFinding } from '../model/index.ts'
import type { Check } from './check.ts'
import { isMostlyGone } from './mostly-gone.ts'
import { referenceStatus } from './reference-status.ts'

export const staleness: Check = {
  name: 'staleness',
  find(snapshot, rules) {
    return snapshot.folder.memories.flatMap(memory => {
      const stands = referenceStatus(memory, snapshot.evidence, rules)
      const { class: className, missing, present } = stands
      if (className !== 'fully-stale' && className !== 'partially-stale') return []
      const isMostly =
        rules !== 'seed' && className === 'partially-stale' && isMostlyGone(memory, stands, snapshot)
      const kind = isMostly ? 'mostly-stale' : className
      const finding: StaleFinding = { kind, file: memory.file, missing, present }
      return [{ source: 'observed' as const, ...finding }]
    })
  },
}
