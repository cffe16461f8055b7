import { say } from '../languages/index.ts'
import type { Timer } from './timer.ts'
import { type Reply, type Transport, unanswered } from './transport.ts'

export interface Pace {
  /** Calls at the same time; null is no limit. */
  readonly concurrency: number | null
  /** Milliseconds between the starts of two calls. */
  readonly intervalMs: number
}

/** One after the other through a door: in the order of arrival, no more at a time and no faster than the pace. */
export interface Gate {
  enter(patience: 'wait' | 'now', signal: AbortSignal): Promise<'in' | 'busy' | 'stopped'>
  leave(): void
}

export function makeGate({ concurrency, intervalMs }: Pace, timer: Timer): Gate {
  const most = concurrency ?? Number.POSITIVE_INFINITY
  const queue: (() => void)[] = []
  let inside = 0
  let next = Number.NEGATIVE_INFINITY
  let waking: (() => void) | undefined

  const isFree = () => inside < most && timer.now() >= next
  const start = () => {
    inside++
    next = timer.now() + intervalMs
  }
  /** Lets in whoever may come in, and comes back when the next one may. */
  const admit = () => {
    waking?.()
    waking = undefined
    while (queue.length > 0 && isFree()) {
      start()
      queue.shift()!()
    }
    if (queue.length > 0 && inside < most) waking = timer.after(next - timer.now(), admit, 'pause')
  }

  return {
    enter(patience, signal) {
      if (signal.aborted) return Promise.resolve('stopped')
      if (queue.length === 0 && isFree()) {
        start()
        return Promise.resolve('in')
      }
      if (patience === 'now') return Promise.resolve('busy')
      return new Promise(done => {
        const giveUp = () => {
          queue.splice(queue.indexOf(turn), 1)
          done('stopped')
        }
        const turn = () => {
          signal.removeEventListener('abort', giveUp)
          done('in')
        }
        queue.push(turn)
        signal.addEventListener('abort', giveUp, { once: true })
        admit()
      })
    },
    leave() {
      inside--
      admit()
    },
  }
}

export function withLimit(transport: Transport, gate: Gate): Transport {
  return async (call): Promise<Reply> => {
    const entered = await gate.enter(call.patience, call.signal)
    if (entered === 'busy') return unanswered('busy', say().models.busy)
    if (entered === 'stopped') return unanswered('stopped', say().models.stoppedWaiting)
    try {
      return await transport(call)
    } finally {
      gate.leave()
    }
  }
}

const gates = new WeakMap<Timer, Map<string, Gate>>()

/** The same gate for the same service wherever in this process it is asked for. */
export function sharedGate(name: string, pace: Pace, timer: Timer): Gate {
  const known = gates.get(timer) ?? new Map<string, Gate>()
  gates.set(timer, known)
  const key = JSON.stringify([name, pace])
  const gate = known.get(key) ?? makeGate(pace, timer)
  known.set(key, gate)
  return gate
}
