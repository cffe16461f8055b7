import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Sys } from '../../src/disk/sys.ts'
import { rootId } from '../../src/store/store.ts'
import { spied } from '../../torture/dying.ts'
import type { GroundKind } from '../../torture/kill/fixtures.ts'
import { type Ground, groundAt, plantGround } from '../../torture/kill/ground.ts'
import { runInside } from '../../torture/kill/inside.ts'
import { RUN } from '../../torture/kill/operations.ts'
import { withSys } from '../../torture/sys-around.ts'
import { fail } from './meanwhile.ts'

const tops: string[] = []
afterEach(() => {
  for (const top of tops.splice(0)) rmSync(top, { recursive: true, force: true })
})

type Around = (real: Sys) => Sys

/** A place, and `dream …` in it, a minute after the command before. */
function place(kind: GroundKind): {
  ground: Ground
  dream: (line: readonly string[], around?: Around) => ReturnType<typeof runInside>
} {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-again-')))
  tops.push(top)
  const ground = groundAt(kind, top)
  const began = Date.UTC(2026, 2, 3, 12)
  plantGround(ground, began)
  let played = 0
  const dream = (line: readonly string[], around: Around = real => real) => {
    played += 1
    return withSys(around, () => runInside(ground, line, began + played * 60_000, played))
  }
  return { ground, dream }
}

/** The first call that fits fails, after it was made. */
const failsAt =
  (name: string, ending: string): Around =>
  real => {
    let failed = false
    return spied(real, (call, args, go) => {
      const result = go()
      const isMeant = call === name && args.some(arg => typeof arg === 'string' && arg.endsWith(ending))
      if (!isMeant || failed) return result
      failed = true
      return fail('EIO')
    })
  }

describe('the same command again, when the disk works again', () => {
  it('A4 a capture that was cut off stands in the journal once; said a third time, twice', async () => {
    const { ground, dream } = place('journals')
    const line = ['remember', 'Decided to bill the shop by the month']
    for (const each of [['init', '--yes'], ['review']]) expect((await dream(each)).code).toBe(0)
    const times = () =>
      readFileSync(join(ground.memory, 'memory/2026-03-03.md'), 'utf8').split(line[1]!).length - 1
    const first = await dream(line, failsAt('rename', '.intent.json'))
    expect([first.code, first.output]).toEqual([1, expect.stringContaining('dream doctor --fix')])
    const second = await dream(line)
    expect([second.code, second.output]).toEqual([0, expect.stringContaining('nothing was written twice')])
    expect(times()).toBe(1)
    expect((await dream(line)).code).toBe(0)
    expect(times()).toBe(2)
  })

  it('A4 a capture of something else is written beside the one that was cut off', async () => {
    const { ground, dream } = place('journals')
    expect((await dream(['init', '--yes'])).code).toBe(0)
    await dream(['remember', 'Decided to bill by the month'], failsAt('rename', '.intent.json'))
    expect((await dream(['remember', 'Decided to bill'])).code).toBe(0)
    const journal = readFileSync(join(ground.memory, 'memory/2026-03-03.md'), 'utf8')
    expect(journal.match(/— .*/g)).toEqual(['— Decided to bill by the month', '— Decided to bill'])
  })

  it('A4 an undo that put a part back and was cut off goes on with the rest', async () => {
    const { ground, dream } = place('folder')
    expect((await dream(RUN)).code).toBe(0)
    const first = await dream(['undo'], real => {
      const paths = new Map<number, string>()
      let refuses = false
      return spied(real, (call, args, go) => {
        const isDraft = call === 'open' && /\.dream-[^/]*\.new$/.test(String(args[0]))
        if (isDraft && !refuses) {
          refuses = true
          fail('EIO')
        }
        // History is written then, and its directory is not on disk: the run counts as cut off.
        if (refuses && call === 'fsync' && paths.get(args[0] as number)?.endsWith(rootId(ground.memory)))
          fail('EIO')
        const result = go()
        if (call === 'open') paths.set(result as number, String(args[0]))
        return result
      })
    })
    expect([first.code, first.output]).toEqual([1, expect.stringContaining('interrupted')])
    const second = await dream(['undo'])
    expect([second.code, second.output]).toEqual([0, expect.stringContaining('2 files restored')])
    expect((await dream(['undo'])).output).toContain('nothing to undo')
  })

  it('A4 what was forgotten is forgotten, whatever else could not be done', async () => {
    const { dream } = place('folder')
    const { code, output } = await dream(['forget', 'legacy.md'], failsAt('unlink', '.intent.json'))
    expect(code).toBe(0)
    expect(output).toMatch(/this\s+run\s+left\s+temporary\s+files/)
  })

  it('A4 magma consolidate says that traces of its run are left', async () => {
    const { dream } = place('magma')
    const line = ['magma', 'consolidate', '--rules', 'seed']
    const { output } = await dream(line, failsAt('unlink', '.intent.json'))
    expect(output).toMatch(/this\s+run\s+left\s+temporary\s+files/)
  })
})
