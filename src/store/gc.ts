import { type OpenFolder, type StoreContext, withFolder } from './folder.ts'
import { findGarbage, type Garbage } from './garbage.ts'
import type { Packed } from './objects.ts'
import type { Store } from './store.ts'

/** What was removed from the state of a folder, or would be; in bytes. */
export interface Collected {
  readonly unneeded: { readonly count: number; readonly bytes: number }
  /** Versions of Dream's own files that are kept as differences now. */
  readonly packed: Packed
  readonly leftovers: { readonly count: number; readonly bytes: number }
  readonly held?: string
}

/** Versions that are packed before the lock is looked at again. */
const AT_ONCE = 200

/**
 * Removes what nothing needs from the state of a folder. Every step can be the last one: what is to be kept in another
 * form is on disk in that form before it goes, and what goes is needed by nobody.
 */
export async function collectGarbage(context: StoreContext, root: string): Promise<Collected> {
  return withFolder(context, root, 'gc', folder => {
    const found = findGarbage(folder.store, context.clock.now())
    const packed = packAll(folder, found)
    for (const { hash } of found.unneeded) {
      // Whoever took over may need what nobody needed a moment ago.
      folder.lock.check()
      folder.store.objects.remove(hash)
    }
    folder.lock.check()
    for (const { name } of found.tails) folder.store.dir.discard(name)
    folder.store.seen.removePacks(found.packs.map(({ name }) => name))
    return collected(found, packed)
  })
}

/** What `collectGarbage` would remove; changes nothing. */
export function previewGarbage(store: Store, now: number): Collected {
  const found = findGarbage(store, now)
  return collected(found, store.objects.previewPack(found.whole))
}

function packAll({ store, lock }: OpenFolder, { whole }: Garbage): Packed {
  const all = { count: 0, bytes: 0 }
  for (let at = 0; at < whole.length; at += AT_ONCE) {
    lock.check()
    const { count, bytes } = store.objects.pack(whole.slice(at, at + AT_ONCE))
    all.count += count
    all.bytes += bytes
  }
  return all
}

function collected({ unneeded, tails, packs, held }: Garbage, packed: Packed): Collected {
  return {
    unneeded: counted(unneeded),
    packed,
    leftovers: counted([...tails, ...packs]),
    ...(held !== undefined && { held }),
  }
}

function counted(list: readonly { readonly size: number }[]): { count: number; bytes: number } {
  return { count: list.length, bytes: list.reduce((sum, { size }) => sum + size, 0) }
}
