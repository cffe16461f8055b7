import picocolors from 'picocolors'
import type { Palette } from '../report/index.ts'
import type { Io, Out } from './io.ts'

const WITHOUT_TERMINAL = 100
const WIDEST = 120

/** Colours and width for one stream. */
export function lookOf(io: Io, out: Out, options: { readonly color?: boolean }): Look {
  return {
    color: palette(hasColor(io, out, options.color)),
    width: Math.min(out.columns || WITHOUT_TERMINAL, WIDEST),
  }
}

interface Look {
  readonly color: Palette
  readonly width: number
}

/** A flag decides; then NO_COLOR, then FORCE_COLOR, then whether it is a terminal. */
function hasColor({ env }: Io, out: Out, flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0'
  return out.isTTY === true && env['TERM'] !== 'dumb'
}

function palette(enabled: boolean): Palette {
  const colors = picocolors.createColors(enabled)
  return {
    strong: colors.bold,
    quiet: colors.dim,
    good: colors.green,
    warn: colors.yellow,
    bad: colors.red,
    name: colors.cyan,
  }
}
