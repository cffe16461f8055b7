import { COMMANDS, type Command } from '../commands/index.ts'
import type { Io } from './io.ts'

/** Commands by name: those of the library, and two that make sense at a terminal only. */
export type Table = Readonly<Record<string, () => Promise<unknown>>>

export function tableOn(io: Io): Table {
  const table: Table = {
    ...COMMANDS,
    demo: async () => (await import('./demo/demo.ts')).demoOn(io),
    completion: async () => (await import('./completion.ts')).completionOf(() => commandsIn(table)),
  }
  return table
}

export const commandIn = async (table: Table, name: string): Promise<Command> =>
  (await table[name]!()) as Command

export const commandsIn = (table: Table): Promise<Command[]> =>
  Promise.all(Object.keys(table).map(name => commandIn(table, name)))
