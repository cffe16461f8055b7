import { Command as Commander, InvalidArgumentError, Option } from 'commander'
import {
  type Command,
  type Example,
  FLAGS,
  type FlagName,
  type FlagSpec,
  type Flags,
  type Io,
  withSettings,
} from '../commands/index.ts'
import { VERSION } from '../version.ts'

const ABOUT = `The sleep of an AI agent's memory: checks memory files against the world, retires what no
longer holds, loses nothing. Without a command it is dream run; a folder that has the name of a
command needs ./ before it.`

const EXAMPLES: readonly Example[] = [
  { line: 'dream', about: 'tend the memory of this project; shows the plan and asks' },
  { line: 'dream --dry-run', about: 'only look' },
  { line: 'dream undo', about: 'take the last run back' },
  { line: 'dream demo', about: 'see a whole cycle on a sample project' },
]

/** The parser, made from the table of commands. It throws CommanderError where commander would leave the process. */
export function buildProgram(commands: readonly Command[], io: Io, done: (code: number) => void): Commander {
  const program = new Commander('dream')
    .usage('[paths...] [flags]\n       dream <command> [flags]')
    .description(ABOUT)
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({ writeOut: text => io.stdout.write(text), writeErr: () => {} })
    .configureHelp({ helpWidth: 100, showGlobalOptions: false })
    .addHelpText('after', examplesText(EXAMPLES))
    .addHelpText('after', '\nThe flags of dream without a command: dream run --help')
  for (const command of commands) {
    const made = addCommand(program, command)
    made.action(async () => {
      const flags = made.opts<Flags>()
      const call = { io: flags.quiet === true ? inSilence(io) : io, flags, words: made.args, commands }
      if (command.output !== 'its-own') call.io.busy?.say(`dream ${command.name}`)
      try {
        done(await command.run(await withSettings(command, call)))
      } finally {
        io.busy?.clear()
      }
    })
  }
  return program
}

function inSilence({ busy: _, ...io }: Io): Io {
  return io
}

function addCommand(program: Commander, command: Command): Commander {
  const made = program
    .command(command.name, { isDefault: command.name === 'run' })
    .description(command.summary)
    .summary(command.summary)
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examplesText(command.examples))
  for (const argument of command.arguments) made.argument(argument.spelling, argument.about)
  for (const name of command.flags) made.addOption(optionFor(name))
  return made
}

function optionFor(name: FlagName): Option {
  const spec: FlagSpec = FLAGS[name]
  const option = new Option(spec.flags, spec.about)
  if (spec.choices !== undefined) option.choices([...spec.choices])
  if (spec.value === 'count') option.argParser(text => wholeNumber(text, 0))
  if (spec.value === 'positive') option.argParser(text => wholeNumber(text, 1))
  if (spec.value === 'many') option.argParser((value: string, before: string[] = []) => [...before, value])
  if (spec.conflicts !== undefined) option.conflicts([...spec.conflicts])
  return option
}

function wholeNumber(text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new InvalidArgumentError(`It has to be a whole number from ${least} on.`)
  return Number(text)
}

function examplesText(examples: readonly Example[]): string {
  const widest = Math.max(...examples.map(example => example.line.length))
  return ['', 'Examples:', ...examples.map(({ line, about }) => `  ${line.padEnd(widest)}  ${about}`)].join(
    '\n',
  )
}
