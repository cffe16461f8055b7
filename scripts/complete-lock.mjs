// Completes package-lock.json after `npm install` on a machine whose registry lacks packages of other platforms:
// npm leaves those optional packages out of the lock file, and `npm ci` then refuses it. Each gets an entry with its
// version and platform, so that `npm ci` knows it and skips it where it does not belong.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
]
const PROCESSORS = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'wasm32',
  'mips64el',
]

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
let added = 0
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const places = placesOf(place, name)
    // What is asked for by a range is no part of a platform's build, and npm finds it by itself.
    const isExact = /^\d/.test(version)
    if (!isExact || place === '' || places.some(key => lock.packages[key]?.version === version)) continue
    const key = places.findLast(each => lock.packages[each] === undefined)
    lock.packages[key] = { version, ...platformOf(name), ...(entry.dev && { dev: true }), optional: true }
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} packages of other platforms added\n`)

/** Where Node looks for `name` on behalf of the package at `place`, nearest first. */
function placesOf(place, name) {
  const steps = `${place}/`.split('node_modules/').slice(1)
  return steps
    .map(
      (_, at) =>
        `${steps
          .slice(0, steps.length - at)
          .map(step => `node_modules/${step}`)
          .join('')}node_modules/${name}`,
    )
    .concat(`node_modules/${name}`)
}

function platformOf(name) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = words.filter(word => SYSTEMS.includes(word))
  const cpu = words.filter(word => PROCESSORS.includes(word))
  const libc = words.includes('musl')
    ? ['musl']
    : words.includes('gnu') && os.includes('linux')
      ? ['glibc']
      : []
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) }
}
