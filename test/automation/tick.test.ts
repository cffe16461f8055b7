import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DreamState,
  decideTick,
  mayWake,
  readDays,
  readState,
  type Tick,
  type TickVerdict,
  withDays,
} from '../../src/journal/tick.ts'
import { daysBetween, type Moment, momentIn, momentWords, readMoment } from '../../src/languages/calendar.ts'

const MINUTE = 60_000
const DAY = 86_400_000

interface Life {
  readonly zone: string
  readonly from: string
  readonly days: number
  /** Whether somebody is at work at that moment. */
  readonly busy?: (now: Moment) => boolean
  /** Whether the machine is on. */
  readonly awake?: (now: Moment) => boolean
  /** Days on which a conversation takes place, at one. */
  readonly active?: (day: string) => boolean
}

interface Lived {
  readonly reviews: { readonly at: Moment; readonly why: string }[]
  readonly states: string[]
  /** How often anybody was asked whether somebody is at work. */
  asked: number
}

/** A clock that ticks every quarter of an hour, for as long as it takes. */
function live({
  zone,
  from,
  days,
  busy = () => false,
  awake = () => true,
  active = () => true,
}: Life): Lived {
  const lived: Lived = { reviews: [], states: [], asked: 0 }
  let state: DreamState = 'active'
  let lastReview: Moment | undefined = momentIn(Date.parse(`${from}T12:00:00Z`), zone)
  let lastActive: string | undefined = from
  for (
    let at = Date.parse(`${from}T12:00:00Z`);
    at < Date.parse(`${from}T12:00:00Z`) + days * DAY;
    at += 15 * MINUTE
  ) {
    const now = momentIn(at, zone)
    if (!awake(now)) continue
    if (now.time === '13:00' && active(now.day)) {
      lastActive = now.day
      if (state === 'hibernating') state = 'active'
    }
    const verdict = decideTick({ now, state, lastReview, lastActive }, () => {
      lived.asked++
      return busy(now) ? 'busy' : 'idle'
    })
    if (verdict.do === 'review') {
      lived.reviews.push({ at: now, why: verdict.why })
      lastReview = now
      state = 'active'
    } else if (verdict.do === 'wait') state = 'pending'
    else if (verdict.do === 'hibernate') state = 'hibernating'
    lived.states.push(state)
  }
  return lived
}

