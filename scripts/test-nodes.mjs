// Runs the core of the tests on every version of Node that is promised, each with a binary of its own. The binaries are
// those of the npm package `node`, taken from the packages that it is made of, so that no install script has to run.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest one that is promised, and a late one of each line that is looked after. */
const VERSIONS = ['20.19.0', '22.23.2', '24.21.0']

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

for (const version of VERSIONS) {
  const node = binaryOf(version)
  process.stdout.write(`\nNode ${version}\n`)
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const { status, signal } = spawnSync(node, [vitest, 'run', '--mode', 'nodes'], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) fail(`the tests failed on Node ${version} (${signal ?? `exit code ${status}`})`)
}
process.stdout.write(`\nThe core of the tests passed on Node ${VERSIONS.join(', ')}.\n`)

/** Fetched once and kept below node_modules. */
function binaryOf(version) {
  const { platform, arch } = process
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`
  const place = join(root, 'node_modules/.cache/dream-nodes', version)
  const node = join(place, 'node_modules', name, 'bin/node')
  if (!existsSync(node)) fetch(place, `${name}@${version}`)
  const said = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (said === `v${version}`) return node
  rmSync(place, { recursive: true, force: true })
  return fail(`Node ${version} could not be had: ${node} says ${said ?? 'nothing'}`)
}

function fetch(place, wanted) {
  mkdirSync(place, { recursive: true })
  const flags = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--ignore-scripts',
    '--loglevel=error',
  ]
  const { status, error } = spawnSync('npm', ['install', '--prefix', place, ...flags, wanted], {
    stdio: 'inherit',
  })
  if (status !== 0) fail(`npm could not install ${wanted} (${error?.message ?? `exit code ${status}`})`)
}

function fail(why) {
  process.stderr.write(`test-nodes: ${why}\n`)
  process.exit(1)
}
