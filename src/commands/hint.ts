import type { Call } from './command.ts'

/** A path that is not there may have been meant as a command. */
export async function hintAtCommand({ io, commands }: Call, missing: readonly string[]): Promise<void> {
  const { nearest } = await import('../model/nearest.ts')
  for (const path of missing) {
    const name = nearest(
      path,
      commands.map(command => command.name),
    )
    if (name !== undefined) io.stderr.write(`dream: did you mean dream ${name}?\n`)
  }
}
