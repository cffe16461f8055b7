// `npm start`: the memory of this machine at a glance; where there is none, the demo. Installing has built Dream already.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = join(dirname(fileURLToPath(import.meta.url)), '../dist/bin.js')
if (!existsSync(bin)) {
  process.stderr.write('Dream is not built: run npm ci (or npm run build), then npm start again\n')
  process.exit(1)
}
const [node, args] = [process.execPath, process.argv.slice(2)]
// Not from this clone: what its tests keep is nobody's memory.
const cwd = args.length === 0 ? homedir() : process.cwd()
const dream = (words, stdio) => spawnSync(node, [bin, ...words], { cwd, stdio, encoding: 'utf8' })

const known = dream(['status', '--all-projects', '--json'], ['ignore', 'pipe', 'ignore'])
const shown = dream(['look', '--all-projects', ...args], 'inherit')
process.exitCode = shown.status ?? 1
if (shown.status === 0 && hasNone(known.stdout)) {
  const at = args.indexOf('--lang')
  process.exitCode = dream(['demo', ...(at === -1 ? [] : args.slice(at, at + 2))], 'inherit').status ?? 1
}

function hasNone(text) {
  try {
    return JSON.parse(text).folders.length === 0
  } catch {
    return false
  }
}
