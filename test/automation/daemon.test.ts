import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Where } from '../../src/app/app.ts'
import {
  type DaemonContext,
  type DaemonOrder,
  type DaemonSettings,
  type DaemonState,
  daemonStep,
  runDaemon,
} from '../../src/automation/daemon.ts'
import { daemonLogFile } from '../../src/automation/log.ts'
import { appendLine } from '../../src/disk/files.ts'
import { runDream } from '../cli/run-dream.ts'
import { desk } from './auto-place.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 4, 15, 12)
const settings: DaemonSettings = { scanIntervalMs: 600_000, schedule: { enabled: true, timeZone: 'UTC' } }

describe('a step of the daemon', () => {
  /** Every moment at which something was done, on a clock that sleeps as it is told and jumps where `jumps` says. */
  function days(from: number, to: number, jumps: ReadonlyMap<number, number> = new Map()) {
    const done: { at: number; chores: readonly string[] }[] = []
    let state: DaemonState = {}
    let now = from
    for (let steps = 0; now < to; steps++) {
      const step = daemonStep(state, now, settings)
      state = step.state
      if (step.chores.length > 0) done.push({ at: now, chores: step.chores })
      now += jumps.get(steps) ?? step.sleepMs
      expect(JSON.stringify(state).length).toBeLessThan(80)
    }
    return done
  }

  it('A8 scans every ten minutes and asks for journals every quarter of an hour, 03:30 among them', () => {
    const done = days(NOON, NOON + DAY)
    const scans = done.filter(each => each.chores.includes('scan')).map(each => each.at)
    expect(scans).toHaveLength(144)
    expect(new Set(scans.slice(1).map((at, index) => at - scans[index]!))).toEqual(new Set([600_000]))
    const journals = done.filter(each => each.chores.includes('journals')).map(each => each.at)
    expect(journals).toHaveLength(96)
    expect(journals).toContain(Date.UTC(2026, 4, 16, 3, 30))
  })

  it('A8 after sleep, and after a jump of the clock in either direction, what is due is done once and life goes on', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 700 }), fc.integer({ min: -40 * DAY, max: 40 * DAY })), {
          maxLength: 6,
        }),
        jumps => {
          let state: DaemonState = {}
          let now = NOON
          const byStep = new Map(jumps)
          let sinceScan = 0
          for (let steps = 0; steps < 800; steps++) {
            const step = daemonStep(state, now, settings)
            state = step.state
            sinceScan = step.chores.includes('scan') ? 0 : sinceScan + step.sleepMs
            expect(sinceScan).toBeLessThanOrEqual(2 * settings.scanIntervalMs)
            expect(step.sleepMs).toBeGreaterThan(0)
            now += byStep.get(steps) ?? step.sleepMs
          }
        },
      ),
      { numRuns: 20 },
    )
    const slept = days(NOON, NOON + DAY, new Map([[30, 8 * HOUR]]))
    expect(new Set(slept.map(each => each.at)).size).toBe(slept.length)
  })

  it('A8 can leave the journals alone, and follows a time zone', () => {
    const quiet = { ...settings, schedule: { enabled: false, timeZone: null } }
    expect(daemonStep({ scannedAt: NOON }, NOON + MINUTE, quiet).chores).toEqual([])
    const vienna = { ...settings, schedule: { enabled: true, timeZone: 'Europe/Vienna' } }
    expect(daemonStep({}, Date.UTC(2026, 4, 16, 1, 30), vienna).state.quarter).toBe('2026-05-16 03:30')
  })
})

let place: ReturnType<typeof desk>
let where: Where
beforeEach(() => {
  place = desk()
  where = { cwd: place.home, home: place.home, env: place.env, paths: [], allProjects: false }
})
afterEach(() => place.remove())

