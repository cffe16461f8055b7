import type { Io } from '../../src/cli/io.ts'
import { commandsIn, tableOn } from '../../src/cli/main.ts'

/** Every command of the terminal; none of them is run. */
export const allCommands = () => commandsIn(tableOn({} as Io))
