import { homedir } from 'node:os'
import { type Host, openApp } from '../app/index.ts'
import { NO_COLOR } from '../report/index.ts'
import type { Command, Inputs, Talk, Values } from './command.ts'
import { COMMANDS, type CommandName, loadCommand } from './table.ts'

type Loaded<N extends CommandName> = Awaited<ReturnType<(typeof COMMANDS)[N]>>
type InputOf<N extends CommandName> = Loaded<N> extends Command<infer I, infer _> ? Values<I> : never
type ResultOf<N extends CommandName> = Loaded<N> extends Command<infer _, infer R> ? R : never

/** Every command as a function: its options go in, its result comes out. Nobody is asked anything. */
export type Dream = {
  readonly [N in CommandName]: Record<never, never> extends InputOf<N>
    ? (input?: InputOf<N>) => Promise<ResultOf<N>>
    : (input: InputOf<N>) => Promise<ResultOf<N>>
}

/** Nobody is asked anything, and nothing is drawn. Lines are not wrapped: a model pays for each. */
export const SILENT: Talk = {
  say: () => {},
  look: { color: NO_COLOR, width: 100_000 },
  progress: () => {},
  form: 'json',
}

/** Dream as a library. Without a host: this process, its folder, its user. */
export function openDream(host: Partial<Host> = {}): Dream {
  const whole: Host = {
    cwd: process.cwd(),
    home: process.env['HOME'] || homedir(),
    env: process.env,
    platform: process.platform,
    program: [process.execPath, process.argv[1] ?? 'dream'],
    ...host,
  }
  const names = Object.keys(COMMANDS) as CommandName[]
  return Object.fromEntries(names.map(name => [name, callOf(name, whole)])) as unknown as Dream
}

const callOf =
  (name: CommandName, host: Host) =>
  async (input: Values<Inputs> = {}): Promise<unknown> => {
    const command = await loadCommand(name)
    return command.run(await openApp(host, input, command.settings), input, SILENT)
  }
