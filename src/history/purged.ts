import type { Store } from './store.ts'

/**
 * Erases what the newest record says was purged, also where that was cut off. Older purges are done: bytes that came
 * back since then came back with a record of their own, and stay.
 */
export function eraseLastPurge(store: Store): void {
  const purged = store.log.read().records.at(-1)?.purged ?? []
  for (const hash of purged) store.objects.erase(hash)
  if (purged.length > 0) store.seen.erase(new Set(purged))
}
