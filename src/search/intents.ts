import type { Where } from '../app/index.ts'
import type { Config } from '../config/index.ts'
import { CACHE, cacheFile, cacheHome } from '../state/index.ts'
import { INTENTS } from './intent.ts'
import { type CachedIntent, IntentCache } from './intent-cache.ts'

const fileOf = ({ env, home }: Pick<Where, 'env' | 'home'>) =>
  cacheFile(`${cacheHome(env, home)}/${CACHE.intents}`, 'read-write')

/** What models said about questions in the last day. */
export function openIntents(where: Pick<Where, 'env' | 'home'>, limits: Config['cache']): IntentCache {
  return new IntentCache(limits, readIntents(fileOf(where).load()?.toString('utf8') ?? ''))
}

export function keepIntents(where: Pick<Where, 'env' | 'home'>, cache: IntentCache): void {
  const all = cache.all()
  if (all.length > 0) fileOf(where).store(new TextEncoder().encode(JSON.stringify(all)))
}

function readIntents(text: string): CachedIntent[] {
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? found.filter(isCached) : []
  } catch {
    return []
  }
}

function isCached(one: unknown): one is CachedIntent {
  if (typeof one !== 'object' || one === null) return false
  const { query, kind, confidence, at } = one as Record<string, unknown>
  return (
    typeof query === 'string' &&
    INTENTS.some(intent => intent === kind) &&
    typeof confidence === 'number' &&
    typeof at === 'number'
  )
}
