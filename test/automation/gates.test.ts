import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  believable,
  DEFAULT_GATES,
  enabledGate,
  type GateSettings,
  pauseGate,
  retryGate,
  sessionGate,
  timeGate,
} from '../../src/automation/gates.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Friday at noon, on the clock of whatever machine runs this. */
const NOW = new Date(2026, 4, 15, 12, 0).getTime()

const since = (sessions: number, hoursAgo: number | undefined, anythingNew = true) => ({
  sessions,
  anythingNew,
  lastDream: hoursAgo === undefined ? undefined : NOW - hoursAgo * HOUR,
  firstSeen: NOW - 2 * HOUR,
})

describe('the time gate', () => {
  it.each([
    [0, 'not yet: 0 of 24 hours since the last dream'],
    [6, 'not yet: 6 of 24 hours since the last dream'],
    [23.99, 'not yet: 23.9 of 24 hours since the last dream'],
  ])('A1 is closed %d hours after a dream, and says so', (hours, words) => {
    const closed = timeGate(DEFAULT_GATES, NOW - hours * HOUR, NOW)
    expect(closed?.words).toBe(words)
    expect(closed?.opensAt).toBe(NOW - hours * HOUR + DAY)
  })

  it('A1 is open from 24 hours on, and where there was no dream yet', () => {
    expect(timeGate(DEFAULT_GATES, NOW - DAY, NOW)).toBeUndefined()
    expect(timeGate(DEFAULT_GATES, undefined, NOW)).toBeUndefined()
  })

  it('A1 a clock that was set back closes it for two gaps at most, never for years', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -100 * 365, max: 100 * 365 }),
        fc.integer({ min: 0, max: 48 }),
        (days, later) => {
          const last = NOW + days * DAY
          const now = NOW + later * HOUR
          const closed = timeGate(DEFAULT_GATES, last, now)
          expect(closed === undefined || closed.opensAt! - now <= 2 * DAY).toBe(true)
        },
      ),
    )
    expect(believable(NOW + 3650 * DAY, DEFAULT_GATES, NOW)).toBeUndefined()
    expect(believable(NOW + HOUR, DEFAULT_GATES, NOW)).toBe(NOW + HOUR)
  })
})

describe('the session gate', () => {
  it('A1 answers with its reason', () => {
    expect(sessionGate(DEFAULT_GATES, since(3, 72), NOW)).toEqual({
      gate: 'sessions',
      words: 'not yet: 3 of 5 sessions since Tuesday',
    })
    expect(sessionGate(DEFAULT_GATES, since(5, 25), NOW)).toEqual({
      gate: 'open',
      words: 'open: 5 of 5 sessions since Thursday',
    })
    expect(sessionGate(DEFAULT_GATES, since(0, undefined), NOW).words).toBe('not yet: 0 of 5 sessions so far')
  })

  it('A1 past 168 hours it is waived, as long as anything changed', () => {
    expect(sessionGate(DEFAULT_GATES, since(1, 167.9), NOW).gate).toBe('sessions')
    expect(sessionGate(DEFAULT_GATES, since(1, 168), NOW)).toEqual({
      gate: 'open',
      words: 'open: 168 hours since the last dream, more than 168; 1 of 5 sessions since 2026-05-08',
    })
    expect(sessionGate(DEFAULT_GATES, since(0, 500, false), NOW)).toEqual({
      gate: 'sessions',
      words: 'not yet: 0 of 5 sessions since 2026-04-24, and nothing changed',
    })
  })

  it('A1 without a first dream the 168 hours begin when it was first seen', () => {
    const seen = (hours: number) => ({ ...since(1, undefined), firstSeen: NOW - hours * HOUR })
    expect(sessionGate(DEFAULT_GATES, seen(100), NOW).gate).toBe('sessions')
    expect(sessionGate(DEFAULT_GATES, seen(169), NOW).gate).toBe('open')
  })

  it('A1 opens if and only if there are enough sessions, or time enough and something new', () => {
    const settings = fc.record({
      enabled: fc.constant(true),
      minHours: fc.integer({ min: 0, max: 48 }),
      maxHours: fc.integer({ min: 48, max: 400 }),
      minSessions: fc.integer({ min: 0, max: 20 }),
      scanIntervalMs: fc.constant(600_000),
    })
    fc.assert(
      fc.property(
        settings,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 800 }),
        fc.boolean(),
        (gates: GateSettings, sessions, hours, anythingNew) => {
          const { gate } = sessionGate(gates, since(sessions, hours, anythingNew), NOW)
          const expected = sessions >= gates.minSessions || (hours >= gates.maxHours && anythingNew)
          expect(gate === 'open').toBe(expected)
        },
      ),
    )
  })
})

describe('the cheaper gates', () => {
  it('A1 can be switched off', () => {
    expect(enabledGate({ ...DEFAULT_GATES, enabled: false })?.words).toBe(
      'not yet: autoDream.enabled is false',
    )
    expect(enabledGate(DEFAULT_GATES)).toBeUndefined()
  })

  it('A1 sessions are looked at every ten minutes, with the last answer in between', () => {
    const scanned = { at: NOW - 9 * 60_000, words: 'not yet: 3 of 5 sessions since Tuesday' }
    expect(pauseGate(DEFAULT_GATES, scanned, NOW)?.words).toBe(scanned.words)
    expect(pauseGate(DEFAULT_GATES, { ...scanned, at: NOW - 10 * 60_000 }, NOW)).toBeUndefined()
    expect(pauseGate(DEFAULT_GATES, { ...scanned, at: NOW + DAY }, NOW)).toBeUndefined()
    expect(pauseGate(DEFAULT_GATES, undefined, NOW)).toBeUndefined()
  })

  it('a night that failed is tried again after 1, 2, 4 … hours, at most a day, and is no dream', () => {
    const wait = (times: number) =>
      (retryGate({ at: NOW, why: 'the disk is full', times }, NOW)!.opensAt! - NOW) / HOUR
    expect([1, 2, 3, 4, 5, 6, 60].map(wait)).toEqual([1, 2, 4, 8, 16, 24, 24])
    expect(retryGate({ at: NOW - HOUR, why: 'x', times: 1 }, NOW)).toBeUndefined()
    expect(retryGate({ at: NOW + 400 * DAY, why: 'x', times: 1 }, NOW)).toBeUndefined()
    expect(retryGate({ at: NOW - HOUR, why: 'the disk is full', times: 2 }, NOW)?.words).toBe(
      'not yet: it failed 11:00, 2 times in a row (the disk is full); it is tried again 13:00',
    )
  })
})
