import {
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchCopy } from '../../src/disk/files.ts'
import { thisProcess } from '../../src/disk/lock.ts'
import { newFolder } from './folder.ts'

const file = (text: string) => ({ bytes: Buffer.from(text), modified: 1_700_000_000_000_000 })

/** A folder of the kind that a run makes, with a word about its owner or without. */
function leave(place: string, name: string, owner?: unknown): string {
  const top = join(place, `dream-agent-${name}`)
  mkdirSync(top)
  if (owner !== undefined) writeFileSync(join(top, 'owner.json'), JSON.stringify(owner))
  return top
}

describe('a copy that somebody untrusted works on', () => {
  it('P3 holds these files and nothing else, for their owner alone, and goes with all that was put there', () => {
    const copy = scratchCopy([['a.md', file('alpha')]], newFolder())
    expect(readFileSync(join(copy.path, 'a.md'), 'utf8')).toBe('alpha')
    expect(statSync(join(copy.path, 'a.md')).mtimeMs).toBe(1_700_000_000_000)
    expect([statSync(copy.path).mode & 0o777, statSync(join(copy.path, 'a.md')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
    writeFileSync(join(copy.path, 'new.md'), '')
    copy.remove()
    expect(existsSync(join(copy.path, '..'))).toBe(false)
  })

  it('P3 is not left behind half', () => {
    const place = newFolder()
    const twice = [
      ['a.md', file('one')],
      ['a.md', file('two')],
    ] as const
    expect(() => scratchCopy(twice, place)).toThrow(/EEXIST/)
    expect(() => scratchCopy([], join(place, 'nowhere'))).toThrow(/ENOENT/)
    scratchCopy([], place).remove()
    expect(existsSync(place)).toBe(true)
  })

  it('P3 sweeps what dead runs left: not what lives, is young, is a link or is somebody else’s', () => {
    const place = newFolder()
    const dead = leave(place, 'dead', { ...thisProcess(), pid: 2 ** 22 - 1 })
    const alive = leave(place, 'alive', thisProcess())
    const young = leave(place, 'young')
    const odd = ['null', '{"pid":"7"}'].map((owner, at) => leave(place, `odd-${at}`, JSON.parse(owner)))
    const old = leave(place, 'old')
    const yesterday = Date.now() / 1000 - 2 * 86_400
    utimesSync(old, yesterday, yesterday)
    symlinkSync(old, join(place, 'dream-agent-link'))
    writeFileSync(join(place, 'dream-agent-file'), '')
    const other = join(place, 'other-agent')
    mkdirSync(other)
    scratchCopy([], place).remove()
    expect([dead, old].map(existsSync)).toEqual([false, false])
    expect([alive, young, other, ...odd, join(place, 'dream-agent-file')].every(existsSync)).toBe(true)
  })
})
