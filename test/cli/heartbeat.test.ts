import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startHeartbeat } from '../../src/cli/heartbeat.ts'
import { runDream } from './run-dream.ts'
import { type SampleWorld, sampleWorld } from './sample-world.ts'

const CLEAR = '\r\u001b[K'
const COLUMNS = 60
const PACE = { patience: 100, every: 10 }

let folder: string
let fd: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dream-heartbeat-'))
  fd = openSync(join(folder, 'terminal'), 'a+')
})
afterEach(() => {
  closeSync(fd)
  rmSync(folder, { recursive: true })
})

/** A file in the place of a terminal. */
const terminal = () => ({ fd, columns: COLUMNS, write: (text: string) => writeSync(fd, text) })
const drawn = () => readFileSync(join(folder, 'terminal'), 'utf8')

/** Holds this thread, as reading and planning do. */
const hold = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

function holdUntilDrawn(from = 0): void {
  for (let times = 0; times < 30_000 && drawn().length === from; times++) hold(20)
}

describe('work that takes longer than one likes to wait', () => {
  it('says what it is and how long it has gone on, although it holds the program', () => {
    const busy = startHeartbeat(terminal(), PACE)
    busy.say(`checking 10,000 memories of ${'a long name '.repeat(10)}`)
    holdUntilDrawn()
    const lines = drawn().split(CLEAR)
    expect(lines[1]).toMatch(/^checking 10,000 memories of a long name .* … \d+ s$/)
    expect(lines[1]!.length).toBeLessThan(COLUMNS)
    busy.hush()
    const taken = drawn()
    expect(taken.endsWith(`s${CLEAR}`)).toBe(true)
    hold(100)
    expect(drawn()).toBe(taken)
    busy.say('applying')
    holdUntilDrawn(taken.length)
    expect(drawn().slice(taken.length)).toMatch(/applying … \d+ s/)
    busy.hush()
  })

  it('does not hold the program up where the terminal takes nothing', () => {
    const unwritable = openSync(join(folder, 'terminal'), 'r')
    onTestFinished(() => closeSync(unwritable))
    const busy = startHeartbeat({ ...terminal(), fd: unwritable }, PACE)
    busy.say('checking')
    hold(200)
    busy.hush()
    busy.say('applying')
    hold(200)
    busy.hush()
    expect(drawn()).toMatch(/^(?:\r\u001b\[K)*$/)
  })

  it('is what is told: quick work says nothing', () => {
    const busy = startHeartbeat(terminal(), PACE)
    for (const what of ['reading', 'checking']) {
      busy.say(what)
      busy.hush()
    }
    hold(200)
    busy.hush()
    expect(drawn()).toBe('')
  })
})

describe('every command', () => {
  let world: SampleWorld
  beforeEach(() => {
    world = sampleWorld()
  })
  afterEach(() => world.remove())
  const busyIn = async (argv: string) =>
    (await runDream(argv.split(' '), { ...world, tty: true, answers: [] })).busy

  it('says where a person watches what it does, and takes it back before it ends', async () => {
    const said = await busyIn('--dry-run')
    expect(said[0]).toBe('dream run')
    expect(said.filter(Boolean)).toEqual([
      'dream run',
      expect.stringMatching(/^reading /),
      expect.stringMatching(/^checking \d+ memories of /),
    ])
    expect(said.at(-1)).toBe('')
    expect(await busyIn('status')).toEqual(['dream status', ''])
    expect((await busyIn('explain no-such-memory.md')).at(-1)).toBe('')
  })

  it('keeps quiet where it was asked to', async () => {
    expect((await busyIn('--dry-run --quiet')).filter(Boolean)).toEqual([])
  })
})
