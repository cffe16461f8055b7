// The browser that the page is tried with: `node scripts/chromium.mjs` prints where it lies. Debian's own, in the version that the
// release of the machine has (Debian keeps no older ones), installed where it is missing; nobody who uses Dream needs it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PATH = '/usr/bin/chromium'
/** What the page is tried with has to have `dialog`, `:focus-visible` and trusted types. */
const OLDEST = 120

/** Installs Chromium where it is missing, and says so. Throws where it cannot: tests of the page are never left out. */
export function installChromium(say = text => process.stderr.write(`chromium: ${text}\n`)) {
  if (!existsSync(PATH)) {
    say('not installed; apt-get installs it')
    run('apt-get', ['-qq', 'update'])
    run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', 'chromium', 'fonts-noto-cjk'])
  }
  const version = run(PATH, ['--version'])
  const major = Number(/(\d+)\./.exec(version)?.[1])
  if (!(major >= OLDEST)) throw new Error(`chromium: ${version.trim()} is older than ${OLDEST}`)
  return PATH
}

function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0)
    throw new Error(`chromium: ${program} ${args.join(' ')}: ${error?.message ?? status}\n${stdout}${stderr}`)
  return stdout
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${installChromium()}\n`)
