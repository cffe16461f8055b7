import { spawn } from 'node:child_process'
import type { App } from '../app/index.ts'
import {
  type DaemonLife,
  type DaemonOrder,
  daemonLife,
  daemonLogFile,
  runDaemon,
} from '../automation/index.ts'
import { realClock } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { shownJson, timeWords } from '../report/index.ts'
import { nearest, showText } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

const WORDS = ['status'] as const

export const autoDaemon = command({
  name: 'auto daemon',
  group: 'automatic',
  help: say => say.help.autoDaemon,
  effect: 'write',
  settings: 'none',
  progress: 'own',
  input: {
    what: { kind: 'word', need: 'optional', completes: WORDS },
    once: { kind: 'flag' },
    ...shared('env', 'quiet'),
  },
  examples: ['dream auto daemon', 'dream auto daemon status'],
  async run(app, { what, once, quiet, env }, talk) {
    const { where } = app
    if (what === 'status') return { life: daemonLife(where), log: daemonLogFile(where) }
    if (what !== undefined) throw unknown(what)
    const environment = env === undefined ? {} : { environment: env }
    const ended = await work(app, environment, once === true ? 'once' : 'forever')
    if (ended.end === 'another' && quiet !== true) talk.say(`dream: ${showText(ended.words)}\n`)
    return ended
  },
  format: 'daemon',
  json: result => ('life' in result ? shownJson({ format: 'dream-daemon', version: 1, ...result }) : ''),
  render(result, page) {
    if (!('life' in result)) return ''
    return page.text(lifeWords(result.life)).text(say().engines.daemon.log(result.log), 0, 'quiet')
  },
  exitCode: (result, { once }) => ('end' in result && result.end === 'another' && once !== true ? 4 : 0),
})

/** The timer was installed here once. */
function unknown(word: string): DreamError {
  const words = say().engines.daemon
  const moved = ['install', 'remove', 'uninstall'].includes(word)
  return new DreamError(moved ? words.moved(word) : words.unknown(word, nearest(word, WORDS)), 2)
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

function lifeWords(life: DaemonLife): string {
  const words = say().engines.daemon
  if (life.state === 'never-seen') return words.neverSeen
  const seen = timeWords(life.lastSeen!)
  return life.state === 'at-work' ? words.working(life.pid!, seen) : words.notWorking(seen)
}
