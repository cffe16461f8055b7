import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Stops the clock of this process at a moment and takes chance out of the ids of runs, so that a command leaves the same
 * bytes each time it is played; with another salt it has another id. Gives back what puts both right again.
 */
export function fixWorld(moment: number, salt = 0): () => void {
  const [realDate, realBytes] = [globalThis.Date, crypto.randomBytes]
  globalThis.Date = class extends realDate {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [moment] : args) as [number]))
    }

    static override now(): number {
      return moment
    }
  } as DateConstructor
  let drawn = salt * 11
  const bytes = (length: number): Buffer => {
    drawn += 1
    return Buffer.from(Array.from({ length }, (_, at) => (drawn * 7 + at) % 256))
  }
  Object.assign(crypto, { randomBytes: bytes })
  syncBuiltinESMExports()
  return () => {
    globalThis.Date = realDate
    Object.assign(crypto, { randomBytes: realBytes })
    syncBuiltinESMExports()
  }
}
