import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentBox } from '../../../src/agents/dream-agent-box.ts'
import { bundle } from '../../../torture/bundle.ts'
import { atLevel } from '../../level.ts'
import { seed } from '../../seed.ts'
import { boxOn, CANARY, type Ground, imageOf, makeGround } from './desk.ts'
import { knownEscapes } from './escapes.ts'
import type { Watched } from './marks.ts'
import { randomCall } from './random-calls.ts'
import { systemCalls } from './system-calls.ts'
import { buildWatcher, canWatch, NEEDS } from './watcher.ts'

let ground: Ground
let box: AgentBox
beforeAll(() => {
  ground = makeGround()
  box = boxOn(ground)
})
afterAll(() => {
  box.close()
  ground.remove()
})

describe('known ways out', () => {
  it('P2 are at least 300 of different kinds, each refused with a reason, and nothing changes', () => {
    const escapes = knownEscapes(ground)
    expect(escapes.length).toBeGreaterThan(300)
    const before = imageOf(ground.top)
    const copy = imageOf(box.scratch.path)
    const accepted = escapes.filter(one => {
      const { did, text } = box.tools.call(one)
      expect(text).not.toContain(CANARY.slice(0, 12))
      if (did === 'refused') expect(text.length).toBeGreaterThan(20)
      return did !== 'refused'
    })
    expect(accepted).toEqual([])
    expect(imageOf(ground.top)).toBe(before)
    expect(imageOf(box.scratch.path)).toBe(copy)
  })
})

const RUNS = atLevel({ quick: 1000, slow: 4000 })

describe('random calls of a hostile model', () => {
  it(`P2 ${RUNS} mixtures of commands, flags and paths change nothing outside the copy and show nothing of it`, () => {
    const before = imageOf(ground.top)
    let accepted = 0
    fc.assert(
      fc.property(randomCall(ground), call => {
        const { did, text } = box.tools.call(call)
        if (did === 'done') accepted++
        expect(text).not.toContain(CANARY.slice(0, 12))
        expect(text).not.toContain('root:x:')
      }),
      { numRuns: RUNS, seed },
    )
    expect(imageOf(ground.top)).toBe(before)
    expect(accepted).toBeGreaterThan(RUNS / 10)
    expect(accepted).toBeLessThan(RUNS)
  })
})

describe.skipIf(!canWatch())(`random calls of a hostile model, watched (${NEEDS})`, () => {
  it('P2 every system call they cause reads or writes where it may, and nothing else is called', async () => {
    const calls = [...fc.sample(randomCall(ground), { numRuns: RUNS, seed }), ...knownEscapes(ground)]
    const { log, watched } = await watch(calls)
    const seen = systemCalls(log)
    const isBelow = (path: string, root: string) => path === root || path.startsWith(`${root}/`)
    const stray = seen.filter(({ effect, path }) => {
      if (effect === 'other') return true
      if (isBelow(path, watched.copy)) return false
      return effect === 'writes' || !isBelow(path, ground.transcripts)
    })
    expect(stray).toEqual([])
    expect(seen.filter(({ effect }) => effect === 'writes').length).toBeGreaterThan(RUNS / 80)
    expect(seen.filter(({ effect }) => effect === 'reads').length).toBeGreaterThan(RUNS / 8)
    expect(watched.accepted).toBeGreaterThan(RUNS / 10)
    for (const text of watched.texts) expect(text).not.toContain(CANARY.slice(0, 12))
  })
})

async function watch(calls: readonly unknown[]): Promise<{ log: string; watched: Watched }> {
  const built = await bundle({ watched: 'test/agents/box/watched.ts' })
  const watcher = buildWatcher()
  const place = mkdtempSync(join(tmpdir(), 'dream-watched-'))
  try {
    const order = join(place, 'order.json')
    const result = join(place, 'result.json')
    writeFileSync(order, JSON.stringify({ ground, calls }))
    const log = watcher.run(process.execPath, [built.path('watched'), order, result])
    return { log, watched: JSON.parse(readFileSync(result, 'utf8')) as Watched }
  } finally {
    built.remove()
    watcher.remove()
    rmSync(place, { recursive: true, force: true })
  }
}
