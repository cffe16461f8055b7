import { spawn } from 'node:child_process'
import type { DaemonOrder } from '../automation/index.ts'
import type { DaemonAnswer } from '../model/index.ts'
import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { print } from './print.ts'
import { programOf } from './program-file.ts'
import { whereOf } from './where.ts'

const WORDS = ['install', 'uninstall', 'status'] as const

export const daemonCommand: Command = {
  name: 'daemon',
  summary: 'look every ten minutes and at night whether there is something to do; or install that',
  arguments: [
    {
      spelling: '[what]',
      about: 'install, uninstall or status; without it, works until it is ended',
      completes: WORDS,
    },
  ],
  flags: ['once', 'print', 'env', 'quiet', 'json', 'color', 'noColor'],
  settings: 'none',
  examples: [
    { line: 'dream daemon install', about: 'writes a timer for systemd or launchd, and says how to begin' },
    { line: 'dream daemon install --print', about: 'only shows it' },
    { line: 'dream daemon', about: 'in the foreground' },
  ],
  output: 'its-own',
  run,
}

async function run(call: Call): Promise<number> {
  const { daemonStatus, installDaemon, uninstallDaemon } = await import('../automation/daemon-units.ts')
  const { renderDaemon } = await import('./render/daemon.ts')
  const { io, flags } = call
  const place = {
    where: whereOf(call),
    platform: io.platform,
    program: programOf(),
    ...(flags.env !== undefined && { environment: flags.env }),
  }
  const tell = async (answer: DaemonAnswer) => {
    await print(call, 'daemon', answer, look => renderDaemon(answer, look))
    return 0
  }
  const [what] = call.words
  if (what === 'install') return tell(await installDaemon(place, flags.print === true ? 'show' : 'write'))
  if (what === 'uninstall') return tell(await uninstallDaemon(place))
  if (what === 'status') return tell(await daemonStatus(place))
  if (what !== undefined) throw new Refusal(await unknownWord(what))
  return work(call)
}

async function unknownWord(word: string): Promise<string> {
  const { nearest } = await import('../model/nearest.ts')
  const meant = nearest(word, WORDS)
  return `dream daemon knows install, uninstall and status, not ${word}${meant === undefined ? '.' : ` (did you mean ${meant}?)`}`
}

async function work(call: Call): Promise<number> {
  const { realClock } = await import('../disk/lock.ts')
  const { runDaemon } = await import('../automation/daemon.ts')
  const { showText } = await import('../text/text.ts')
  const { io, flags } = call
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())
  const ended = await runDaemon(
    {
      where: whereOf(call),
      clock: { ...realClock, sleep: ms => sleep(ms, stop.signal) },
      run: order => runOrder(order, io.env),
      isStopped: () => stop.signal.aborted,
      ...(flags.env !== undefined && { environment: flags.env }),
    },
    flags.once === true ? 'once' : 'forever',
  )
  if (ended.end === 'stopped') return 0
  if (flags.quiet !== true) io.stderr.write(`dream: ${showText(ended.words)}\n`)
  return flags.once === true ? 0 : 4
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
function runOrder({ args, cwd, token }: DaemonOrder, env: Call['io']['env']): Promise<number> {
  const [node, ...program] = programOf()
  return new Promise(done => {
    const child = spawn(node!, [...program, ...args], {
      cwd,
      env: { ...env, ...(token !== undefined && { DREAMING: token }) },
      stdio: 'ignore',
    })
    child.once('error', () => done(1))
    child.once('exit', code => done(code ?? 1))
  })
}
