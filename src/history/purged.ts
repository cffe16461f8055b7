import type { Store } from './store.ts'

/**
 * Erases what the newest record says was purged, also where that was cut off. Older purges are done: bytes that came
 * back since then came back with a record of their own, and stay.
 */
export function eraseLastPurge(store: Store): void {
  for (const hash of store.log.read().records.at(-1)?.purged ?? []) store.objects.erase(hash)
}
