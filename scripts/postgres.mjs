// A PostgreSQL server of this project's own, for tests and benchmarks: installs what is missing (Debian), starts a server with
// pgvector in a directory of its own on loopback, stops it in any way that is asked for.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VERSIONS = '/usr/lib/postgresql'
/** The release of Debian whose source of pgvector is built; the one that is installed has none. */
const SOURCE_SUITE = 'trixie'
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** `initdb` refuses root: a user of the system owns the server then. */
const OWNER = 'postgres'

const isRoot = process.getuid?.() === 0

/** Installs PostgreSQL and pgvector where they are missing, and says so. Throws where it cannot. */
export function installPostgres(say = text => process.stderr.write(`postgres: ${text}\n`)) {
  if (programs() === undefined) {
    say('PostgreSQL is not installed; apt-get installs it')
    run('apt-get', ['-qq', 'update'])
    run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', 'postgresql'])
  }
  const bin = programs()
  if (bin === undefined) throw new Error('postgres: apt-get installed no server')
  const shared = execFileSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim()
  if (!existsSync(join(shared, 'extension/vector.control'))) {
    say('pgvector is not installed; it is built from its Debian source')
    buildVector(bin)
  }
  return bin
}

/** The folder of the newest server's programs. */
function programs() {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(VERSIONS, version, 'bin'))
    .find(bin => existsSync(join(bin, 'initdb')))
}

function buildVector(bin) {
  const version = bin.split('/').at(-2)
  const top = mkdtempSync(join(tmpdir(), 'dream-pgvector-'))
  try {
    run('apt-get', ['-qq', 'update'])
    run('apt-get', [
      '-qq',
      '-y',
      '--no-install-recommends',
      'install',
      `postgresql-server-dev-${version}`,
      'make',
      'gcc',
    ])
    const uri = run('apt-get', ['indextargets', '--format', '$(REPO_URI)']).split('\n', 1)[0]
    const parts = join(top, 'parts')
    mkdirSync(join(top, 'lists/partial'), { recursive: true })
    mkdirSync(parts)
    writeFileSync(
      join(parts, 'source.sources'),
      `Types: deb-src\nURIs: ${uri}\nSuites: ${SOURCE_SUITE}\nComponents: main\nSigned-By: ${KEYS}\n`,
    )
    // A list of its own, so that the machine's stays as it is.
    const own = [
      '-o',
      'Dir::Etc::SourceList=/dev/null',
      '-o',
      `Dir::Etc::SourceParts=${parts}`,
      '-o',
      `Dir::State::Lists=${top}/lists`,
      '-o',
      'APT::Sandbox::User=root',
    ]
    run('apt-get', ['-qq', ...own, 'update'])
    run('apt-get', ['-qq', ...own, 'source', '--download-only', 'pgvector'], { cwd: top })
    const archive = readdirSync(top).find(name => /^pgvector_.*\.orig\.tar\./.test(name))
    if (archive === undefined) throw new Error('postgres: the source of pgvector did not arrive')
    mkdirSync(join(top, 'source'))
    run('tar', ['-xf', archive, '-C', 'source', '--strip-components=1'], { cwd: top })
    const make = [`PG_CONFIG=${join(bin, 'pg_config')}`, 'OPTFLAGS=']
    run('make', ['-s', '-j2', ...make], { cwd: join(top, 'source') })
    run('make', ['-s', ...make, 'install'], { cwd: join(top, 'source') })
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

function run(program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...options,
  })
  if (status !== 0)
    throw new Error(`postgres: ${program} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`)
  return stdout
}

/**
 * Starts a server on a free port of loopback. `stop('immediate')` is a crash, `start()` begins again with the same data,
 * `remove()` ends it and deletes its data.
 */
export async function startPostgres(settings = {}) {
  const bin = installPostgres()
  const top = mkdtempSync(join(tmpdir(), 'dream-postgres-'))
  chmodSync(top, 0o755)
  const data = join(top, 'data')
  mkdirSync(data, { mode: 0o700 })
  const owner = isRoot ? idsOf(OWNER) : {}
  if (isRoot) for (const path of [top, data]) chownSync(path, owner.uid, owner.gid)
  const as = { cwd: top, ...owner, env: { ...process.env, HOME: top, LC_ALL: 'C.UTF-8' } }
  run(join(bin, 'initdb'), ['-D', data, '-U', OWNER, '--auth=trust', '-E', 'UTF8', '--no-sync'], as)
  const port = await freePort()
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: top,
    max_connections: 60,
    ...settings,
  }
  const words = Object.entries(options)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const control = (...args) =>
    // The server keeps its standard streams: they must not be ours, or who waits for our end waits for the server's.
    run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-s', '-l', join(top, 'log'), ...args], {
      ...as,
      stdio: 'ignore',
    })
  const start = () => control('-o', words, 'start')
  const stop = (how = 'fast') => control('-m', how, 'stop')
  start()
  return {
    port,
    url: (database = 'postgres', user = OWNER) => `postgresql://${user}@127.0.0.1:${port}/${database}`,
    start,
    stop,
    remove() {
      try {
        stop('immediate')
      } catch {
        // It was stopped already.
      }
      rmSync(top, { recursive: true, force: true })
    },
  }
}

function idsOf(user) {
  const id = flag => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
