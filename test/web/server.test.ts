import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtCommand } from '../built.ts'
import { runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { type PageServer, pageServer } from './page-server.ts'

let world: SampleWorld
let server: PageServer
beforeEach(async () => {
  world = sampleWorld()
  // What only a person can decide.
  for (const name of ['deploy', 'login', 'backup', 'release'])
    world.write(
      `old-${name}.md`,
      `---\nname: old ${name}\ndescription: the old way to ${name}\ntype: project\n---\nThis note is obsolete: do not use it. The ${name} was done by hand, step by step.\n`,
    )
  server = await pageServer(world)
})
afterEach(async () => {
  await server.close()
  world.remove()
})

const own = () => `127.0.0.1:${server.port}`
const asPage = () => ({
  cookie: server.cookie,
  origin: `http://${own()}`,
  'content-type': 'application/json',
})
const start = (headers: Record<string, string | null> = {}) =>
  server.fetch('/api/start', { method: 'POST', headers: { ...asPage(), ...headers }, body: '{}' })

describe('I4 who may ask', () => {
  it('the page itself, once signed in', async () => {
    expect(await start()).toMatchObject({ status: 200 })
  })

  it('the link works once', async () => {
    const again = await server.fetch(`/${new URL(server.address).search}`)
    expect(again.headers['set-cookie']).toBeUndefined()
    expect((await server.fetch('/?token=guessed')).headers['set-cookie']).toBeUndefined()
  })

  it('nobody without the cookie', async () => {
    expect(await start({ cookie: null })).toMatchObject({ status: 401 })
    expect(await start({ cookie: `dream_${server.port}=guessed` })).toMatchObject({ status: 401 })
    expect(await server.fetch('/api/events')).toMatchObject({ status: 401 })
  })

  it.each([
    ['evil.example', 421],
    ['127.0.0.1', 421],
    ['127.0.0.1.nip.io', 421],
    ['[::1]', 421],
    [null, 400],
  ])('no other name of this machine: %s (DNS rebinding)', async (host, status) => {
    expect(await start({ host })).toMatchObject({ status })
    expect(await server.fetch('/', { headers: { host } })).toMatchObject({ status })
  })

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: null },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ])('no other site: %j', async headers => {
    expect(await start(headers)).toMatchObject({ status: 403 })
  })

  it('nothing is changed by following a link', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await server.fetch('/api/undo', { method, headers: asPage() })).status).toBe(403)
  })

  it('loopback alone', async () => {
    const others = Object.values(networkInterfaces()).flatMap(all => all ?? [])
    const outside = others.filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of outside) {
      const state = await new Promise(resolve => {
        const socket = connect(server.port, address)
        socket.once('connect', () => resolve('open'))
        socket.once('error', () => resolve('refused'))
      })
      expect(state).toBe('refused')
    }
    expect(new URL(server.address).hostname).toBe('127.0.0.1')
  })

  it('every answer forbids inline code, frames and other sites', async () => {
    for (const path of ['/', '/nowhere.js', '/api/start', '/../package.json', '/dist/bin.js']) {
      const { headers } = await server.fetch(path)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it.each(['/..%2fpackage.json', '/%2e%2e/package.json', '/page/index.html', '/index.html', '/a/b.js'])(
    'nothing beside the page: %s',
    async path => expect((await server.fetch(path)).status).toBe(404),
  )
})

describe('I4 what is sent', () => {
  it.each([
    ['frobnicate', '{}'],
    ['toString', '{}'],
    ['answer', '{}'],
    ['answer', '{"id":"x","answer":"delete"}'],
    ['answer', '{"id":["x"],"answer":"accept"}'],
    ['note', '[]'],
    ['note', 'null'],
    ['note', 'nonsense'],
    ['difference', '{"note":"x","from":-1,"to":"2"}'],
    ['search', `{"words":"${'a'.repeat(600)}"}`],
  ])('is checked: %s %s', async (call, body) => {
    const answer = await server.fetch(`/api/${call}`, { method: 'POST', headers: asPage(), body })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text)).toMatchObject({ kind: 'wrong' })
    expect(server.logged).toEqual([])
  })

  it('has a bound', async () => {
    const body = JSON.stringify({ words: 'a'.repeat(3_000_000) })
    expect((await server.fetch('/api/search', { method: 'POST', headers: asPage(), body })).status).toBe(413)
  })
})

