import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { Dir } from '../../src/disk/dir.ts'
import {
  acquire,
  COMMIT_LOCK,
  currentHolder,
  DREAM_LOCK,
  LockHeld,
  LockLost,
  realClock,
  thisProcess,
} from '../../src/disk/lock.ts'
import { realSys } from '../../src/disk/sys.ts'
import { spied } from '../../torture/dying.ts'
import { SimDisk } from '../../torture/sim-disk.ts'
import { StageClock } from '../../torture/stage.ts'
import { fail } from '../store/meanwhile.ts'
import { newFolder, openDir } from './folder.ts'

/** A lock directory in memory; `does` happens before the first call of that kind. */
function locks(call = '', does: (disk: SimDisk) => void = () => undefined) {
  const clock = new StageClock()
  const disk = new SimDisk({ now: () => clock.now() * 1000 })
  disk.plantDir('/lock')
  let waiting = false
  const sys = spied(disk.connect(), (name, _args, go) => {
    if (waiting && name === call) {
      waiting = false
      does(disk)
    }
    return go()
  })
  const dir = Dir.open(sys, '/lock')
  waiting = true
  return { clock, disk, dir }
}

const take = (at: { dir: Dir; clock: StageClock }, kind = COMMIT_LOCK) =>
  acquire(at.dir, kind, 'run', at.clock)
const someone = (more: object = {}) =>
  JSON.stringify({ ...thisProcess(), since: 'noon', command: 'run', ...more })

