import type { Store } from './store.ts'

/**
 * Erases what the newest record says was purged, also where that was cut off. Older purges are done: bytes that came
 * back since then came back with a record of their own, and stay.
 */
export function eraseLastPurge(store: Store): void {
  const purged = new Set(store.log.last()?.purged)
  if (purged.size === 0) return
  store.objects.erase(purged)
  store.seen.erase(purged)
}