describe('the nightly review', () => {
  it.each([
    // The hour of the change differs: 01:00 UTC, 02:00 local, a gap that swallows 03:30 itself, none at all, half an hour.
    ['Europe/Berlin', '2026-01-01'],
    ['America/New_York', '2026-01-01'],
    ['Europe/Helsinki', '2026-01-01'],
    ['Asia/Shanghai', '2026-01-01'],
    ['Australia/Lord_Howe', '2026-01-01'],
    ['Africa/Cairo', '2026-01-01'],
    ['America/Sao_Paulo', '2018-01-01'],
  ])(
    'J17 runs once every day of more than a year in %s, at 03:30 by the wall or as soon as there is such an hour',
    (zone, from) => {
      const { reviews } = live({ zone, from, days: 400 })
      const days = reviews.map(each => each.at.day)
      expect(new Set(days).size).toBe(days.length)
      expect(reviews.length).toBe(400)
      for (const [at, day] of days.entries()) if (at > 0) expect(daysBetween(days[at - 1]!, day)).toBe(1)
      const late = reviews.filter(({ at }) => at.time !== '03:30')
      // Only where the clock jumped over half past three.
      expect(late.length).toBeLessThanOrEqual(1)
      for (const { at } of late) expect(at.time).toBe('04:00')
    },
  )

  it('J17 busy nights wait, a quarter of an hour at a time, and run at six whatever happens', () => {
    const { reviews, states } = live({
      zone: 'Europe/Berlin',
      from: '2026-01-01',
      days: 365,
      busy: now => now.time < '07:00',
    })
    expect(reviews).toHaveLength(365)
    for (const { at, why } of reviews) expect([at.time, why]).toEqual(['06:00', 'forced'])
    expect(states).toContain('pending')
    const quiet = live({ zone: 'UTC', from: '2026-01-01', days: 30, busy: now => now.time < '04:10' })
    expect(new Set(quiet.reviews.map(({ at }) => at.time))).toEqual(new Set(['04:15']))
  })

  it('J17 a laptop that slept makes up for the night once, when it wakes', () => {
    const weekdays = (now: Moment) =>
      ![0, 6].includes(new Date(`${now.day}T00:00:00Z`).getUTCDay()) &&
      now.time >= '09:00' &&
      now.time < '18:00'
    const { reviews } = live({ zone: 'Europe/Berlin', from: '2026-01-05', days: 364, awake: weekdays })
    expect(reviews.length).toBe(52 * 5)
    for (const { at, why } of reviews) expect([at.time, why]).toEqual(['09:00', 'missed'])
  })

  it('J16 a month of silence: seven days on it hibernates, and then no tick asks anything', () => {
    const silent = (day: string) => day < '2026-03-01' || day >= '2026-04-01'
    const { reviews, states } = live({ zone: 'UTC', from: '2026-02-01', days: 90, active: silent })
    const days = reviews.map(each => each.at.day)
    expect(days).toContain('2026-03-06')
    expect(days).not.toContain('2026-03-08')
    expect(days).not.toContain('2026-03-31')
    expect(days.filter(day => day >= '2026-04-01')[0]).toBe('2026-04-01')
    expect(states).toContain('hibernating')
    let asked = 0
    const tick: Tick = {
      now: { day: '2026-03-20', time: '03:30' },
      state: 'hibernating',
      lastActive: '2026-02-28',
    }
    const ask = () => {
      asked++
      return 'idle' as const
    }
    expect(decideTick(tick, ask)).toEqual({ do: 'nothing', why: 'hibernating' })
    expect(asked).toBe(0)
  })

  it('J16 exactly seven calendar days, and never because Dream ran', () => {
    const at = (day: string): TickVerdict =>
      decideTick({ now: { day, time: '03:30' }, state: 'active', lastActive: '2026-02-01' }, () => 'idle')
    expect(at('2026-02-07').do).toBe('review')
    expect(at('2026-02-08')).toEqual({ do: 'hibernate', idleDays: 7 })
    expect(mayWake('active', '2026-02-01', '2026-02-07')).toBe('awake')
    expect(mayWake('active', '2026-02-01', '2026-02-08')).toBe('asleep')
    expect(mayWake('hibernating', '2026-02-07', '2026-02-08')).toBe('asleep')
  })

  it('J17 any life: never twice in a night, never more than a day late while the machine is on', () => {
    const hours = fc.array(fc.integer({ min: 0, max: 23 }), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Berlin', 'Asia/Shanghai', 'America/New_York'),
        hours,
        hours,
        (zone, asleep, atWork) => {
          const hour = (now: Moment) => Number(now.time.slice(0, 2))
          const { reviews } = live({
            zone,
            from: '2026-03-01',
            days: 40,
            awake: now => !asleep.includes(hour(now)) || hour(now) === 13,
            busy: now => atWork.includes(hour(now)),
          })
          const nights = reviews.map(({ at }) =>
            at.time >= '03:30' ? at.day : momentIn(Date.parse(`${at.day}T00:00:00Z`) - DAY, 'UTC').day,
          )
          expect(new Set(nights).size).toBe(nights.length)
          expect(nights.length).toBeGreaterThanOrEqual(39)
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('small files', () => {
  it('J1 state, days and the last review are read whatever they hold', () => {
    expect(['active\n', 'pending', 'hibernating\n', '', 'nonsense'].map(readState)).toEqual([
      'active',
      'pending',
      'hibernating',
      'active',
      'active',
    ])
    expect(readDays('["2026-02-01", 7, "x"]')).toEqual(['2026-02-01'])
    expect(readDays('{"torn')).toEqual([])
    expect(withDays(['2026-02-03'], ['2026-02-01', '2026-02-03'])).toEqual(['2026-02-01', '2026-02-03'])
    expect(readMoment('2026-02-27 03:31\n')).toEqual({ day: '2026-02-27', time: '03:31' })
    expect(readMoment('2026-02-27T03:31:00Z')).toEqual({ day: '2026-02-27', time: '03:31' })
    expect(readMoment('yesterday')).toBeUndefined()
    expect(momentWords({ day: '2026-02-27', time: '03:31' })).toBe('2026-02-27 03:31')
  })
})
