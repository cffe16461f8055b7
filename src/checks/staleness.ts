/**
 * # Staleness
 *
 * Finds memories that name files or symbols which are no longer in the project: `fully-stale` where nothing they name is
 * left, `partially-stale` where some of it is gone (D6, D7).
 *
 * Under `careful` a path counts as missing only with a reason: git removed it, or its folder is there and it is not. A
 * path that never was here, leads out of the project, or could not be looked up neither condemns nor saves; a path with a
 * new name is alive; a missing symbol alone condemns nothing. Under `seed` whatever does not resolve is missing.
 *
 * Wrong to use where the memory is about the past ("we removed `src/legacy.ts` because …"): the reference is meant to be
 * gone. That is why what is partly stale is shown and kept, and rules, pinned and recent memories wait for a person.
 *
 * Before: `auth.md` says "Tokens are refreshed in `src/auth/refresh.ts`"; git removed that file in 4f2a on 2026-03-01.
 * After: `auth.md` is in the archive, with the commit and the day as the reason.
 */
import type { StaleFinding } from '../memory/finding.ts'
import type { Check } from './check.ts'
import { standing } from './standing.ts'

export const staleness: Check = {
  name: 'staleness',
  find({ folder, evidence }, rules) {
    return folder.memories.flatMap(memory => {
      const { class: kind, missing, present } = standing(memory, evidence, rules)
      if (kind !== 'fully-stale' && kind !== 'partially-stale') return []
      const finding: StaleFinding = { kind, file: memory.file, missing, present }
      return [{ source: 'observed' as const, ...finding }]
    })
  },
}
