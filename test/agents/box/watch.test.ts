import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BEGIN, END } from './marks.ts'
import { LIBRARY_CALLS, NODE_CALLS } from './strays.ts'
import { type SystemCall, systemCalls } from './system-calls.ts'
import { buildWatcher, canWatch, NEEDS, type Watcher } from './watcher.ts'

/** What each macro of `watch.c` says of the functions that stand behind it. */
const EFFECTS: Readonly<Record<string, SystemCall['effect']>> = {
  OPEN: 'writes',
  STREAM: 'writes',
  LOOK: 'reads',
  LOOK_IN: 'reads',
  CHANGE: 'writes',
  CHANGE_BOTH: 'writes',
  CHANGE_OPEN: 'writes',
  MAKE: 'writes',
  RUN: 'other',
  OTHER: 'other',
}

describe.skipIf(!canWatch())(`the watcher of system calls (${NEEDS})`, () => {
  let watcher: Watcher
  let place: string
  beforeAll(() => {
    watcher = buildWatcher()
    place = realpathSync(mkdtempSync(join(tmpdir(), 'dream-strays-')))
  })
  afterAll(() => {
    watcher.remove()
    rmSync(place, { recursive: true, force: true })
  })

  /** Files that are there before the watch begins. */
  function prepared(folder: string, names: readonly string[]): string {
    const path = join(place, folder)
    mkdirSync(path)
    writeFileSync(join(path, 'from'), 'x')
    for (const name of names) writeFileSync(join(path, name), 'x')
    return path
  }

  function node(script: string): SystemCall[] {
    const mark = (path: string) => `try { fs.accessSync(${JSON.stringify(path)}) } catch {}`
    const program = `const fs = require('node:fs');
      (async () => { ${script.replace('BEGIN;', mark(BEGIN))}\n${mark(END)}; process.exit(0) })()`
    return systemCalls(watcher.run(process.execPath, ['-e', program]))
  }

  it('P2 notices every function it stands before, with its effect and the place it reached', () => {
    const source = readFileSync(join(import.meta.dirname, 'watch.c'), 'utf8')
    const wrapped = Array.from(source.matchAll(/^([A-Z_]+)\((\w+).*\)$/gm), ([, kind, name]) => ({
      effect: EFFECTS[kind!]!,
      name: name!,
      places: kind === 'OTHER' ? [] : kind === 'CHANGE_BOTH' ? ['', '-to'] : [''],
    }))
    for (const name of ['vfork', 'syscall']) wrapped.push({ effect: 'other', name, places: [] })
    expect(wrapped.map(({ name }) => name).sort()).toEqual(Object.keys(LIBRARY_CALLS).sort())

    const folder = prepared('library', Object.keys(LIBRARY_CALLS))
    const calls = Object.entries(LIBRARY_CALLS).flatMap(([name, words]) => [
      ...words.split(' ').map(word => placed(word, folder, name)),
      ',',
    ])
    const log = watcher.run(watcher.caller, ['access', `s${BEGIN}`, ',', ...calls, 'access', `s${END}`])
    const seen = systemCalls(log)
    const unnoticed = wrapped.filter(({ effect, name, places }) => {
      const mine = seen.filter(call => call.name === name && call.effect === effect)
      const isAt = (end: string) => mine.some(({ path }) => path.startsWith(join(folder, name) + end))
      return mine.length === 0 || !places.every(isAt)
    })
    expect(unnoticed).toEqual([])
    expect(seen.filter(({ name }) => name === 'syscall').map(({ path }) => path)).toEqual([
      'number 0437',
      'number 0425',
    ])
  })

  it.each(['Sync', 'by promise'])('P2 notices what node:fs does (%s)', way => {
    const names = Object.keys(NODE_CALLS)
    const folder = prepared(way, names)
    for (const name of names) {
      mkdirSync(join(folder, `${name}-folder`))
      symlinkSync('from', join(folder, `${name}-link`))
    }
    const calls = Object.entries(NODE_CALLS).map(([name, { args }]) => {
      const given = args.map(arg => JSON.stringify(typeof arg === 'string' ? placed(arg, folder, name) : arg))
      return way === 'Sync' ? `fs.${name}Sync(${given});` : `await fs.promises.${name}(${given});`
    })
    const seen = node(`BEGIN; ${calls.join('\n')}`)
    const isAt = (path: string, base: string) => path === base || path.startsWith(`${base}-`)
    const unnoticed = Object.entries(NODE_CALLS).filter(
      ([name, { effect }]) =>
        !seen.some(call => call.effect === effect && isAt(call.path, join(folder, name))),
    )
    expect(unnoticed).toEqual([])
  })

  it('P2 notices what is done to files that were open before', () => {
    const calls = {
      fchmodSync: '0o600',
      fchownSync: '-1,-1',
      futimesSync: '1,1',
      ftruncateSync: '0',
      writeSync: '"x"',
    }
    const folder = prepared('open', Object.keys(calls))
    const opened = Object.keys(calls).map(name => `const ${name} = fs.openSync('${folder}/${name}', 'r+');`)
    const done = Object.entries(calls).map(([name, args]) => `fs.${name}(${name}, ${args});`)
    const written = node(`${opened.join('\n')} BEGIN; ${done.join('\n')}`).filter(
      ({ effect }) => effect === 'writes',
    )
    expect(written.map(({ path }) => basename(path))).toEqual(Object.keys(calls))
  })

  it('P2 names the place that was reached, through links, descriptors and the working folder', () => {
    const folder = prepared('reached', [])
    mkdirSync(join(folder, 'inner'))
    symlinkSync(folder, join(folder, 'inner/way'))
    symlinkSync(join(folder, 'from'), join(folder, 'inner/from'))
    const seen = node(`process.chdir('${folder}'); const fd = fs.openSync('${folder}/inner', 'r'); BEGIN;
      fs.writeFileSync('inner/way/a', 'x'); fs.renameSync('inner/way/a', 'inner/../b');
      fs.writeFileSync('/proc/self/fd/' + fd + '/c', 'x'); fs.unlinkSync('/proc/self/fd/' + fd + '/c');
      fs.chmodSync('inner/from', 0o600); fs.mkdirSync('d')`)
    const written = seen.filter(({ name, effect }) => effect === 'writes' && name !== 'write')
    expect(written.map(({ path }) => path)).toEqual(
      ['a', 'a', 'b', 'inner/c', 'inner/c', 'from', 'd'].map(name => join(folder, name)),
    )
  })

  it('P2 notices programs', () => {
    const seen = node(`const run = require('node:child_process'); BEGIN;
      run.spawnSync('/bin/true'); run.execSync('exit 0'); run.execFileSync('true');
      await new Promise(done => run.spawn('/bin/false').on('exit', done));
      await new Promise(done => run.fork('/dev/null').on('exit', done))`)
    const programs = seen.filter(({ name }) => /exec|spawn/.test(name)).map(({ path }) => path)
    for (const program of ['/bin/true', '/bin/sh', 'true', '/bin/false', process.execPath])
      expect(programs).toContain(program)
    expect(seen.filter(({ name, effect }) => name === 'fork' && effect === 'other').length).toBe(5)
  })

  it('P2 notices connections, servers, datagrams and questions for names', () => {
    const seen = node(`const net = require('node:net'); BEGIN;
      await new Promise(done => net.connect(1, '127.0.0.1').on('error', done).on('connect', done));
      await new Promise(done => net.createServer().listen(0, '127.0.0.1', done));
      await new Promise(done => require('node:dgram').createSocket('udp4').send('x', 9, '127.0.0.1', done));
      await new Promise(done => require('node:dns').lookup('localhost', done))`)
    const names = seen.filter(({ effect }) => effect === 'other').map(({ name }) => name)
    for (const name of ['socket', 'connect', 'bind', 'listen', 'getaddrinfo']) expect(names).toContain(name)
    expect(names.some(name => name.startsWith('send'))).toBe(true)
  })

  it('fails where it was not loaded', () => {
    expect(() => systemCalls('')).toThrow('marks')
  })
})

/** Puts a path for `@`, its last part for `%` and the folder for a leading `/`. */
function placed(word: string, folder: string, name: string): string {
  return word
    .replace(/^(s?)\/(.*)$/, (_, kind: string, rest: string) => kind + join(folder, rest))
    .replace('@', join(folder, name))
    .replace('%', name)
}
