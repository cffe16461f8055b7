import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MagmaTestPlace, magmaPlace } from './place.ts'

// Below node_modules, so that the bundle finds the packages it leaves outside.
const cache = join(import.meta.dirname, '../../node_modules/.cache')
let folder: string
let place: MagmaTestPlace | undefined

beforeAll(async () => {
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'dream-magma-'))
  await build({
    entry: { bin: join(import.meta.dirname, '../../src/bin.ts') },
    outDir: folder,
    config: false,
    dts: false,
    logLevel: 'silent',
    platform: 'node',
    fixedExtension: false,
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  place?.remove()
})

interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function dreamProcess({ root, home, top }: MagmaTestPlace, ...words: string[]): Promise<Said> {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_STATE_HOME: join(top, 'state'),
    XDG_CACHE_HOME: join(top, 'cache'),
  }
  const child = spawn(process.execPath, [join(folder, 'bin.js'), ...words, '--folder', root], { env })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (bytes: Buffer) => {
      said[name] += bytes.toString('utf8')
    })
  return new Promise(done => child.once('close', code => done({ code, ...said })))
}

it('M2 processes that build, tend and search at once leave one whole index', {
  timeout: 180_000,
}, async () => {
  const topics = ['cache', 'login', 'invoice', 'parrot', 'harbour', 'export']
  const memories = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => {
      const topic = `${topics[at % topics.length]} ${at}`
      const head = `---\nname: ${topic}\ndescription: about the ${topic}\ntype: reference\n---\n`
      return [`note_${at}.md`, `${head}The ${topic} is explained in chapter ${at} of the handbook.\n`]
    }),
  )
  place = magmaPlace(memories)
  const all = await Promise.all([
    dreamProcess(place, 'magma', 'rebuild'),
    dreamProcess(place, 'magma', 'rebuild'),
    dreamProcess(place, 'magma', 'consolidate'),
    dreamProcess(place, 'search', 'parrot', '--engine', 'both', '--json'),
  ])
  for (const { code, stderr } of all) expect([code, stderr]).toEqual([0, ''])
  const settled = await dreamProcess(place, 'magma', 'rebuild')
  expect([settled.code, settled.stderr]).toEqual([0, ''])
  const status = JSON.parse((await dreamProcess(place, 'magma', '--json')).stdout) as {
    index: { state: string; rows: number }
    documents: number
  }
  expect(status.index).toMatchObject({ state: 'ready', rows: status.documents })
  const found = await dreamProcess(place, 'search', 'parrot', '--engine', 'magma')
  expect(found.stdout).toContain('parrot')
})
