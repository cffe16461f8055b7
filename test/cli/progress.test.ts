import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { progressLine } from '../../src/cli/present.ts'
import { runDream } from './run-dream.ts'
import { type SampleWorld, sampleWorld } from './sample-project.ts'

const CLEAR = '\r\u001b[K'
const COLUMNS = 60

describe('the line that says what is going on', () => {
  let drawn: string[]
  const terminal = { columns: COLUMNS, write: (text: string) => drawn.push(text) }
  beforeEach(() => {
    drawn = []
  })

  it('is written over by the next step, and taken away once', () => {
    const busy = progressLine(terminal)
    busy.say('reading')
    busy.say('checking')
    busy.clear()
    busy.clear()
    expect(drawn).toEqual([`${CLEAR}reading …`, `${CLEAR}checking …`, CLEAR])
    busy.say('applying')
    expect(drawn.at(-1)).toBe(`${CLEAR}applying …`)
  })

  it('never wraps', () => {
    progressLine(terminal).say(`checking 10,000 memories of ${'a long name '.repeat(10)}`)
    expect(drawn[0]!.slice(CLEAR.length)).toMatch(/^checking 10,000 memories of a long name .* …$/)
    expect(drawn[0]!.slice(CLEAR.length).length).toBeLessThan(COLUMNS)
  })

  it('is not there where nothing was said', () => {
    progressLine(terminal).clear()
    expect(drawn).toEqual([])
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
