import type { Effective } from '../config/index.ts'
import type { FlagName, Flags } from './flags.ts'
import type { Io } from './io.ts'

/** A command as data: the parser, the help and the completion are made from this table. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** As commander reads them: `[paths...]`, `<memory>`. */
  readonly arguments: readonly ArgumentSpec[]
  readonly flags: readonly FlagName[]
  readonly examples: readonly Example[]
  /** `none`: works without the settings. `where-readable`: follows them, and goes on where they cannot be read. */
  readonly settings?: 'none' | 'where-readable' | 'follow'
  /** `its-own`: says itself how far it is. The others are said to go on where they take longer than a second. */
  readonly output?: 'its-own'
  run(call: Call): Promise<number>
}

export interface ArgumentSpec {
  readonly spelling: string
  readonly about: string
  /** What a shell offers in its place. */
  readonly completes: 'directories' | 'files' | 'nothing' | readonly string[]
}

export interface Example {
  readonly line: string
  readonly about: string
}

/** One use of a command. Answers with the exit code. */
export interface Call {
  readonly io: Io
  readonly flags: Flags
  readonly words: readonly string[]
  /** What is configured, for commands that follow it. */
  readonly settings?: Effective
  /** The whole table, for what is said about other commands. */
  readonly commands: readonly Command[]
}

export const PATHS: ArgumentSpec = {
  spelling: '[paths...]',
  about: 'memory folders; without any, those of this project are found',
  completes: 'directories',
}
