/**
 * Years of nights in one process: journals written and reviewed, memories told, edited, forgotten and dreamed over, by a
 * clock that is told. Prints what the state directory holds, and what a late night costs beside one without a past.
 *
 *   npm run bench:growth -- [--nights 1000] [--lines 5] [--seed words] [--check]
 *
 * `--lines`: the fewest lines of a day's journal; some days have twice as many. `--check` ends with 1 where an aim is
 * missed. With TMPDIR on a disk that lies in memory nobody waits for the real one.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareRuns } from './late-run.ts'
import { beginLife, dreamNight, lifeIn, liveDay, reviewNight } from './life.ts'
import { aimsOf, renderAims, renderCosts, renderRoom } from './render-growth.ts'
import { type Room, roomOf } from './room.ts'
import { tellTime } from './told-time.ts'

const { values } = parseArgs({
  options: {
    nights: { type: 'string', default: '1000' },
    lines: { type: 'string', default: '5' },
    seed: { type: 'string', default: 'years' },
    check: { type: 'boolean', default: false },
  },
})
const nights = Number(values.nights)
const setTime = tellTime()
const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-growth-')))
try {
  const life = lifeIn({
    top,
    home: join(top, 'home'),
    seed: values.seed,
    lines: Number(values.lines),
    from: Date.UTC(2023, 0, 1, 12),
    setTime,
  })
  await beginLife(life)
  const rooms: { night: number; room: Room }[] = []
  for (let day = 0; day < nights; day++) {
    await liveDay(life, day)
    await reviewNight(life, day)
    await dreamNight(life, day)
    if ((day + 1) % Math.ceil(nights / 10) === 0) rooms.push({ night: day + 1, room: roomOf(life) })
  }
  console.log(`${renderRoom(rooms)}\n`)
  const costs = await compareRuns(top, life, nights)
  console.log(`${renderCosts(costs)}\n`)
  const aims = aimsOf(rooms.at(-1)!.room, costs)
  console.log(renderAims(aims))
  if (values.check && aims.some(aim => aim.measured > aim.most)) process.exitCode = 1
} finally {
  rmSync(top, { recursive: true, force: true })
}