describe('a lock', () => {
  it('A3 is not taken below a holder that two listings in a row happened to miss', async () => {
    const at = locks()
    at.disk.plant('/lock/commit.3', Buffer.from(someone()))
    const missed = [[], ['commit.1']]
    const dir = new Proxy(at.dir, {
      get: (target, name) => {
        if (name === 'list') return () => missed.shift() ?? target.list()
        const own: unknown = Reflect.get(target, name)
        return typeof own === 'function' ? own.bind(target) : own
      },
    })
    const once = { ...COMMIT_LOCK, attempts: 1 }
    await expect(acquire(dir, once, 'run', at.clock)).rejects.toThrow(LockHeld)
    expect(missed).toEqual([])
    expect(at.dir.list()).toEqual(['commit.3'])
  })

  it('A3 is not taken by a number that was held and given back since the look', async () => {
    const at = locks()
    const lists: string[][] = [['commit.2.free']]
    at.disk.plant('/lock/commit.3.free', Buffer.from(someone()))
    const dir = new Proxy(at.dir, {
      get: (target, name) => {
        if (name === 'list') return () => lists.shift() ?? target.list()
        const own: unknown = Reflect.get(target, name)
        return typeof own === 'function' ? own.bind(target) : own
      },
    })
    const lock = await acquire(dir, COMMIT_LOCK, 'run', at.clock)
    expect(lists).toEqual([])
    expect(lock.generation).toBe(4)
    expect(at.dir.list()).toEqual(['commit.4'])
  })

  it('A3 is not given up because one listing happened to miss it, and is when a higher one is seen', async () => {
    const at = locks()
    const lists: string[][] = []
    const dir = new Proxy(at.dir, {
      get: (target, name) => {
        if (name === 'list') return () => lists.shift() ?? target.list()
        const own: unknown = Reflect.get(target, name)
        return typeof own === 'function' ? own.bind(target) : own
      },
    })
    const lock = await acquire(dir, COMMIT_LOCK, 'run', at.clock)
    for (const missed of [[], ['commit.0.free']]) {
      lists.push(missed)
      lock.check()
      expect(lists).toEqual([])
    }
    lists.push([], [])
    expect(() => lock.check()).toThrow(LockLost)
    lists.push(['commit.1', 'commit.2'])
    expect(() => lock.check()).toThrow(LockLost)
    expect(lists).toEqual([])
  })

  it('A3 is one holder at a time, and counts up', async () => {
    const at = locks()
    const first = await take(at)
    expect(currentHolder(at.dir, COMMIT_LOCK, at.clock)).toMatchObject({ pid: process.pid, command: 'run' })
    await expect(take(at)).rejects.toThrow(/held by process \d+ on .* \(dream run, since /)
    first.release()
    expect(currentHolder(at.dir, COMMIT_LOCK, at.clock)).toBeUndefined()
    const second = await take(at)
    expect([first.generation, second.generation]).toEqual([1, 2])
    expect(at.dir.list()).toEqual(['commit.2'])
    expect(() => first.check()).toThrow(LockLost)
    // Given back twice, by one who does not know that it was taken over: the other keeps it.
    first.release()
    second.check()
  })

  it('on the real disk, by the real clock', async () => {
    const dir = openDir(newFolder(), realSys)
    expect(currentHolder(dir, DREAM_LOCK)).toBeUndefined()
    const lock = await acquire(dir, DREAM_LOCK, 'run')
    expect(currentHolder(dir, DREAM_LOCK)).toMatchObject({ pid: process.pid })
    lock.check()
    lock.release()
    const before = realClock.now()
    await realClock.sleep(1)
    expect(realClock.now()).toBeGreaterThanOrEqual(before)
  })

  it('names that are no generations do not count, whatever their order', async () => {
    const at = locks()
    for (const name of [
      'commit',
      'commit.x',
      'commit.7.old',
      'commit.8.free.x',
      'dream.50',
      'commit.10.free',
      'commit.9.free',
    ]) {
      at.disk.plant(`/lock/${name}`, '')
    }
    expect((await take(at)).generation).toBe(11)
    expect(at.dir.list()).toEqual([
      'commit',
      'commit.11',
      'commit.7.old',
      'commit.8.free.x',
      'commit.x',
      'dream.50',
    ])
  })

  it('shows a sign of life now and then, so that a long run keeps it', async () => {
    const at = locks()
    const lock = await take(at)
    for (let minute = 0; minute < 10; minute += 1) {
      at.clock.skip(60_000)
      lock.check()
    }
    await expect(take(at)).rejects.toThrow(LockHeld)
  })
})

describe('a lock whose holder', () => {
  it('A3 was stopped past its lease is taken over, and it notices when it wakes', async () => {
    const at = locks()
    const stopped = await take(at)
    at.clock.skip()
    const next = await take(at)
    expect(next.generation).toBe(2)
    expect(() => stopped.check()).toThrow('taken over by another process')
    next.check()
  })

  it('A3 lives in a future that a clock jumped back from does not last for years', async () => {
    const at = locks()
    at.disk.plant('/lock/commit.1', someone(), (at.clock.now() + 1e9) * 1000)
    expect((await take(at)).generation).toBe(2)
  })

  it('A3 died is taken over at once', async () => {
    const at = locks()
    const pid = spawnSync('true').pid
    at.disk.plant('/lock/commit.1', someone({ pid, born: '1' }))
    expect((await take(at)).generation).toBe(2)
  })

  it.each([
    ['left no name', 'not JSON', 'an unknown process'],
    ['left no number', '{"pid":"x"}', 'an unknown process'],
    ['is on another host', someone({ host: 'elsewhere' }), 'on elsewhere'],
  ])('A3 %s has it until its lease ends', async (_, text, words) => {
    const at = locks()
    at.disk.plant('/lock/commit.1', text)
    await expect(take(at)).rejects.toThrow(words)
    at.clock.skip()
    expect((await take(at)).generation).toBe(2)
  })
})

describe('two who want it at once', () => {
  it('A3 the name can be made once: the other one waits and gets the next', async () => {
    const at = locks('link', disk =>
      disk.plant('/lock/commit.1', someone({ pid: spawnSync('true').pid, born: '1' })),
    )
    expect((await take(at)).generation).toBe(2)
    expect(at.dir.list()).toEqual(['commit.2'])
  })

  it('A3 one who is far ahead keeps it, and the late one leaves nothing behind', async () => {
    const at = locks('link', disk => disk.plant('/lock/commit.5', someone()))
    await expect(take(at)).rejects.toThrow(LockHeld)
    expect(at.dir.list()).toEqual(['commit.5'])
  })

  it('A3 a draft that somebody cleared away is drawn anew', async () => {
    const at = locks('link', disk => disk.connect().unlink(`/lock/draft-${process.pid}-commit-1`))
    expect((await take(at)).generation).toBe(1)
  })

  it('a lock that is gone between two looks is looked for again', async () => {
    const at = locks('lstat', disk => disk.connect().unlink('/lock/commit.3'))
    at.disk.plant('/lock/commit.3', someone())
    expect((await take(at)).generation).toBe(1)
    const gone = locks('open', disk => disk.connect().unlink('/lock/commit.3'))
    const kind = { ...COMMIT_LOCK, attempts: 1 }
    gone.disk.plant('/lock/commit.3', someone())
    await expect(take(gone, kind)).rejects.toThrow('an unknown process')
  })

  it('a disk that refuses is told', async () => {
    const at = locks('link', () => fail('EIO'))
    await expect(take(at)).rejects.toThrow('EIO')
  })

  it('drafts of the dead go, those of the living stay', async () => {
    const at = locks()
    const dead = spawnSync('true').pid
    at.disk.plant(`/lock/draft-${dead}-commit-7`, '')
    at.disk.plant(`/lock/draft-${process.ppid}-commit-7`, '')
    await take(at)
    expect(at.dir.list()).toEqual(['commit.1', `draft-${process.ppid}-commit-7`])
  })
})
