import type { Progress } from '../app/index.ts'
import type { Busy, Out } from './io.ts'

/** Shows how far long work has come, where a person watches. */
export function progressOn(busy: Busy | undefined): Progress {
  return ({ what, done, of }) => {
    const share = done === undefined ? '' : ` ${done}${of === undefined ? '' : ` of ${of}`}`
    busy?.say(`${what}${share}`)
  }
}

const CLEAR_LINE = '\r\u001b[K'

/** One line that each step writes over. A line that wraps could not be taken away, so it is cut. */
export function progressLine(terminal: Out): Busy {
  let state: 'shown' | 'clear' = 'clear'
  return {
    say(what) {
      state = 'shown'
      terminal.write(`${CLEAR_LINE}${what.slice(0, Math.max(10, (terminal.columns ?? 80) - 4))} …`)
    },
    clear() {
      if (state === 'shown') terminal.write(CLEAR_LINE)
      state = 'clear'
    },
  }
}
