import type { Timer } from '../../../src/models/timer.ts'

/** A clock that stands still until it is turned. */
export interface HandTimer extends Timer {
  after(ms: number, callback: () => void): () => void
  /** Turns it on, and lets everything that is due then happen before it gives back. */
  turn(ms: number): Promise<void>
  readonly waiting: () => number
}

export function handTimer(): HandTimer {
  let now = 0
  let due: { at: number; callback: () => void }[] = []
  return {
    now: () => now,
    after(ms, callback) {
      const one = { at: now + ms, callback }
      due.push(one)
      return () => {
        due = due.filter(other => other !== one)
      }
    },
    async turn(ms) {
      const end = now + ms
      await settle()
      for (;;) {
        const next = due.filter(one => one.at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        now = Math.max(now, next.at)
        due = due.filter(one => one !== next)
        next.callback()
        await settle()
      }
      now = end
    },
    waiting: () => due.length,
  }
}

const settle = () => new Promise<void>(done => setImmediate(done))

/** A timer by which every pause is over at once, and a deadline passes only when it is told to. */
export interface EagerTimer extends Timer {
  /** The next one, that is. */
  passDeadline(): void
}

export function eagerTimer(): EagerTimer {
  let now = 0
  let due: { at: number; callback: () => void }[] = []
  const moveTo = (time: number) => {
    const passed = due.filter(({ at }) => at <= time)
    due = due.filter(({ at }) => at > time)
    now = Math.max(now, ...passed.map(({ at }) => at))
    for (const { callback } of passed) callback()
  }
  const deadline = (at: number, callback: () => void) => {
    const one = { at, callback }
    due.push(one)
    return () => {
      due = due.filter(other => other !== one)
    }
  }
  const pause = (at: number, callback: () => void) => {
    const soon = setImmediate(() => {
      moveTo(at)
      now = Math.max(now, at)
      callback()
    })
    return () => clearImmediate(soon)
  }
  return {
    now: () => now,
    after: (ms, callback, what) => (what === 'deadline' ? deadline : pause)(now + ms, callback),
    passDeadline: () => moveTo(Math.min(...due.map(({ at }) => at))),
  }
}
