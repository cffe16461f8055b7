import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionsFolder } from '../../src/sources/target.ts'
import { builtCommand } from '../built.ts'
import { atLevel } from '../level.ts'
import { desk } from './auto-place.ts'

const bin = builtCommand()
/** What it is made of, but for the file that starts it. */
const parts = join(dirname(bin), 'parts')
let place: ReturnType<typeof desk>

beforeEach(() => {
  place = desk()
})
afterEach(() => place.remove())

const environment = () => ({ PATH: process.env['PATH'], HOME: place.home, ...place.env })
const dream = (argv: string[], input = '', more: Record<string, string> = {}) =>
  spawnSync(process.execPath, [bin, ...argv], {
    cwd: place.cwd,
    env: { ...environment(), ...more },
    input,
    encoding: 'utf8',
  })

/** Waits for what a detached dream leaves behind. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(wake => setTimeout(wake, 50))
}
const isOver = () => existsSync(join(place.target.folder, 'state.json')) && place.state().night !== undefined

describe('dream auto as hooks call it', () => {
  it('A8 loads a few small files of its own and nothing else', () => {
    const files = new Set<string>()
    const modules = new Set<string>()
    const visit = (name: string) => {
      if (files.has(name)) return
      files.add(name)
      const source = readFileSync(join(parts, name), 'utf8')
      for (const [, path] of source.matchAll(/^import .*?from "([^"]+)"/gm))
        path!.startsWith('.') ? visit(path!.replace('./', '')) : modules.add(path!)
    }
    visit(readdirSync(parts).find(name => name.startsWith('hook'))!)
    // No dictionary, no parser, no package; what of Node it names is loaded with Node or in a millisecond.
    expect([...modules].filter(name => !name.startsWith('node:'))).toEqual([])
    expect([...modules].filter(name => /http|net|child_process|worker/.test(name))).toEqual([])
    const bytes = [...files].reduce((sum, name) => sum + readFileSync(join(parts, name)).length, 0)
    // With the table of settings, from which the gates are read and checked, and four catalogues of sentences; no dictionary.
    expect(bytes).toBeLessThan(150_000)
    expect(files.size).toBeLessThan(15)
  })

  it('A6 the schema library is loaded only where something is configured', () => {
    const sources = new Map(
      readdirSync(parts).map(name => [name, readFileSync(join(parts, name), 'utf8')] as const),
    )
    const imports = (source: string) =>
      [...source.matchAll(/^import .*?from "([^"]+)"/gm)].map(match => match[1]!)
    const heavy = [...sources].filter(([, source]) => imports(source).includes('zod')).map(([name]) => name)
    expect(heavy.length).toBeGreaterThan(0)
    // Nobody but another of them names one at the top of a file: they come by `await import` alone.
    for (const [name, source] of sources) {
      if (heavy.includes(name) || /^(?:check|schema)-/.test(name)) continue
      expect(imports(source).filter(path => heavy.includes(path.replace('./', '')))).toEqual([])
    }
  })

  it('A8 with the gates closed it opens a handful of small files, lists no folder and writes nothing', () => {
    place.sessions(9)
    place.dreamed(1)
    const spy = join(place.top, 'spy.cjs')
    const log = join(place.top, 'seen.txt')
    writeFileSync(
      spy,
      `const fs = require('node:fs'), seen = []
       for (const name of ['openSync', 'readdirSync', 'writeSync', 'mkdirSync', 'renameSync']) {
         const real = fs[name]
         fs[name] = (...args) => { seen.push(name + ' ' + args[0]); return real(...args) }
       }
       const write = fs.writeFileSync
       process.on('exit', () => write(${JSON.stringify(log)}, seen.join('\\n')))`,
    )
    expect(dream(['auto']).stdout).toMatch(/^not yet: 1 of 24 hours since the last dream/)
    dream(['auto', '--quiet'], '', { NODE_OPTIONS: `--require ${spy}` })
    const seen = readFileSync(log, 'utf8')
      .split('\n')
      .filter(line => !line.includes(log))
    expect(seen.filter(line => !line.startsWith('openSync'))).toEqual([])
    expect(seen.map(line => line.replace(place.top, ''))).toEqual([
      'openSync /shop/.git',
      'openSync /home/.config/dream/config.json',
      'openSync /shop/dream.config.json',
      'openSync /etc/dream/config.json',
      'openSync /shop/.dreamignore',
      `openSync ${place.target.folder.replace(place.top, '')}/state.json`,
    ])
  })

  it('A2 takes session and folder from the JSON of a hook, and says nothing to the agent', async () => {
    const json = JSON.stringify({ session_id: 'abc-1', cwd: place.cwd, hook_event_name: 'SessionEnd' })
    for (const command of ['session', 'auto']) {
      const { stdout, stderr, status } = dream([command, '--hook'], json)
      expect([stdout, stderr, status]).toEqual(['', '', 0])
    }
    expect(readdirSync(sessionsFolder(place.target))).toEqual(['abc-1'])
    const decided = () => existsSync(join(place.target.folder, 'state.json')) && place.state().decision?.words
    await until(() => Boolean(decided()))
    expect(decided()).toContain('0 of 5')
    expect(dream(['auto', 'session', '--hook'], 'no JSON').status).toBe(0)
    expect(dream(['auto', 'session', '--session', 'def-2']).status).toBe(0)
    expect(readdirSync(sessionsFolder(place.target))).toEqual(['abc-1', 'def-2'])
    writeFileSync(join(place.cwd, 'dream.config.json'), '{')
    expect(dream(['auto', '--hook'], json)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not JSON'),
    })
  })

  it('A8 open, it starts the dream detached and returns', async () => {
    place.sessions(5)
    const { stdout, status } = dream(['auto'])
    expect([stdout, status]).toEqual(['open: 5 of 5 sessions so far\n', 0])
    await until(isOver)
    expect(place.state().night).toMatchObject({ result: 'done', words: '1 change' })
    expect(place.dreams()).toEqual(['dream.1.free'])
  })

  it('A8 a hook at the end of a session leaves the looking to a process that nobody waits for', async () => {
    place.sessions(5)
    const json = JSON.stringify({
      session_id: 'abc-1',
      cwd: place.cwd,
      hook_event_name: 'SessionEnd',
      reason: 'other',
    })
    expect(dream(['auto', '--hook'], json)).toMatchObject({ status: 0, stdout: '', stderr: '' })
    await until(isOver)
    expect(place.state().night).toMatchObject({ result: 'done', changes: 1 })
    expect(place.dreams()).toEqual(['dream.1.free'])
  })

  it('A8 dream auto daemon --once dreams where it is time, to the end, and leaves a log', () => {
    place.sessions(5)
    expect(dream(['auto', 'daemon', '--once'])).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(place.state().night).toMatchObject({ result: 'done', words: '1 change' })
    expect(place.dreams()).toEqual(['dream.1.free'])
    const log = readFileSync(join(place.stateHome, 'daemon/log.jsonl'), 'utf8').trim().split('\n')
    expect(log.map(line => JSON.parse(line).what)).toEqual(['started', 'dream', 'dreamed', 'stopped'])
    // As a unit of 0.1.0 calls it.
    expect(dream(['daemon', '--once'])).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(place.dreams()).toEqual(['dream.1.free'])
  })

  it('A8 a daemon that was killed is no hindrance to the next', async () => {
    const alive = join(place.stateHome, 'daemon/alive.json')
    const daemon = () =>
      spawn(process.execPath, [bin, 'auto', 'daemon'], {
        cwd: place.cwd,
        env: environment(),
        stdio: 'ignore',
      })
    const pidIn = () =>
      existsSync(alive) ? JSON.parse(readFileSync(alive, 'utf8') || '{}').process?.pid : undefined
    const first = daemon()
    await until(() => pidIn() === first.pid)
    expect(dream(['auto', 'daemon']).status).toBe(4)
    first.kill('SIGKILL')
    await new Promise(resolve => first.once('exit', resolve))
    const second = daemon()
    await until(() => pidIn() === second.pid)
    expect(dream(['auto', 'daemon', 'status']).stdout).toContain(`Running: process ${second.pid}`)
    second.kill('SIGTERM')
    expect(await new Promise(resolve => second.once('exit', resolve))).toBe(0)
    expect(dream(['auto', 'daemon', 'status']).stdout).toContain('Not running')
  })

  const CROWD = atLevel({ quick: 16, slow: 200 })

  it(`A3 ${CROWD} at once start exactly one dream`, async () => {
    place.sessions(5)
    const words = await Promise.all(
      Array.from({ length: CROWD }, async () => {
        const child = spawn(process.execPath, [bin, 'auto'], {
          cwd: place.cwd,
          env: environment(),
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        let said = ''
        child.stdout.on('data', (text: Buffer) => {
          said += text
        })
        child.stderr.on('data', (text: Buffer) => {
          said += text
        })
        await new Promise(resolve => child.once('close', resolve))
        return said
      }),
    )
    expect(words.filter(said => said.startsWith('open:'))).toEqual(['open: 5 of 5 sessions so far\n'])
    expect(words.filter(said => !/^(?:open|not yet):/.test(said))).toEqual([])
    expect(words.filter(said => said.startsWith('not yet:'))).toHaveLength(CROWD - 1)
    await until(isOver)
    expect(place.dreams()).toEqual(['dream.1.free'])
    expect(dream(['auto']).stdout).toMatch(/^not yet: 0 of 24 hours since the last dream/)
  })
})
