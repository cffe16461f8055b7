import type { App, Ask, Progress, SettingsNeed } from '../app/index.ts'
import type { Page, PageOptions } from '../report/index.ts'
import type { Inputs, Values } from './input.ts'

/** Where the help shows a command, in this order. */
export const GROUPS = {
  everyday: 'Every day',
  folders: 'Plans and notes',
  models: 'Models',
  automatic: 'By itself',
  engines: 'Search and vectors',
  care: 'Dream’s own files',
  shell: 'Shell',
} as const

type Group = keyof typeof GROUPS

/** A command is one value: options, help, completion, schemas and every interface are made from it. */
export interface Command<I extends Inputs = Inputs, R = unknown> {
  readonly name: string
  readonly group: Group
  /** One line for the list of commands. */
  readonly summary: string
  readonly examples: readonly Example[]
  readonly input: I
  /** `write`: may change files, Dream's own included. */
  readonly effect: 'read' | 'write'
  readonly settings: SettingsNeed
  /** `own`: says itself how far it is; the others are said to be at work. */
  readonly progress?: 'own'
  run(app: App, input: Values<I>, talk: Talk): Promise<R>
  /** Onto the page; or as text that is printed as it is, the empty text prints nothing. */
  render(result: R, page: Page, view: View<I>): Page | string
  /** `dream-<format>` names the JSON of the result for programs. */
  readonly format?: string | ((result: R) => string)
  /** JSON that is not just the result under its format. */
  json?(result: R, input: Values<I>): string
  markdown?(result: R): string
  /** What `--output` writes; nothing where this result is only shown. */
  file?(result: R, form: 'text' | 'json', input: Values<I>): string | undefined
  exitCode?(result: R, input: Values<I>): number
}

export interface View<I extends Inputs = Inputs> {
  readonly input: Values<I>
  /** Options that lead another command to the same folders: ` --folder notes`. */
  readonly place: string
  readonly look: PageOptions
  /** `file`: the whole went to a file, and what is rendered comes beside it. */
  readonly output: 'terminal' | 'file'
}

interface Example {
  readonly line: string
  readonly about: string
}

/** How a command speaks with whoever started it while it works. */
export interface Talk {
  /** Someone who can answer; absent where nobody is there. */
  readonly ask?: Ask
  /** For the person at the terminal, beside the result. */
  say(text: string): void
  /** Colours and width for what `say` is given. */
  readonly look: PageOptions
  readonly progress: Progress
  /** What the result is printed as. */
  readonly form: 'text' | 'json'
  /** What `--color` or `--no-color` says, for a command that prints by itself. */
  readonly color?: boolean
}

/** Keeps the types of input and result together. */
export const command = <const I extends Inputs, R>(spec: Command<I, R>): Command<I, R> => spec
