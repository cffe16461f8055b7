import type { Where } from '../../src/app/app.ts'
import type { MagmaSettings } from '../../src/config/in-force.ts'
import { DEFAULTS } from '../../src/config/settings.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { openQueue, type ReviewQueue } from '../../src/review/queue.ts'

/** What waits for a person at a place. */
export const queueAt = (
  where: Where,
  policy: Policy = DEFAULT_POLICY,
  settings: MagmaSettings = DEFAULTS,
): ReviewQueue => openQueue({ where, policy, settings: { ...settings, store: DEFAULTS.store } })
