import { acquire, DREAM_LOCK, LockLost } from '../disk/index.ts'
import type { StoreContext } from './folder.ts'
import { openStore } from './store.ts'

/** One dream at a time for a memory folder, from the first look to the last write. */
export interface Lease {
  /** Throws where another process took over. */
  check(): void
  /** Shows a sign of life. */
  renew(): void
  release(): void
}

export async function takeLease(context: StoreContext, root: string, command: string): Promise<Lease> {
  const store = openStore(context.sys, context.stateHome, root)
  try {
    const lock = await acquire(store.locks, DREAM_LOCK, command, context.clock)
    return {
      check: () => lock.check(),
      renew: () => {
        try {
          lock.check()
        } catch (error) {
          // Whoever took over has it now; `check` says so before anything is written.
          if (!(error instanceof LockLost)) throw error
        }
      },
      release: () => {
        lock.release()
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}
