import type { Ask, Host, Where } from '../app/index.ts'

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
  /** A clock and a timer for what a command waits for; the real ones where absent. */
  readonly time?: Pick<Where, 'clock' | 'timer'>
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

export function hostOf({ cwd, home, env, platform, time }: Io): Host {
  const program = [process.execPath, process.argv[1] ?? 'dream']
  return { cwd, home, env, platform, program, ...(time !== undefined && { time }) }
}
