import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Enough for all that the tests ever have on disk at a time. */
const ENOUGH_BYTES = 3_000_000_000

/**
 * All temporary files in one folder, and in memory where there is room: thousands of syncs then take no time on any
 * machine. `npm run test:slow` works on the real disk.
 */
export function setup({ config }: TestProject): () => void {
  const isSlow = config.env?.['DREAM_TESTS'] === 'slow'
  const place = mkdtempSync(join(isSlow ? tmpdir() : memoryDisk(), 'dream-'))
  // Others may pass through, because some tests are done as another user.
  chmodSync(place, 0o711)
  process.env['TMPDIR'] = place
  return () => {
    const left = readdirSync(place).filter(name => name.startsWith('dream-'))
    rmSync(place, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`the tests left behind: ${left.join(', ')}`)
  }
}

function memoryDisk(): string {
  const place = '/dev/shm'
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= ENOUGH_BYTES ? place : tmpdir()
  } catch {
    return tmpdir()
  }
}
