// Packs the package, installs it as a user would and tries it: on this Node, or on the versions that are named.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaryOf, fail, root, withNode } from './node-binary.mjs'

const INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const IMPORT = `import('dream').then(d => { if (typeof d.openDream !== 'function') throw new Error('no openDream') })`

const place = mkdtempSync(join(tmpdir(), 'dream-package-'))
process.on('exit', () => rmSync(place, { recursive: true, force: true }))

run('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', place], { cwd: root })
const archive = join(
  place,
  readdirSync(place).find(name => name.endsWith('.tgz')),
)

const versions = process.argv.slice(2)
for (const version of versions.length === 0 ? [undefined] : versions) {
  const node = version === undefined ? process.execPath : binaryOf(version)
  for (const how of ['local', 'global']) attempt(node, version ?? process.versions.node, how)
}

function attempt(node, version, how) {
  const folder = join(place, `${version}-${how}`)
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const here = { cwd: folder, env: { ...withNode(node), HOME: home, XDG_STATE_HOME: join(home, 'state') } }
  const isGlobal = how === 'global'
  run('npm', [...INSTALL, ...(isGlobal ? ['--global', '--prefix', folder] : []), archive], {
    cwd: folder,
    env: withNode(node),
  })
  const dream = join(folder, isGlobal ? 'bin/dream' : 'node_modules/.bin/dream')
  run(dream, ['--version'], here)
  run(dream, ['demo'], here)
  run(dream, ['--check', folder, '--format', 'sarif'], here)
  if (!isGlobal) run(node, ['--input-type=module', '--eval', IMPORT], here)
  process.stdout.write(
    `the packed package works on Node ${version}, installed ${how === 'global' ? 'globally' : 'in a project'}\n`,
  )
}

function run(command, args, options) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0)
    fail(
      `test-package: ${command} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}\n${stdout}${stderr}`,
    )
}
