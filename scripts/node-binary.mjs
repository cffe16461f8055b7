// Versions of Node, each with a binary of its own: those of the npm package `node`, taken from the packages that it is made
// of, so that no install script has to run.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest one that is promised, and a late one of each line that is looked after. */
export const VERSIONS = ['20.19.0', '22.23.2', '24.21.0']

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Fetched once and kept below node_modules. */
export function binaryOf(version) {
  const { platform, arch } = process
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`
  const place = join(root, 'node_modules/.cache/dream-nodes', version)
  const node = join(place, 'node_modules', name, 'bin/node')
  if (!existsSync(node)) fetchPackage(place, `${name}@${version}`)
  const said = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (said === `v${version}`) return node
  rmSync(place, { recursive: true, force: true })
  return fail(`Node ${version} could not be had: ${node} says ${said ?? 'nothing'}`)
}

/** An environment in which `node`, and so npm, is this one. */
export const withNode = node => ({ ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` })

/** Runs no script of the package. What npm says goes to standard error. */
export function fetchPackage(place, wanted) {
  mkdirSync(place, { recursive: true })
  const flags = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--ignore-scripts',
    // Such a tool may want a newer Node than this one; it is started with one.
    '--engine-strict=false',
    '--loglevel=error',
  ]
  const { status, error } = spawnSync('npm', ['install', '--prefix', place, ...flags, wanted], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) fail(`npm could not install ${wanted} (${error?.message ?? `exit code ${status}`})`)
}

export function fail(why) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
