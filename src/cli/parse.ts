import { Command as Commander, InvalidArgumentError, Option } from 'commander'
import {
  type Command,
  type Input,
  type Inputs,
  isPositional,
  optionHelp,
  optionName,
  type Values,
} from '../commands/index.ts'
import { type Language, say, spokenLanguages } from '../languages/index.ts'
import { examplesText, partsText } from './help.ts'

/** Options of the terminal, not of a command: how its result is printed. */
export interface PrintOptions {
  readonly json?: boolean
  readonly color?: boolean
  readonly lang?: Language
}

export interface Parsed {
  readonly values: Values<Inputs>
  readonly print: PrintOptions
}

/** Reads the arguments of one command. Throws CommanderError for what is wrong, and after `--help`. */
export function parse(
  command: Command,
  argv: readonly string[],
  writeHelp: (text: string) => void,
  parts: readonly Command[] = [],
): Parsed {
  const parser = parserFor(command, writeHelp, parts)
  let parsed: Parsed | undefined
  parser.action(() => {
    const { json, color, lang, ...options } = parser.opts<Record<string, unknown> & PrintOptions>()
    const values = { ...options, ...positionals(command.input, parser.args) } as Values<Inputs>
    const print = {
      ...(json !== undefined && { json }),
      ...(color !== undefined && { color }),
      ...(lang !== undefined && { lang }),
    }
    parsed = { values, print }
  })
  parser.parse([...argv], { from: 'user' })
  return parsed!
}

export function parserFor(
  command: Command,
  writeHelp: (text: string) => void,
  parts: readonly Command[] = [],
): Commander {
  const { name, input, examples, format } = command
  const words = command.help(say())
  const { cli } = say()
  const parser = new Commander(`dream ${name}`)
    .description(words.summary)
    .helpOption('-h, --help', cli.printHelp)
    .exitOverride()
    .configureOutput({ writeOut: writeHelp, writeErr: () => {} })
    .configureHelp({ helpWidth: 100, styleTitle: title => headingOf(title) })
    .addHelpText('after', `${partsText(parts)}${examplesText(examples, words.examples)}`)
  for (const [key, each] of Object.entries(input))
    if (isPositional(each)) parser.argument(spelling(key, each), optionHelp(command, key, say()))
    else parser.addOption(optionFor(key, each, optionHelp(command, key, say())))
  if (format !== undefined) parser.addOption(new Option('--json', cli.json).conflicts('markdown'))
  return parser
    .addOption(new Option('--color', cli.color))
    .addOption(new Option('--no-color', cli.noColor))
    .addOption(new Option('--debug', cli.debug))
    .addOption(new Option('--lang <code>', cli.lang).choices(spokenLanguages()))
}

/** Commander writes its headings in English. */
const headingOf = (title: string): string =>
  (say().work.headings as Readonly<Record<string, string>>)[title] ?? title

function spelling(key: string, { kind, need }: Extract<Input, { need: string }>): string {
  const name = kind === 'words' ? `${key}...` : key
  return need === 'required' ? `<${name}>` : `[${name}]`
}

function optionFor(key: string, input: Exclude<Input, { need: string }>, about: string): Option {
  const short = input.short === undefined ? '' : `-${input.short}, `
  const option = new Option(`${short}${optionName(key)}${placeholder(key, input)}`, about)
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
    throw new InvalidArgumentError(say().cli.wholeNumber(least))
  return Number(text)
}

function positionals(input: Inputs, words: readonly string[]): Record<string, unknown> {
  const keys = Object.entries(input).filter(([, each]) => isPositional(each))
  const pairs = keys.map(([key, { kind }], at) => [key, kind === 'words' ? words.slice(at) : words[at]])
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}
