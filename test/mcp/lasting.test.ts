import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtCommand } from '../built.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { atLevel } from '../level.ts'
import { environmentOf, type Process, type Served, type Serving, served, servedProcess } from './served.ts'

let world: SampleWorld
let open: Served[]
beforeEach(() => {
  world = sampleWorld()
  open = []
})
afterEach(async () => {
  await Promise.all(open.map(each => each.close()))
  world.remove()
})

async function serve(how?: Serving): Promise<Served> {
  const one = await served(world, how)
  open.push(one)
  return one
}

async function startProcess(): Promise<Process> {
  const one = await servedProcess(world)
  open.push(one)
  return one
}

const CALLS = atLevel({ quick: 36, slow: 1000 })

const PLANNING = [
  ['memory_get', { memory: 'cents.md' }],
  ['memory_explain', { memory: 'upload.md' }],
  ['memory_queue', {}],
] as const

const LOOKING = [
  ['memory_search', { query: 'how are prices stored' }],
  ['memory_status', {}],
  ['memory_search', { query: 'release', detail: 'excerpt' }],
  ['memory_get', { memory: 'nothing' }],
  ['memory_search', { query: '' }],
] as const

/** What plans takes longest, and comes in each round once. */
const TURNS = [...PLANNING, ...LOOKING, ...LOOKING, ...LOOKING]

const handlesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
const kilobytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

function stateOf(): { files: number; bytes: number } {
  const top = join(world.top, 'state')
  const files = readdirSync(top, { recursive: true, encoding: 'utf8' })
    .map(path => statSync(join(top, path)))
    .filter(stat => stat.isFile())
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

describe.runIf(process.platform === 'linux')('I2 a server that runs for long', () => {
  it(`${CALLS} calls leave it as large as it was`, async () => {
    const { call, pid } = await startProcess()
    const some = async (many: number) => {
      for (let at = 0; at < many; at++) {
        const [name, given] = TURNS[at % TURNS.length]!
        await call(name, given)
      }
    }
    await some(2 * TURNS.length)
    const before = { handles: handlesOf(pid), memory: kilobytesOf(pid), state: stateOf() }
    await some(CALLS)
    expect(handlesOf(pid)).toBeLessThanOrEqual(before.handles + 2)
    expect(kilobytesOf(pid)).toBeLessThan(before.memory * 1.6)
    expect(stateOf().files).toBe(before.state.files)
    // Each search leaves a short line, up to the bound of that file.
    expect(stateOf().bytes - before.state.bytes).toBeLessThan(CALLS * 60)
  })
})

describe('I2 beside others', () => {
  it('two servers of one project remember at once, and lose nothing', async () => {
    const [first, second] = [await startProcess(), await startProcess()]
    const texts = (who: string) =>
      Array.from({ length: 5 }, (_, at) => `Queue ${who}${at} of the shop is emptied at ${at + 10} o'clock`)
    const remember = ({ call }: Served, who: string) =>
      Promise.all(texts(who).map(text => call('memory_remember', { text })))
    const answers = (await Promise.all([remember(first, 'north'), remember(second, 'south')])).flat()
    expect(answers.map(({ failed, text }) => (failed ? text : 'done'))).toEqual(Array(10).fill('done'))
    const index = readFileSync(join(world.memory, 'MEMORY.md'), 'utf8')
    for (const { data } of answers) {
      expect(index).toContain(`](${data['file']})`)
      expect(readFileSync(join(world.memory, data['file']), 'utf8')).toContain('dream_origin: assistant')
    }
  })

  it('a folder that vanishes meanwhile is told, and one that comes back is served again', async () => {
    const { call, client } = await serve({ args: ['--folder', world.memory] })
    expect((await call('memory_get', { memory: 'cents.md' })).failed).toBe(false)
    rmSync(world.memory, { recursive: true })
    for (const [name, given] of [...PLANNING, ...LOOKING.slice(0, 4)]) {
      const { failed, text } = await call(name, given)
      expect([name, failed, text]).toEqual([
        name,
        true,
        expect.stringMatching(/no such file or folder|no note/),
      ])
    }
    expect((await call('memory_remember', { text: 'The shop opens at nine in winter' })).failed).toBe(true)
    expect((await client.listResources()).resources).toEqual([])
    mkdirSync(world.memory)
    world.write('back.md', 'The shop opens at nine in winter.\n')
    expect((await call('memory_get', { memory: 'back.md' })).text).toContain('opens at nine')
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['back.md'])
  })
})

describe('I2 notes as resources', () => {
  it.each(['legacy', 'auto'] as const)('tells of changes to a note and to the list (%s)', async mode => {
    const { client } = await serve({ mode })
    const heard: string[] = []
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void heard.push(params.uri),
    )
    client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('list'))
    const { resources } = await client.listResources()
    const uri = resources.find(({ name }) => name === 'cents.md')!.uri
    if (mode === 'legacy') await client.subscribeResource({ uri })
    else await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] })
    // So that the server has looked once before anything changes.
    await new Promise(wake => setTimeout(wake, 2500))
    writeFileSync(join(world.memory, 'cents.md'), 'Prices are whole cents.\n')
    await expect.poll(() => heard).toContain(uri)
    expect(await client.readResource({ uri })).toMatchObject({
      contents: [{ text: 'Prices are whole cents.\n' }],
    })
    writeFileSync(join(world.memory, 'new.md'), 'A new note.\n')
    await expect.poll(() => heard).toContain('list')
    expect((await client.listResources()).resources.map(({ name }) => name)).toContain('new.md')
    expect(heard.filter(each => each !== 'list' && each !== uri)).toEqual([])
  })
})

describe('I2 the process', () => {
  const start = (input: string) =>
    new Promise<{ out: string; err: string; code: number | null }>(resolve => {
      const child = spawn(process.execPath, [builtCommand(), 'mcp'], {
        cwd: world.cwd,
        env: environmentOf(world),
      })
      const said = { out: '', err: '' }
      child.stdout.on('data', chunk => (said.out += String(chunk)))
      child.stderr.on('data', chunk => (said.err += String(chunk)))
      child.once('exit', code => resolve({ ...said, code }))
      child.stdin.write(input)
      setTimeout(() => child.stdin.end(), 4000)
    })

  it('ends with its standard input; standard output carries the protocol alone, whatever comes in', async () => {
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    }
    const { out, code } = await start(`${JSON.stringify(hello)}\nno JSON\n{"jsonrpc":"2.0"}\n[]\n`)
    const lines = out.trim().split('\n')
    expect(lines.map(line => JSON.parse(line).jsonrpc)).toEqual(lines.map(() => '2.0'))
    expect(JSON.parse(lines[0]!).result.serverInfo.name).toBe('dream')
    expect(code).toBe(0)
  })

  it('A8 what speaks the protocol is loaded by dream mcp alone', () => {
    const parts = join(builtCommand(), '../parts')
    const sources = new Map(
      readdirSync(parts).map(name => [name, readFileSync(join(parts, name), 'utf8')] as const),
    )
    const imports = (source: string) =>
      [...source.matchAll(/^import .*?from "([^"]+)"/gm)].map(match => match[1]!)
    const own = [...sources].filter(([, source]) =>
      imports(source).some(path => path.startsWith('@modelcontextprotocol')),
    )
    expect(own.length).toBe(1)
    for (const [, source] of sources) expect(imports(source)).not.toContain(`./${own[0]![0]}`)
  })
})
