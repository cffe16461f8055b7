import { COMMANDS, type Io, Refusal, tellError } from '../commands/index.ts'
import { buildProgram } from './program.ts'

const NO_WINDOWS =
  'Windows is not supported: what keeps your files safe there has not been tried. Use Linux, macOS or WSL.'

/** The whole command line: arguments in, text on the streams of `io`, exit code out (D26). Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code = 0
  const done = (result: number) => {
    code = result
  }
  try {
    if (io.platform === 'win32') throw new Refusal(NO_WINDOWS, 1)
    await buildProgram(COMMANDS, io, done).parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    return tellError(error, argv, io)
  }
}
