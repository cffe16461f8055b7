import { readdirSync } from 'node:fs'

/** The names in a folder, in order; none where it cannot be listed. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