describe('I4 review', () => {
  const open = async () => (await server.call('inbox', { which: 'open' })).items
  const accepted = async () => (await open()).find(({ accepting }) => accepting?.startsWith('archives'))!

  it('accepts one, and takes it back to the byte', async () => {
    const before = snapshotOf(world.memory)
    const item = await accepted()
    const { changes } = await server.call('item', { id: item.id })
    expect(changes.map(({ kind }) => kind)).toContain('archive')
    const done = await server.call('answer', { id: item.id, answer: 'accept' })
    expect(done.undo).toContain('archived')
    expect(existsSync(join(world.memory, item.subject))).toBe(false)
    expect((await open()).map(({ id }) => id)).not.toContain(item.id)
    // As after the page was loaded again: the server remembers what one key takes back.
    expect((await server.call('start', {})).undo).toBe(done.undo)
    await server.call('undo', {})
    expect(snapshotOf(world.memory)).toEqual(before)
    expect((await open()).map(({ id }) => id)).toContain(item.id)
  })

  it('rejects one, and asks again after undo', async () => {
    const item = await accepted()
    const before = snapshotOf(world.memory)
    await server.call('answer', { id: item.id, answer: 'reject' })
    expect((await open()).map(({ id }) => id)).not.toContain(item.id)
    const { items } = await server.call('inbox', { which: 'answered' })
    expect(items.find(({ id }) => id === item.id)?.decision?.answer).toBe('rejected')
    await server.call('undo', {})
    expect((await open()).map(({ id }) => id)).toContain(item.id)
    expect(snapshotOf(world.memory)).toEqual(before)
  })

  it('says what another tab or a terminal answered meanwhile', async () => {
    const item = await accepted()
    await runDream(['queue', '--reject', item.id], world)
    await expect(server.call('answer', { id: item.id, answer: 'accept' })).rejects.toThrow(/409.*rejected/)
    expect(existsSync(join(world.memory, item.subject))).toBe(true)
  })

  it('loses no answer of two tabs and a terminal at once', async () => {
    const items = await open()
    expect(items.length).toBeGreaterThanOrEqual(3)
    const answers = items.map(({ id }, at) =>
      at % 3 === 2
        ? runDream(['queue', '--reject', id], world)
        : server.call('answer', { id, answer: 'reject' }),
    )
    await Promise.all(answers)
    const { items: answered } = await server.call('inbox', { which: 'answered' })
    expect(answered.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort())
  })

  it('edits the note in question', async () => {
    const item = (await open()).find(({ isEditable }) => isEditable)!
    const { file, text } = await server.call('raw', { item: item.id })
    await server.call('saveItem', { id: item.id, text: `${text}\nOne line more.\n` })
    expect(readFileSync(join(world.memory, file), 'utf8')).toContain('One line more.')
    await server.call('undo', {})
    expect(readFileSync(join(world.memory, file), 'utf8')).toBe(text)
  })
})

describe('I4 memory', () => {
  const folder = async () => (await server.call('memory', {})).folders[0]!

  it('tells what agents load and what they cannot see', async () => {
    writeFileSync(join(world.memory, 'unlisted.md'), 'Nobody lists this.\n')
    const { notes, loaded } = await folder()
    expect(loaded).toMatchObject({ mostLines: 200, mostBytes: 25_000 })
    expect(notes.find(({ file }) => file === 'unlisted.md')?.seen).toMatch(/not-listed|no-index/)
  })

  it('edits, pins, archives and restores a note, each with its undo', async () => {
    const { notes } = await folder()
    const { id, file } = notes[0]!
    const path = join(world.memory, file)
    const { text, hash } = await server.call('raw', { note: id })
    await server.call('save', { note: id, text: `${text}More.\n`, was: hash })
    expect(readFileSync(path, 'utf8')).toBe(`${text}More.\n`)
    await expect(server.call('save', { note: id, text: 'late', was: hash })).rejects.toThrow(/409/)
    await server.call('undo', {})
    expect(readFileSync(path, 'utf8')).toBe(text)

    await server.call('pin', { note: id, pinned: true })
    expect((await server.call('note', { note: id })).isPinned).toBe(true)
    await server.call('pin', { note: id, pinned: false })
    expect((await server.call('note', { note: id })).isPinned).toBe(false)

    await server.call('archive', { note: id })
    expect(existsSync(path)).toBe(false)
    const { archived } = await folder()
    expect(archived.map(each => each.file)).toEqual([file])
    await server.call('restore', { note: id })
    expect(existsSync(path)).toBe(true)
    const { versions } = await server.call('versions', { note: id })
    expect(versions.length).toBeGreaterThan(3)
  })

  it('remembers', async () => {
    const { id } = await folder()
    const done = await server.call('remember', { text: 'Decided to ship on Fridays', folder: id })
    expect(done.words).toContain('saved')
    await server.call('undo', {})
    expect((await folder()).notes.some(({ file }) => /friday/i.test(file))).toBe(false)
  })

  it('shows findings, references and history of a note', async () => {
    const { notes } = await folder()
    for (const { id } of notes) expect(await server.call('checks', { note: id })).toHaveProperty('verdict')
    expect(await server.call('versions', { note: notes[0]!.id })).toHaveProperty('newest')
  })
})

