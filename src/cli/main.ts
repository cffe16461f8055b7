import { COMMANDS, type Command, isPositional } from '../commands/index.ts'
import { inLanguage, languageOfLocale, say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { VERSION } from '../version.ts'
import { withDebug } from './debug.ts'
import { tellError } from './errors.ts'
import { help } from './help.ts'
import type { Io } from './io.ts'
import { parse } from './parse.ts'
import { present } from './present.ts'
import { type Call, callOf, helpCall, partsOf, refuseUnknownPart, refuseUnknownWord } from './words.ts'

/** The whole command line: arguments in, text on the streams of `io`, exit code out. Never throws. */
export const main = (argv: readonly string[], io: Io): Promise<number> =>
  inLanguage(flaggedLanguage(argv) ?? languageOfLocale(io.env), () =>
    withDebug(argv, io, rest => run(rest, io)),
  )

async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (io.platform === 'win32') throw new DreamError(say().cli.noWindows, 1)
    return await dispatch(argv, io)
  } catch (error) {
    return tellError(error, argv, io)
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first = '', ...rest] = argv
  // The language may stand before a command too.
  if (first === '--lang' && rest.length > 1) return dispatch([...rest.slice(1), first, rest[0]!], io)
  if (first.startsWith('--lang=') && rest.length > 0) return dispatch([...rest, first], io)
  const table = tableOn(io)
  if (first === '--version' || first === '-V') return print(io, `${VERSION}\n`)
  if (
    first === '--help' ||
    first === '-h' ||
    (first === 'help' && (rest.length === 0 || rest[0]!.startsWith('--lang')))
  )
    return print(io, help(await commandsIn(table)))
  const keys = Object.keys(table)
  const call = first === 'help' ? helpCall(rest, keys) : callOf(argv, keys)
  return runCommand(table, call, io)
}

function print(io: Io, text: string): number {
  io.stdout.write(text)
  return 0
}

async function runCommand(table: Table, call: Call, io: Io): Promise<number> {
  const command = await commandIn(table, call.key)
  const keys = Object.keys(table)
  const takesWords = Object.values(command.input).some(isPositional)
  refuseUnknownPart(call, keys, takesWords, io.cwd)
  const parts = call.rest.some(word => word === '--help' || word === '-h')
    ? await Promise.all(partsOf(call.key, keys).map(part => commandIn(table, part)))
    : []
  const parsed = parse(command, call.rest, text => io.stdout.write(text), parts)
  const { paths = [] } = parsed.values as { readonly paths?: readonly string[] }
  if (call.by === 'default') refuseUnknownWord(paths, keys, io.cwd)
  // Reads the settings, runs the command, prints or writes the result.
  return present(command, parsed, io)
}

/** Help and errors of the arguments are said in it too, so it is read before them. */
function flaggedLanguage(argv: readonly string[]): string | undefined {
  const at = argv.findIndex(word => word === '--lang' || word.startsWith('--lang='))
  return at === -1 ? undefined : (argv[at]!.split('=')[1] ?? argv[at + 1])
}

/** Commands by name: those of the library, the other interfaces, and two that make sense at a terminal only. */
export type Table = Readonly<Record<string, () => Promise<unknown>>>

export function tableOn(io: Io): Table {
  const table: Table = {
    ...COMMANDS,
    mcp: async () => (await import('../mcp/index.ts')).mcp,
    serve: async () => (await import('../web/index.ts')).serve,
    demo: async () => (await import('./demo/demo.ts')).demoOn(io),
    completion: async () => (await import('./completion.ts')).completionOf(() => commandsIn(table)),
  }
  return table
}

const commandIn = async (table: Table, name: string): Promise<Command> => (await table[name]!()) as Command

export const commandsIn = (table: Table): Promise<Command[]> =>
  Promise.all(Object.keys(table).map(name => commandIn(table, name)))
