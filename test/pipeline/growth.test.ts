import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginLife, dreamNight, lifeIn, liveDay, reviewNight } from '../../bench/year/life.ts'
import { type Room, roomOf } from '../../bench/year/room.ts'
import { realSys } from '../../src/disk/sys.ts'
import { newFolder } from '../disk/folder.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Nobody pulls the plug here, and waiting for the disk would be most of the time.
  vi.spyOn(realSys, 'fsync').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const NIGHTS = 40

/** The state directory before the first night, after half of them and after the last. */
async function rooms(): Promise<[Room, Room, Room]> {
  const top = newFolder()
  const life = lifeIn({
    top,
    home: join(top, 'home'),
    seed: 'forty nights',
    from: Date.UTC(2026, 0, 1, 12),
    lines: 3,
    setTime: at => vi.setSystemTime(at),
  })
  await beginLife(life)
  const live = async (from: number, to: number) => {
    for (let day = from; day < to; day++) {
      await liveDay(life, day)
      expect(await reviewNight(life, day)).toBe('distilled')
      if (day % 4 === 0) await dreamNight(life, day)
    }
    return roomOf(life)
  }
  return [roomOf(life), await live(0, NIGHTS / 2), await live(NIGHTS / 2, NIGHTS)]
}

describe('the state directory', () => {
  it('A5 grows by what is new each night, not by all that was there before', async () => {
    const [begun, half, whole] = await rooms()
    // Whole copies of files that grow evenly would make it three times as much.
    expect(whole.own - half.own).toBeLessThan(1.5 * (half.own - begun.own))
  })
})
