import type { Where } from '../app/index.ts'
import type { Config } from '../config/index.ts'
import { keptBy } from '../state/index.ts'
import { type CachedIntent, IntentCache } from './intent-cache.ts'

const keptIntents = (where: Pick<Where, 'env' | 'home'>) =>
  keptBy<readonly CachedIntent[]>('intents', where, 'read-write')

/** What models said about questions in the last day. */
export function openIntents(where: Pick<Where, 'env' | 'home'>, limits: Config['cache']): IntentCache {
  return new IntentCache(limits, keptIntents(where).load() ?? [])
}

export function keepIntents(where: Pick<Where, 'env' | 'home'>, cache: IntentCache): void {
  const all = cache.all()
  if (all.length > 0) keptIntents(where).store(all)
}