const dream = (...argv: string[]) => runDream(argv, { cwd: place.cwd, home: place.home, env: place.env })
const log = () =>
  readFileSync(daemonLogFile(where), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

/** A daemon on a clock of its own, which sees `events` and stops after `minutes`. */
async function work(minutes: number, events: Record<number, () => void> = {}, start = Date.now()) {
  const orders: DaemonOrder[] = []
  let now = start
  const world: DaemonContext = {
    where,
    clock: {
      now: () => now,
      sleep: async ms => {
        const before = Math.floor((now - start) / MINUTE)
        now += ms
        for (let minute = before + 1; minute <= Math.floor((now - start) / MINUTE); minute++)
          events[minute]?.()
      },
    },
    run: async order => {
      orders.push(order)
      return 0
    },
    isStopped: () => now - start >= minutes * MINUTE,
  }
  const ended = await runDaemon(world, 'forever')
  return { orders, ended }
}

describe('the daemon', () => {
  it('A8 says that it waits after a failure once, also where midnight passes and words for the day change', async () => {
    place.sessions(5)
    await work(45, {}, new Date().setHours(24, 0, 0, 0) - 20 * MINUTE)
    expect(log().filter(({ what }) => what === 'said')).toHaveLength(1)
  })

  it('A8 finds every project with a memory, and starts its dream once, in that project', async () => {
    place.sessions(5)
    const { orders, ended } = await work(45)
    expect(ended).toEqual({ end: 'stopped' })
    expect(orders).toEqual([
      { args: ['auto', '--foreground'], cwd: place.cwd, token: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ])
    expect(log().map(line => line.what)).toEqual(['started', 'dream', 'dreamed', 'said', 'stopped'])
    expect(log()[1]).toMatchObject({
      target: place.cwd,
      why: 'open: 5 of 5 sessions so far',
      at: expect.any(String),
    })
  })

  it('A8 follows a changed configuration without a restart, and outlives a broken one', async () => {
    const config = join(place.home, '.config/dream/config.json')
    mkdirSync(join(place.home, '.config/dream'), { recursive: true })
    place.sessions(3)
    const { orders } = await work(120, {
      20: () => writeFileSync(config, '{ broken'),
      60: () => writeFileSync(config, JSON.stringify({ 'autoDream.sessionGate.minSessionsForDream': 3 })),
    })
    expect(orders).toHaveLength(1)
    expect(log().filter(line => line.subject === 'configuration')).toHaveLength(1)
    expect(log().find(line => line.what === 'dream')).toMatchObject({ why: 'open: 3 of 3 sessions so far' })
  })

  it('A8 there is one: a second says who is at work', async () => {
    const other = work(30, {
      10: () => {
        second = work(1)
      },
    })
    let second: ReturnType<typeof work> | undefined
    expect((await other).ended).toEqual({ end: 'stopped' })
    expect((await second!).ended).toMatchObject({
      end: 'another',
      words: expect.stringContaining(`process ${process.pid}`),
    })
  })

  it('J17 asks for a review of a journal workspace when it is due, and of one that hibernates reads the state alone', async () => {
    const workspace = join(place.home, '.openclaw/workspace')
    place.put(join(workspace, 'MEMORY.md'), '# Me\n')
    place.put(join(workspace, 'memory/2026-05-14.md'), '- something\n')
    mkdirSync(join(workspace, 'dream-vault/meta'), { recursive: true })
    const due = await work(20)
    expect(due.orders.filter(order => order.args[1] === 'review')[0]).toEqual({
      args: ['journal', 'review', '--scheduled', '--folder', workspace],
      cwd: workspace,
    })
    place.put(join(workspace, 'dream-vault/meta/dream-state.txt'), 'hibernating\n')
    expect((await work(20)).orders.filter(order => order.args[1] === 'review')).toEqual([])
  })

  it('A8 its log is JSON by the line, and rotates', () => {
    const file = join(place.top, 'log.jsonl')
    for (let at = 0; at < 60; at++) appendLine(file, JSON.stringify({ at, pad: 'x'.repeat(100) }), 2000)
    expect(statSync(file).size).toBeLessThan(2300)
    expect(statSync(`${file}.1`).size).toBeLessThan(2300)
    expect(JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1)!)).toMatchObject({ at: 59 })
  })
})

describe('dream auto daemon status', () => {
  it('A8 says when it was at work; what installed a timer once says what does now', async () => {
    expect((await dream('auto', 'daemon', 'status')).stdout).toContain('It has never run.')
    for (const [word, now] of [
      ['install', 'dream setup timer'],
      ['remove', 'dream setup timer --undo'],
      ['statu', 'did you mean status?'],
    ] as const)
      expect(await dream('auto', 'daemon', word)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(now),
      })
  })
})
