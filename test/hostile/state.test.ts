import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refuseForeignState } from '../../src/state/state-roots.ts'
import { runDream } from '../cli/run-dream.ts'
import { lay, sandbox } from '../sources/sandbox.ts'

const COMMANDS = [['--yes'], ['--dry-run'], ['load'], ['undo'], ['config', 'trust', '--list'], ['status']]

function scene() {
  const top = sandbox()
  lay(`${top}/shop/.claude/memory`, { 'MEMORY.md': '- [a](a.md)\n', 'a.md': 'A note.\n' })
  const state = `${top}/state/dream`
  mkdirSync(state, { recursive: true, mode: 0o700 })
  mkdirSync(`${top}/home`)
  const env = { XDG_STATE_HOME: `${top}/state`, XDG_CACHE_HOME: `${top}/cache` }
  return { top, state, world: { cwd: `${top}/shop`, home: `${top}/home`, env } }
}

async function expectRefusal({ world }: ReturnType<typeof scene>, sentence: RegExp): Promise<void> {
  for (const argv of COMMANDS) {
    const { code, stderr } = await runDream(argv, world)
    expect([argv, code, stderr]).toEqual([argv, 2, expect.stringMatching(sentence)])
  }
}

describe('A4 a state directory that is not the user’s own', () => {
  it.each([0o770, 0o707, 0o777, 0o720, 0o702])('A4 mode %o: refused in a sentence', async mode => {
    const place = scene()
    chmodSync(place.state, mode)
    await expectRefusal(place, /state directory .* can be written by other users .*chmod go-w/)
    expect(existsSync(`${place.state}/memory`)).toBe(false)
  })

  it.each([0o700, 0o750, 0o755])('A4 mode %o: as it should be', async mode => {
    const place = scene()
    chmodSync(place.state, mode)
    expect((await runDream(['--dry-run'], place.world)).code).toBe(0)
  })

  it('A4 a link: refused in a sentence, and nothing is written where it leads', async () => {
    const place = scene()
    rmSync(place.state, { recursive: true })
    mkdirSync(`${place.top}/elsewhere`)
    symlinkSync(`${place.top}/elsewhere`, place.state)
    await expectRefusal(place, /state directory .* is a symbolic link and is not followed/)
    rmSync(place.state)
    writeFileSync(place.state, '')
    await expectRefusal(place, /state directory .* is not a folder/)
  })

  const isRoot = process.getuid?.() === 0
  const how = isRoot ? 'given away by root' : 'not root here: the folder / stands in for it'
  it(`A4 of another user (${how}): refused in a sentence`, async () => {
    const place = scene()
    if (isRoot) {
      chownSync(place.state, 12_345, 12_345)
      await expectRefusal(place, /state directory .* belongs to another user \(12345, not 0\)/)
    } else {
      // Only root can give a folder away; the root directory is somebody else's for everyone but root.
      expect(() => refuseForeignState('/')).toThrow(/belongs to another user \(0, not \d+\)/)
    }
  })
})