describe('I4 the rest', () => {
  it('tells what vanished without Dream, and restores it', async () => {
    await server.call('vanished', {})
    const file = readdirSync(world.memory).find(name => name !== 'MEMORY.md')!
    const text = readFileSync(join(world.memory, file), 'utf8')
    rmSync(join(world.memory, file))
    const { notes } = await server.call('vanished', {})
    expect(notes).toMatchObject([{ file, state: 'kept' }])
    await server.call('restore', { note: notes[0]!.id })
    expect(readFileSync(join(world.memory, file), 'utf8')).toBe(text)
  })

  it('shows a run before it is done, does it, and lists it with its undo', async () => {
    const before = snapshotOf(world.memory)
    const shown = await server.call('run', { how: 'show' })
    expect(shown.planned.length).toBeGreaterThan(0)
    expect(snapshotOf(world.memory)).toEqual(before)
    await server.call('run', { how: 'do' })
    expect(snapshotOf(world.memory)).not.toEqual(before)
    const { runs } = await server.call('history', {})
    expect(runs[0]).toMatchObject({ undo: 'can-be-undone' })
    await server.call('undo', { run: runs[0]!.run })
    expect(snapshotOf(world.memory)).toEqual(before)
  })

  it('finds, with the reason', async () => {
    const { hits } = await server.call('search', { words: 'invoices cents' })
    expect(hits[0]).toMatchObject({ part: 'memory' })
    expect(hits[0]!.reasons.length).toBeGreaterThan(0)
  })

  it('I9 speaks Chinese where the page chose it', async () => {
    const answer = await server.fetch('/api/undo', {
      method: 'POST',
      headers: { ...asPage(), 'x-dream-language': 'zh' },
      body: '{}',
    })
    expect(JSON.parse(answer.text).error).toMatch(/\p{Script=Han}/u)
  })

  it('never sends a secret or an escape', async () => {
    const token = ['ghp_', 'a1B2'.repeat(9)].join('')
    world.write('login.md', `---\nname: login\n---\nUse ${token} \u001b[2J\u202e here.\n`)
    const { notes } = (await server.call('memory', {})).folders[0]!
    const note = notes.find(({ file }) => file === 'login.md')!
    const { text } = await server.call('note', { note: note.id })
    expect(text.text).not.toContain(token)
    expect(text.text).toContain('\\u{202e}')
  })
})

describe('dream serve', () => {
  it('prints the address, serves the built page in under 150 kB, ends with Ctrl-C', async () => {
    const child = spawn(process.execPath, [builtCommand(), 'serve', '--no-open'], {
      cwd: world.cwd,
      env: { PATH: process.env['PATH'], HOME: world.home, ...world.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', part => {
      said += part
    })
    await expect.poll(() => said).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/)
    const { origin } = new URL(/http:\S+/.exec(said)![0])
    const page = await (await fetch(origin)).text()
    const files = readdirSync('dist/page')
    expect(page).toMatch(/<script type="module"[^>]* src=/)
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=|https?:/)
    const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join('dist/page', name))).length, 0)
    expect(bytes).toBeLessThan(150_000)
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(said).not.toContain('interrupted')
  })

  it('says what to do where the port is taken', async () => {
    const { code, stderr } = await runDream(['serve', '--no-open', '--port', String(server.port)], world)
    expect([code, stderr]).toEqual([2, expect.stringContaining('--port')])
  })
})

const snapshotOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')] as const),
  )
