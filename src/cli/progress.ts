import type { Progress } from '../index.ts'
import type { Io } from './io.ts'

/** Work that takes longer than this says what it is doing. */
const PATIENCE_MS = 1000
const REDRAW_MS = 100
const CLEAR_LINE = '\r\u001b[K'

/** A line on stderr that shows how far long work has come; nothing where there is no terminal. */
export function progressOn(io: Io): { step: Progress; clear: () => void } {
  if (io.stderr.isTTY !== true) return { step: () => {}, clear: () => {} }
  let started = performance.now()
  let drawn = 0
  return {
    step({ what, done, of }) {
      const now = performance.now()
      if (now - started < PATIENCE_MS || now - drawn < REDRAW_MS) return
      drawn = now
      const share = done === undefined ? '' : ` ${done}${of === undefined ? '' : ` of ${of}`}`
      io.stderr.write(`${CLEAR_LINE}${what}${share} …`)
    },
    clear() {
      if (drawn > 0) io.stderr.write(CLEAR_LINE)
      drawn = 0
      started = performance.now()
    },
  }
}
