// Runs the parts of `npm run check` two at a time: the names are those of the scripts in package.json. What a part says is
// shown when it is done, and all of them are run, whatever one of them finds.
import { spawn } from 'node:child_process'

/** What reads the built package waits for the build, where that is asked for too. */
const AFTER_BUILD = ['check:unused', 'check:package']
const AT_ONCE = 2

const waiting = process.argv.slice(2)
const running = new Set()
const failed = []

await Promise.all(Array.from({ length: AT_ONCE }, work))
if (failed.length > 0) {
  process.stderr.write(`\nfailed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}

async function work() {
  while (waiting.length > 0) {
    const isBuilding = running.has('build') || waiting.includes('build')
    const at = waiting.findIndex(name => !isBuilding || !AFTER_BUILD.includes(name))
    // The build is under way elsewhere: who is at it takes the rest.
    if (at === -1) return
    const [name] = waiting.splice(at, 1)
    running.add(name)
    const { code, said } = await run(name)
    running.delete(name)
    process.stdout.write(`> ${name}\n${said}`)
    if (code !== 0) failed.push(name)
  }
}

function run(name) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', text => {
      said += text
    })
  }
  return new Promise(done => child.once('close', code => done({ code, said })))
}
