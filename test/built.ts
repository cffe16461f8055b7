import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const checkout = join(import.meta.dirname, '..')
const bin = join(checkout, 'dist/bin.js')

/** The command as `npm run build` made it; what was built from other sources would prove nothing. */
export function builtCommand(): string {
  const built = statSync(bin, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newer = readdirSync(join(checkout, 'src'), { recursive: true, encoding: 'utf8' }).find(
    path => path.endsWith('.ts') && statSync(join(checkout, 'src', path)).mtimeMs > built,
  )
  if (newer !== undefined) throw new Error(`dist is older than src/${newer}; first \`npm run build\``)
  return bin
}
