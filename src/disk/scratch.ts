import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Puts a text into a file of its own for someone to work on; what they leave there, or nothing where they gave up. */
export function scratchFile(
  name: string,
  text: string,
  work: (path: string) => 'done' | 'given-up',
): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'dream-edit-'))
  try {
    const path = join(place, basename(name))
    writeFileSync(path, text, { mode: 0o600 })
    return work(path) === 'done' ? readFileSync(path, 'utf8') : undefined
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
