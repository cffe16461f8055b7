import { homedir } from 'node:os'
import { foldersOf, storeContext, type Where } from '../app/index.ts'
import { acquire, type Clock, DREAM_LOCK, errorWords, LockHeld, type LockKind } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  DreamError,
  numberArgument,
  objectArgument,
  optionsArgument,
  textArgument,
  wrongArgument,
} from '../model/index.ts'
import { openStore } from '../store/index.ts'

export interface LockRequest {
  /** Which lock; `dream-consolidation` is the one that every run of Dream takes. */
  readonly key?: string
  /** Milliseconds after which anyone may take over from a holder who gave no sign of life; an hour. */
  readonly ttl?: number
  /** How often it is tried, and how many milliseconds apart: three times, a second apart. */
  readonly retry?: { readonly attempts?: number; readonly backoff?: number }
}

/** A lock that is held. */
export interface ConsolidationLease {
  readonly key: string
  /** A sign of life; throws where another process took over meanwhile. */
  check(): void
  release(): void
}

export interface ConsolidationLockOptions extends Partial<Pick<Where, 'cwd' | 'home' | 'env'>> {
  readonly clock?: Clock
}

const OWN_KEY = 'dream-consolidation'
const LONGEST_TTL = 86_400_000

/** One dream at a time for a memory directory, across processes. */
export class ConsolidationLock {
  private readonly where: Where
  private readonly clock: Clock | undefined

  constructor(directory: string, options: ConsolidationLockOptions = {}) {
    textArgument('new ConsolidationLock(directory)', 'the path of a memory folder', directory)
    optionsArgument('new ConsolidationLock(directory, options)', options)
    const { cwd = process.cwd(), home = homedir(), env = process.env, clock } = options
    this.where = { cwd, home, env, paths: [directory], allProjects: false }
    this.clock = clock
  }

  /** The lock, or nothing where another process holds it. */
  async acquire(request: LockRequest = {}): Promise<ConsolidationLease | undefined> {
    const kind = kindFor(request)
    const [found] = foldersOf(this.where)
    if (found === undefined) throw new DreamError(say().vault.notFolder(String(this.where.paths[0])), 2)
    const context = storeContext(this.where)
    try {
      const store = openStore(context.sys, context.stateHome, found.root)
      try {
        const lock = await acquire(store.locks, kind, 'lock', this.clock ?? context.clock)
        return leaseOf(request.key ?? OWN_KEY, lock, () => store.close())
      } catch (error) {
        store.close()
        throw error
      }
    } catch (error) {
      if (error instanceof LockHeld) return undefined
      throw new DreamError(say().places.locks.notTaken(errorWords(error)), 1)
    }
  }
}

/** Given back once: a second `release` has nothing to give. */
function leaseOf(
  key: string,
  lock: { check(): void; release(): void },
  close: () => void,
): ConsolidationLease {
  let state: 'held' | 'released' = 'held'
  return {
    key,
    check: () => {
      if (state === 'released') throw new DreamError('the lock is not held any more', 1)
      try {
        lock.check()
      } catch (error) {
        throw new DreamError(errorWords(error), 4)
      }
    },
    release: () => {
      if (state === 'released') return
      state = 'released'
      lock.release()
      close()
    },
  }
}

const CALL = 'ConsolidationLock.acquire({ key, ttl, retry })'

function kindFor(request: unknown): LockKind {
  const { key = OWN_KEY, ttl, retry = {} } = objectArgument(CALL, 'an object', request)
  const { attempts, backoff } = objectArgument(CALL, 'retry to be an object', retry)
  if (typeof key !== 'string' || !/^[\w-]{1,60}$/.test(key))
    throw wrongArgument(CALL, 'key to be a name of letters, digits, _ and -', key)
  numberArgument(CALL, 'ttl', ttl, { from: 1, to: LONGEST_TTL })
  numberArgument(CALL, 'retry.attempts', attempts, { from: 1 })
  numberArgument(CALL, 'retry.backoff', backoff, { from: 0 })
  return {
    // A key of a program's own never gets in the way of Dream's.
    name: key === OWN_KEY ? DREAM_LOCK.name : `key-${key}`,
    leaseMs: (ttl as number | undefined) ?? DREAM_LOCK.leaseMs,
    attempts: (attempts as number | undefined) ?? DREAM_LOCK.attempts,
    pauseMs: (backoff as number | undefined) ?? DREAM_LOCK.pauseMs,
  }
}
