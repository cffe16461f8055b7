import { DreamError, nearest } from '../model/index.ts'
import { VERSION } from '../version.ts'
import { tellError } from './errors.ts'
import { help } from './help.ts'
import type { Io } from './io.ts'
import { parse } from './parse.ts'
import { present } from './present.ts'
import { commandIn, commandsIn, type Table, tableOn } from './table.ts'

const NO_WINDOWS =
  'Windows is not supported: what keeps your files safe there has not been tried. Use Linux, macOS or WSL.'

/** The whole command line: arguments in, text on the streams of `io`, exit code out. Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (io.platform === 'win32') throw new DreamError(NO_WINDOWS, 1)
    return await dispatch(argv, io)
  } catch (error) {
    return tellError(error, argv, io)
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first = '', ...rest] = argv
  const table = tableOn(io)
  if (first === '--version' || first === '-V') return print(io, `${VERSION}\n`)
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0))
    return print(io, help(await commandsIn(table)))
  if (first === 'help') return runCommand(table, known(table, rest[0]!), ['--help'], io)
  if (Object.hasOwn(table, first)) return runCommand(table, first, rest, io)
  const code = await runCommand(table, 'run', argv, io)
  if (code === USAGE) hintAtCommand(argv, Object.keys(table), io)
  return code
}

const USAGE = 2

/** A path that is not there may have been meant as a command. */
function hintAtCommand(argv: readonly string[], names: readonly string[], io: Io): void {
  const words = argv.filter(word => !word.startsWith('-'))
  for (const name of words.flatMap(word => nearest(word, names) ?? []))
    io.stderr.write(`dream: did you mean dream ${name}?\n`)
}

function print(io: Io, text: string): number {
  io.stdout.write(text)
  return 0
}

function known(table: Table, word: string): string {
  if (Object.hasOwn(table, word)) return word
  throw new DreamError(`unknown command: ${word}. Run dream --help`, 2)
}

async function runCommand(table: Table, name: string, argv: readonly string[], io: Io): Promise<number> {
  const command = await commandIn(table, name)
  return present(
    command,
    parse(command, argv, text => io.stdout.write(text)),
    io,
  )
}
