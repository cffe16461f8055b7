import { spawn } from 'node:child_process'
import type { App } from '../app/index.ts'
import {
  type DaemonOrder,
  daemonStatus,
  installDaemon,
  runDaemon,
  uninstallDaemon,
} from '../automation/index.ts'
import { realClock } from '../disk/index.ts'
import { type DaemonAnswer, DreamError, nearest } from '../model/index.ts'
import { shownJson, timeWords } from '../report/index.ts'
import { showText } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

const WORDS = ['install', 'uninstall', 'status'] as const

export const daemon = command({
  name: 'daemon',
  group: 'automatic',
  summary: 'look every ten minutes and at night whether there is something to do; or install that',
  effect: 'write',
  settings: 'none',
  progress: 'own',
  input: {
    what: {
      kind: 'word',
      need: 'optional',
      about: 'install, uninstall or status; without it, works until it is ended',
      completes: WORDS,
    },
    once: { kind: 'flag', about: 'one look, then end (for timers)' },
    print: { kind: 'flag', about: 'only show what would be written' },
    ...shared('env', 'quiet'),
  },
  examples: [
    { line: 'dream daemon install', about: 'writes a timer for systemd or launchd, and says how to begin' },
    { line: 'dream daemon install --print', about: 'only shows it' },
    { line: 'dream daemon', about: 'in the foreground' },
  ],
  async run(app, { what, once, print, quiet, env }, talk) {
    const { where, host } = app
    const environment = env === undefined ? {} : { environment: env }
    const place = { where, platform: host.platform, program: host.program, ...environment }
    if (what === 'install') return installDaemon(place, print === true ? 'show' : 'write')
    if (what === 'uninstall') return uninstallDaemon(place)
    if (what === 'status') return daemonStatus(place)
    if (what !== undefined) throw unknown(what)
    const ended = await work(app, environment, once === true ? 'once' : 'forever')
    if (ended.end === 'another' && quiet !== true) talk.say(`dream: ${showText(ended.words)}\n`)
    return ended
  },
  format: 'daemon',
  json: result => ('did' in result ? shownJson({ format: 'dream-daemon', version: 1, ...result }) : ''),
  render(result, page) {
    if (!('did' in result)) return ''
    const { did, files, enable, disable, log } = result
    for (const { path, text } of files) {
      if (did === 'shown') for (const line of [`# ${path}`, ...text.split('\n')]) page.uncut(line)
      else if (did !== 'was-not-installed') page.text(path, 0, 'name')
    }
    page.text(DID[did])
    const commands = did === 'uninstalled' ? disable : BEGINS.has(did) ? enable : []
    for (const line of commands) page.uncut(`  ${line}`)
    return did === 'shown' ? page : page.text(lifeWords(result)).text(`log: ${log}`, 0, 'quiet')
  },
  exitCode: (result, { once }) => ('end' in result && result.end === 'another' && once !== true ? 4 : 0),
})

function unknown(word: string): DreamError {
  const meant = nearest(word, WORDS)
  const hint = meant === undefined ? '.' : ` (did you mean ${meant}?)`
  return new DreamError(`dream daemon knows install, uninstall and status, not ${word}${hint}`, 2)
}

function work(
  { where, host }: App,
  environment: { readonly environment?: string },
  times: 'once' | 'forever',
) {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())
  const project = {
    where,
    clock: { ...realClock, sleep: (ms: number) => sleep(ms, stop.signal) },
    run: (order: DaemonOrder) => runOrder(order, host),
    isStopped: () => stop.signal.aborted,
    ...environment,
  }
  return runDaemon(project, times)
}

/** Ends early when the daemon is told to stop. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(wake => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      wake()
    }
  })
}

/** In a process of its own: whatever a dream needs is given back when it ends, so the daemon never grows. */
function runOrder({ args, cwd, token }: DaemonOrder, { program, env }: App['host']): Promise<number> {
  const [node, ...file] = program
  return new Promise(done => {
    const child = spawn(node!, [...file, ...args], {
      cwd,
      env: { ...env, ...(token !== undefined && { DREAMING: token }) },
      stdio: 'ignore',
    })
    child.once('error', () => done(1))
    child.once('exit', code => done(code ?? 1))
  })
}

const DID: Record<DaemonAnswer['did'], string> = {
  installed: 'Written. To begin, run:',
  shown: 'This would be written, and then you would run:',
  uninstalled: 'Removed. To end what still runs, run:',
  'was-not-installed': 'It was not installed.',
  'not-installed': 'Not installed; dream daemon install writes it.',
  'in-place': 'Installed. If it does not run, run:',
  differs: 'Installed, and not as it would be written now; dream daemon install writes it anew.',
}

const BEGINS: ReadonlySet<DaemonAnswer['did']> = new Set(['installed', 'shown', 'in-place'])

function lifeWords({ life }: DaemonAnswer): string {
  if (life.state === 'never-seen') return 'It has never been seen at work.'
  const seen = `last seen ${timeWords(life.lastSeen!)}`
  return life.state === 'at-work'
    ? `At work: process ${life.pid}, ${seen}.`
    : `Not at work just now; ${seen}.`
}
