import type { Where } from '../app/index.ts'

/** Everything a command knows of the world around it, so that a test can run the whole CLI in its own process. */
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

/** Questions to a person at a terminal. */
export interface Ask {
  choose<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T | 'cancelled'>
  confirm(question: string): Promise<'yes' | 'no' | 'cancelled'>
  /** One key press; Enter alone is `otherwise`. */
  key<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    otherwise: NoInfer<T>,
  ): Promise<T | 'cancelled'>
  /** A line of the person's own; empty where they have nothing to say. */
  line(question: string): Promise<{ readonly text: string } | 'cancelled'>
  /** The person's own editor on a copy of the text. */
  edit(name: string, text: string): Promise<{ readonly text: string } | 'cancelled'>
}

export interface Choice<T extends string> {
  readonly value: T
  readonly label: string
  readonly hint?: string
}

/** Someone is there to answer: questions go to stderr, so stdout may lead into a file or a pipe. */
export const someoneIsThere = (io: Io): boolean => io.stdin.isTTY === true && io.stderr.isTTY === true
