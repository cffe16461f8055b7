import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DEEPEST = 4

/** A file that comes with Dream, from a checkout or an installed package; nothing where it is not there. */
export function packageFile(name: string): Buffer | undefined {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (let depth = 0; depth < DEEPEST; depth++) {
    try {
      return readFileSync(join(folder, name))
    } catch {
      folder = dirname(folder)
    }
  }
  return undefined
}
