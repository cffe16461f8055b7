/** The only clock that calls to models know; tests pass one that they turn by hand. */
export interface Timer {
  /** Milliseconds; only differences mean anything. */
  now(): number
  /** Calls back once; what is given back takes it off again. A test may end pauses at once and deadlines when it likes. */
  after(ms: number, callback: () => void, what: 'pause' | 'deadline'): () => void
}

export const realTimer: Timer = {
  now: () => performance.now(),
  after(ms, callback) {
    const timeout = setTimeout(callback, ms)
    return () => clearTimeout(timeout)
  },
}

/** Waits, unless it is stopped. */
export function pause(timer: Timer, ms: number, signal: AbortSignal): Promise<'waited' | 'stopped'> {
  if (signal.aborted) return Promise.resolve('stopped')
  return new Promise(done => {
    const stop = () => {
      cancel()
      done('stopped')
    }
    const over = () => {
      signal.removeEventListener('abort', stop)
      done('waited')
    }
    const cancel = timer.after(ms, over, 'pause')
    signal.addEventListener('abort', stop, { once: true })
  })
}

/**
 * A controller of one's own that also stops when another signal does. By hand, because what `AbortSignal.any` gives
 * back is held weakly, and a stop that is forgotten is a run that hangs.
 */
export function following(signal: AbortSignal | undefined): {
  readonly controller: AbortController
  release(): void
} {
  const controller = new AbortController()
  const stop = () => controller.abort()
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  return { controller, release: () => signal?.removeEventListener('abort', stop) }
}

/** Whose time a model has, as an option of `openModel`. */
export function timerOf({ timer }: { readonly timer?: Timer }): { readonly timer?: Timer } {
  return timer === undefined ? {} : { timer }
}
