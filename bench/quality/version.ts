import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from './files.ts'

const PARTS = ['memories', 'gold', 'labels', 'dates', 'contradiction']

/** Names the data by what it holds: other bytes, another version. */
export function dataVersion(data: string): string {
  const hash = createHash('sha256')
  for (const part of PARTS) {
    for (const path of filesBelow(join(data, part))) {
      const bytes = readFileSync(join(data, part, path))
      hash.update(`${part}/${path} ${bytes.length}\n`).update(bytes)
    }
  }
  return hash.digest('hex').slice(0, 12)
}
