/** One option or argument of a command, as data: parser, help, completion and schemas are made from it. */
export type Input = Flag | Text | Texts | ChoiceInput | Count | Word | Words

interface Option {
  readonly about: string
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
  readonly about: string
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
