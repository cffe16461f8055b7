import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Beside this very script, where packages are found and whatever runs us clears up. */
const copy = (): string => join(dirname(process.argv[1]!), 'dist')

/** A build that someone starts while we measure must not change what is measured. */
export function keepBuild(): void {
  cpSync('dist', copy(), { recursive: true })
}

export function builtCommand(): string {
  return join(copy(), 'bin.js')
}
