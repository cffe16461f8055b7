import picocolors from 'picocolors'
import type { Palette } from '../report/index.ts'
import type { Flags } from './flags.ts'
import type { Io, Out } from './io.ts'

const WITHOUT_TERMINAL = 100
const WIDEST = 120

/** Colours and width for one stream. */
export function lookOf(io: Io, out: Out, flags: Flags): { color: Palette; width: number } {
  return {
    color: palette(hasColor(io, out, flags)),
    width: Math.min(out.columns || WITHOUT_TERMINAL, WIDEST),
  }
}

/** A flag decides; then NO_COLOR, then FORCE_COLOR, then whether it is a terminal. */
function hasColor(io: Io, out: Out, flags: Flags): boolean {
  if (flags.color !== undefined) return flags.color
  if (io.env['NO_COLOR']) return false
  if (io.env['FORCE_COLOR']) return io.env['FORCE_COLOR'] !== '0'
  return out.isTTY === true && io.env['TERM'] !== 'dumb'
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
