import type { Call } from './command.ts'
import { nearest } from './nearest.ts'

/** A path that is not there may have been meant as a command. */
export function hintAtCommand({ io, commands }: Call, missing: readonly string[]): void {
  for (const path of missing) {
    const name = nearest(
      path,
      commands.map(command => command.name),
    )
    if (name !== undefined) io.stderr.write(`dream: did you mean dream ${name}?\n`)
  }
}
