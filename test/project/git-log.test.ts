import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { askedBy, gatherEvidence, openProject } from '../../src/project/open-project.ts'
import type { Project, Vanished } from '../../src/project/project.ts'
import { type Kept, kept as keptIn } from '../../src/state/cache.ts'
import { commit, git, lay, memoryNaming, repository, sandbox } from '../sources/sandbox.ts'

const LONG = 'line of text that stays the same\n'.repeat(20)

const fact = (world: Project, path: string) =>
  gatherEvidence(world, askedBy([memoryNaming(path)])).paths.get(path)

describe('the log, kept between runs', () => {
  const opened = (root: string, log: Kept<Map<string, Vanished>>): Project =>
    openProject({ path: root }, { home: '/home/nobody', memoryFolders: [], log })

  /** A cache that counts, and holds what it is given. */
  function counting(bytes?: Buffer) {
    const kept = { bytes, stored: 0 }
    const file = {
      load: () => kept.bytes,
      store: (given: Uint8Array) => {
        kept.bytes = Buffer.from(given)
        kept.stored++
      },
    }
    const log = keptIn<Map<string, Vanished>>(file, 'test')
    return { log, kept }
  }

  it('A5 is read once for each HEAD, and says the same both times', () => {
    const root = repository({ 'gone.ts': LONG, 'stays.ts': '' })
    rmSync(`${root}/gone.ts`)
    const by = commit(root, 'second')
    const { log, kept } = counting()
    const first = fact(opened(root, log), 'gone.ts')
    expect(first).toMatchObject({ presence: 'missing' })
    expect(JSON.stringify(first)).toContain(by)
    expect(fact(opened(root, log), 'gone.ts')).toEqual(first)
    expect(kept.stored).toBe(1)
    lay(root, { 'gone.ts': LONG })
    commit(root, 'third')
    rmSync(`${root}/gone.ts`)
    const again = commit(root, 'fourth')
    expect(JSON.stringify(fact(opened(root, log), 'gone.ts'))).toContain(again)
    expect(kept.stored).toBe(2)
  })

  it('A5 is believed only where it is whole: damage is read over', () => {
    const root = repository({ 'gone.ts': LONG, 'stays.ts': '' })
    rmSync(`${root}/gone.ts`)
    commit(root, 'second')
    const { log, kept } = counting()
    const first = fact(opened(root, log), 'gone.ts')
    kept.bytes = Buffer.from(kept.bytes!.map((byte, at) => (at === 50 ? byte ^ 1 : byte)))
    expect(fact(opened(root, log), 'gone.ts')).toEqual(first)
    expect(kept.stored).toBe(2)
  })

  it('A5 of a shallow clone is read anew when the clone is deepened, although HEAD stays', () => {
    const origin = repository({ 'gone.ts': LONG, 'stays.ts': '' })
    rmSync(`${origin}/gone.ts`)
    commit(origin, 'second')
    lay(origin, { 'stays.ts': 'x' })
    commit(origin, 'third')
    const clone = `${sandbox()}/clone`
    git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, clone)
    const { log } = counting()
    expect(fact(opened(clone, log), 'gone.ts')).toMatchObject({ presence: 'unknown' })
    git(clone, 'fetch', '-q', '--unshallow')
    expect(fact(opened(clone, log), 'gone.ts')).toMatchObject({ presence: 'missing' })
  })
})
