// Runs a TypeScript script of this repository: bundles it into a temporary folder and starts it with its arguments.
// (Node 20 does not strip types by itself.)
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

const [script, ...args] = process.argv.slice(2)
if (script === undefined || !existsSync(script)) {
  process.stderr.write(`usage: node scripts/run.mjs SCRIPT.ts [arguments]; no such script: ${script}\n`)
  process.exit(2)
}
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
// Below node_modules, so that the bundle finds the packages it leaves outside.
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
const out = mkdtempSync(join(root, 'node_modules/.cache/dream-script-'))
try {
  await build({
    entry: { script },
    outDir: out,
    config: false,
    dts: false,
    logLevel: 'error',
    platform: 'node',
    fixedExtension: false,
    // Tools of the repository itself, too large to bundle.
    external: ['typescript', 'tsdown'],
  })
  const run = spawnSync(process.execPath, [join(out, 'script.js'), ...args], { stdio: 'inherit' })
  if (run.signal !== null) process.stderr.write(`${script} was ended by ${run.signal}\n`)
  process.exitCode = run.status ?? 1
} finally {
  rmSync(out, { recursive: true, force: true })
}
