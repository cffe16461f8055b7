import { Worker } from 'node:worker_threads'
import type { Busy, Out } from './io.ts'

interface Pace {
  /** Milliseconds: work that takes longer than this says what it is doing. */
  readonly patience: number
  readonly every: number
}

const PACE: Pace = { patience: 1000, every: 200 }
const CLEAR_LINE = '\r\u001b[K'

/** Places in the memory that both threads see; `draw` has them, too. */
const MAY_DRAW = 0
const IS_DRAWING = 1
const HAS_DRAWN = 2

/**
 * Drawn by a thread of its own: reading and planning hold this one for as long as they take, and a person should see
 * that they go on. A line that wraps could not be taken away, so it is cut.
 */
export function startHeartbeat(terminal: Terminal, pace: Pace = PACE): Busy {
  const state = new Int32Array(new SharedArrayBuffer(12))
  const settings: Settings = { ...pace, fd: terminal.fd, state, clear: CLEAR_LINE }
  const worker = new Worker(`(${draw})(process.getBuiltinModule)`, { eval: true, workerData: settings })
  worker.unref()
  // Without it nothing is drawn, and nothing else is different.
  worker.on('error', () => {})
  return {
    say(what) {
      worker.postMessage(what.slice(0, Math.max(10, (terminal.columns ?? 80) - 12)))
      Atomics.store(state, MAY_DRAW, 1)
    },
    hush() {
      Atomics.store(state, MAY_DRAW, 0)
      while (Atomics.load(state, IS_DRAWING) === 1) Atomics.wait(state, IS_DRAWING, 1, pace.every)
      if (Atomics.exchange(state, HAS_DRAWN, 0) === 1) terminal.write(CLEAR_LINE)
    },
  }
}

interface Terminal extends Out {
  readonly fd: number
}

interface Settings extends Pace {
  readonly fd: number
  readonly state: Int32Array
  readonly clear: string
}

/** Runs in the other thread, which knows nothing of this file. */
function draw(builtin: typeof process.getBuiltinModule): void {
  const { parentPort, workerData } = builtin('node:worker_threads')
  const { writeSync: write } = builtin('node:fs')
  const { fd, state, patience, every, clear } = workerData as Settings
  const [mayDraw, isDrawing, hasDrawn] = [0, 1, 2] as const
  let what = ''
  let since = 0
  parentPort?.on('message', (said: string) => {
    what = said
  })
  setInterval(() => {
    if (Atomics.load(state, mayDraw) === 0) {
      since = 0
      return
    }
    since ||= Date.now()
    const elapsed = Date.now() - since
    if (elapsed < patience) return
    Atomics.store(state, isDrawing, 1)
    try {
      // Asked again: from here on the other thread waits for us.
      if (Atomics.load(state, mayDraw) === 1) {
        Atomics.store(state, hasDrawn, 1)
        write(fd, `${clear}${what} … ${Math.floor(elapsed / 1000)} s`)
      }
    } catch {
      // The terminal is full or gone: the next beat tries again.
    } finally {
      Atomics.store(state, isDrawing, 0)
      Atomics.notify(state, isDrawing)
    }
  }, every)
}
