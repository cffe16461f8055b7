import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { builtCommand } from '../built.ts'
import { type MagmaTestPlace, magmaPlace } from './place.ts'

const bin = builtCommand()
let place: MagmaTestPlace | undefined
afterAll(() => place?.remove())

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
  const child = spawn(process.execPath, [bin, ...words, '--folder', root], { env })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (bytes: Buffer) => {
      said[name] += bytes.toString('utf8')
    })
  return new Promise(done => child.once('close', code => done({ code, ...said })))
}

it('M2 processes that build, tend and search at once leave one whole index', async () => {
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
