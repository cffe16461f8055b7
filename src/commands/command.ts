import type { Readable, Writable } from 'node:stream'
import type { App, Ask, Progress, SettingsNeed } from '../app/index.ts'
import type { Language, Messages } from '../languages/index.ts'
import type { Page, PageOptions } from '../report/index.ts'

/** Under which title the help shows a command; `unlisted` ones are for whoever knows them. */
type Group = keyof Messages['cli']['groups'] | 'unlisted'

/** What the help says about a command. */
interface Help {
  readonly summary: string
  /** Of its own options; those that commands share are in `options` of the messages. */
  readonly options?: Readonly<Record<string, string>>
  /** A line for each example. */
  readonly examples: readonly string[]
}

/** A command is one value: options, help, completion, schemas and every interface are made from it. */
export interface Command<I extends Inputs = Inputs, R = unknown> {
  /** As it is typed; of two words where it belongs to another command: `journal review`. */
  readonly name: string
  readonly group: Group
  readonly help: (say: Messages) => Help
  /** Command lines to copy. */
  readonly examples: readonly string[]
  readonly input: I
  /** `write`: may change files, Dream's own included. */
  readonly effect: 'read' | 'write'
  readonly settings: SettingsNeed
  /** `own`: says itself how far it is; the others are said to be at work. */
  readonly progress?: 'own'
  /** Of the journals that a result is about: people read it in that language where they chose none. */
  language?(result: R): Language | undefined
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

/** How a command speaks with whoever started it while it works. */
/** Two streams that carry a protocol instead of text for a person. */
export interface Pipes {
  readonly input: Readable
  readonly output: Writable
}

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
  /** What a protocol is spoken over; the streams of the process where absent. */
  readonly pipes?: Pipes
  /** What `--color` or `--no-color` says, for a command that prints by itself. */
  readonly color?: boolean
  /** What `--lang` says, for a command that makes a text in `run`. */
  readonly lang?: Language
}

/** Keeps the types of input and result together. */
export const command = <const I extends Inputs, R>(spec: Command<I, R>): Command<I, R> => spec

/** What the help says about an option of a command. */
export const optionHelp = ({ help }: Command, key: string, say: Messages): string =>
  help(say).options?.[key] ?? (say.options as Readonly<Record<string, string>>)[key] ?? ''

/** One option or argument of a command, as data: parser, help, completion and schemas are made from it. */
export type Input = Flag | Text | Texts | ChoiceInput | Count | Word | Words

interface Option {
  /** One letter: `-o`. */
  readonly short?: string
  /** Options that cannot be given together with this one. */
  readonly conflicts?: readonly string[]
}

interface Flag extends Option {
  readonly kind: 'flag'
}

interface Text extends Option {
  readonly kind: 'text'
  /** What the help calls its value; `file` and `dir` complete as such. */
  readonly value: string
}

/** May be given again. */
interface Texts extends Option {
  readonly kind: 'texts'
  readonly value: string
}

interface ChoiceInput extends Option {
  readonly kind: 'choice'
  readonly choices: readonly string[]
}

/** `count`: a whole number from 0 on. `positive`: from 1 on. */
interface Count extends Option {
  readonly kind: 'count' | 'positive'
}

interface Positional {
  readonly need: 'required' | 'optional'
  /** What a shell offers in its place. */
  readonly completes: 'directories' | 'files' | 'nothing' | readonly string[]
}

interface Word extends Positional {
  readonly kind: 'word'
}

/** All the words that follow. */
interface Words extends Positional {
  readonly kind: 'words'
}

export type Inputs = Readonly<Record<string, Input>>

type ValueOf<I extends Input> = I extends { kind: 'flag' }
  ? boolean
  : I extends { kind: 'count' | 'positive' }
    ? number
    : I extends { kind: 'choice'; choices: readonly (infer Choice)[] }
      ? Choice
      : I extends { kind: 'texts' | 'words' }
        ? readonly string[]
        : string

type Required<I extends Inputs> = {
  [K in keyof I]: I[K] extends { readonly need: 'required' } ? K : never
}[keyof I]

/** What a command is given: required arguments always, everything else where it was said. */
export type Values<I extends Inputs> = {
  readonly [K in Required<I>]: ValueOf<I[K]>
} & {
  readonly [K in Exclude<keyof I, Required<I>>]?: ValueOf<I[K]>
}

export type { Positional }

export const isPositional = (input: Input): input is Word | Words =>
  input.kind === 'word' || input.kind === 'words'

/** `allProjects` as it is typed: `--all-projects`. */
export const optionName = (key: string): string =>
  `--${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
