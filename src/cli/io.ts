import picocolors from 'picocolors'
import type { Ask, Host, Where } from '../app/index.ts'
import type { Pipes } from '../commands/index.ts'
import type { Palette } from '../report/index.ts'

export type { Ask, Choice } from '../app/index.ts'

/** Everything the command line knows of the world around it, so that a test can run all of it in its own process. */
export interface Io {
  readonly stdout: Out
  readonly stderr: Out
  readonly stdin: { readonly isTTY?: boolean }
  readonly ask: Ask
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly home: string
  readonly platform: string
  /** Where the machine's rules lie, where that is not the usual place. */
  readonly machineFile?: string
  /** A clock and a timer for what a command waits for; the real ones where absent. */
  readonly time?: Pick<Where, 'clock' | 'timer'>
  /** What a protocol is spoken over; the streams of the process where absent. */
  readonly pipes?: Pipes
  /** Where a person watches. */
  readonly busy?: Busy
}

/** A line on the terminal that shows what is being done. */
export interface Busy {
  say(what: string): void
  /** Takes the line away at once, until something is said again. */
  clear(): void
}

export interface Out {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number | undefined
}

/** Someone is there to answer: questions go to stderr, so stdout may lead into a file or a pipe. */
export const someoneIsThere = (io: Io): boolean => io.stdin.isTTY === true && io.stderr.isTTY === true

export function hostOf({ cwd, home, env, platform, machineFile, time }: Io): Host {
  const program = [process.execPath, process.argv[1] ?? 'dream']
  const rules = machineFile === undefined ? {} : { machineFile }
  return { cwd, home, env, platform, program, ...rules, ...(time !== undefined && { time }) }
}

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
