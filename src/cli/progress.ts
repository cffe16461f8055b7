import type { Progress } from '../index.ts'
import type { Io } from './io.ts'

/** Shows how far long work has come, where a person watches. */
export function progressOn({ busy }: Io): { step: Progress; clear: () => void } {
  return {
    step({ what, done, of }) {
      const share = done === undefined ? '' : ` ${done}${of === undefined ? '' : ` of ${of}`}`
      busy?.say(`${what}${share}`)
    },
    clear: () => busy?.hush(),
  }
}
