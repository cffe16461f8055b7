import type { Timer } from '../../../src/agents/timer.ts'

/** A clock that stands still until it is turned. */
export interface HandTimer extends Timer {
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
