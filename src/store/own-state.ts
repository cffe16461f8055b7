import { acquire, COMMIT_LOCK } from '../disk/index.ts'
import type { StoreContext } from './folder.ts'
import { openStore, rememberRoot, type Store } from './store.ts'

/**
 * Writes to Dream's own state of a memory folder, and to nothing of the user's: a run that was cut off is left to those who
 * may finish it. The folder itself need not be there.
 */
export async function withOwnState<Result>(
  { sys, stateHome, clock }: StoreContext,
  root: string,
  command: string,
  work: (store: Store) => Result,
): Promise<Result> {
  const store = openStore(sys, stateHome, root)
  try {
    const lock = await acquire(store.locks, COMMIT_LOCK, command, clock)
    try {
      rememberRoot(store, root)
      store.seen.settle()
      return work(store)
    } finally {
      lock.release()
    }
  } finally {
    store.close()
  }
}
