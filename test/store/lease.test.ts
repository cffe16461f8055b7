import { describe, expect, it } from 'vitest'
import { Dir } from '../../src/disk/dir.ts'
import { errorWords } from '../../src/disk/sys.ts'
import { nativeDreamer } from '../../src/store/folder.ts'
import { takeLease } from '../../src/store/lease.ts'
import { archive } from '../../torture/actions.ts'
import { deskOn, ROOT, STATE } from '../../torture/stage.ts'
import { Desktop, fail } from './meanwhile.ts'

const FILES = { 'a.md': 'alpha\n' }

describe('the lease of a whole dream', () => {
  const leaseOn = (desk: Desktop, ...events: Parameters<Desktop['sys']>[0]) =>
    takeLease(deskOn(desk.sys(events), desk.clock), ROOT, 'run')

  it('A3 is one dream’s at a time, and the next one’s after it', async () => {
    const desk = new Desktop(FILES)
    const lease = await leaseOn(desk)
    lease.check()
    lease.renew()
    await expect(leaseOn(desk)).rejects.toThrow(/the dream lock is held by process/)
    lease.release()
    const next = await leaseOn(desk)
    next.check()
    next.release()
  })

  it('A3 that another took over is said before anything is written, and showing life is no error', async () => {
    const desk = new Desktop(FILES)
    const lease = await leaseOn(desk)
    desk.disk.plant(`${STATE}/lock/dream.99`, '{}')
    expect(() => lease.renew()).not.toThrow()
    expect(() => lease.check()).toThrow('was taken over by another process')
  })

  it('A3 is not renewed on a disk that refuses, and says so', async () => {
    const desk = new Desktop(FILES)
    const lease = await leaseOn(desk, { at: 'list /.', time: 6, does: () => fail('EIO') })
    const renew = () => {
      for (let times = 0; times < 9; times++) lease.renew()
    }
    expect(renew).toThrow('EIO')
  })
})

describe('the agent’s own dream', () => {
  const seenBy = (text: string, ageMs = 0) => {
    const desk = new Desktop(FILES)
    desk.disk.plant(`${ROOT}/.consolidate-lock`, text, (desk.clock.now() - ageMs) * 1000)
    return nativeDreamer(Dir.open(desk.disk.connect(), ROOT), desk.clock)
  }

  it('A3 is at work where its process lives, and not where it is dead, long gone or no process', () => {
    expect(seenBy(`${process.pid}\n`)).toContain(`process ${process.pid}`)
    expect(seenBy(String(process.pid), 3_600_001)).toBeUndefined()
    for (const text of ['', '0', '-1', '1.5', 'nobody', '4194304']) expect(seenBy(text), text).toBeUndefined()
  })

  it('is no folder, and nothing where there is none', () => {
    const desk = new Desktop(FILES)
    desk.remove('.consolidate-lock')
    const look = () => nativeDreamer(Dir.open(desk.disk.connect(), ROOT), desk.clock)
    expect(look()).toBeUndefined()
    desk.disk.plantDir(`${ROOT}/.consolidate-lock`)
    expect(look()).toBeUndefined()
  })

  it('whose time cannot be moved on is a warning', async () => {
    const desk = new Desktop(FILES)
    const events = [{ at: 'open /.consolidate-lock', time: 2, does: () => fail('EACCES') }]
    const { outcomes, warnings } = await desk.apply([archive('a.md', 'alpha\n')], ...events)
    expect(outcomes.map(({ result }) => result)).toEqual(['done'])
    expect(warnings.join()).toContain('could not be updated: permission denied (EACCES)')
  })
})

describe('an error in words', () => {
  it('has the system’s code, the message, or whatever was thrown', () => {
    expect(errorWords(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe('the disk is full (ENOSPC)')
    expect(errorWords(Object.assign(new Error('odd'), { code: 'EODD' }))).toBe('odd')
    expect(errorWords(new Error('plain'))).toBe('plain')
    expect(errorWords('a word')).toBe('a word')
  })
})
