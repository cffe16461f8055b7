import { Command as Commander, InvalidArgumentError, Option } from 'commander'
import {
  type Command,
  type Input,
  type Inputs,
  isPositional,
  optionName,
  type Values,
} from '../commands/index.ts'

/** Options of the terminal, not of a command: how its result is printed. */
export interface PrintOptions {
  readonly json?: boolean
  readonly color?: boolean
}

export interface Parsed {
  readonly values: Values<Inputs>
  readonly print: PrintOptions
}

/** Reads the arguments of one command. Throws CommanderError for what is wrong, and after `--help`. */
export function parse(command: Command, argv: readonly string[], writeHelp: (text: string) => void): Parsed {
  const parser = parserFor(command, writeHelp)
  let parsed: Parsed | undefined
  parser.action(() => {
    const { json, color, ...options } = parser.opts<Record<string, unknown> & PrintOptions>()
    const values = { ...options, ...positionals(command.input, parser.args) } as Values<Inputs>
    const print = { ...(json !== undefined && { json }), ...(color !== undefined && { color }) }
    parsed = { values, print }
  })
  parser.parse([...argv], { from: 'user' })
  return parsed!
}

export function parserFor(command: Command, writeHelp: (text: string) => void): Commander {
  const { name, summary, input, examples, format } = command
  const parser = new Commander(`dream ${name}`)
    .description(summary)
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeOut: writeHelp, writeErr: () => {} })
    .configureHelp({ helpWidth: 100 })
    .addHelpText('after', examplesText(examples))
  for (const [key, each] of Object.entries(input))
    if (isPositional(each)) parser.argument(spelling(key, each), each.about)
    else parser.addOption(optionFor(key, each))
  if (format !== undefined) parser.addOption(new Option('--json', 'print JSON').conflicts('markdown'))
  return parser
    .addOption(new Option('--color', 'colours also without a terminal'))
    .addOption(new Option('--no-color', 'no colours'))
}

function spelling(key: string, { kind, need }: Extract<Input, { need: string }>): string {
  const name = kind === 'words' ? `${key}...` : key
  return need === 'required' ? `<${name}>` : `[${name}]`
}

function optionFor(key: string, input: Exclude<Input, { need: string }>): Option {
  const short = input.short === undefined ? '' : `-${input.short}, `
  const option = new Option(`${short}${optionName(key)}${placeholder(key, input)}`, input.about)
  if (input.conflicts !== undefined) option.conflicts([...input.conflicts])
  if (input.kind === 'choice') option.choices([...input.choices])
  if (input.kind === 'count') option.argParser(text => wholeNumber(text, 0))
  if (input.kind === 'positive') option.argParser(text => wholeNumber(text, 1))
  if (input.kind === 'texts') option.argParser((value: string, before: string[] = []) => [...before, value])
  return option
}

function placeholder(key: string, input: Exclude<Input, { need: string }>): string {
  if (input.kind === 'flag') return ''
  if (input.kind === 'count' || input.kind === 'positive') return ' <n>'
  return ` <${'value' in input ? input.value : key}>`
}

function wholeNumber(text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new InvalidArgumentError(`It has to be a whole number from ${least} on.`)
  return Number(text)
}

function positionals(input: Inputs, words: readonly string[]): Record<string, unknown> {
  const keys = Object.entries(input).filter(([, each]) => isPositional(each))
  const pairs = keys.map(([key, { kind }], at) => [key, kind === 'words' ? words.slice(at) : words[at]])
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

export function examplesText(examples: Command['examples']): string {
  const widest = Math.max(...examples.map(({ line }) => line.length))
  const lines = examples.map(({ line, about }) => `  ${line.padEnd(widest)}  ${about}`)
  return ['', 'Examples:', ...lines].join('\n')
}
