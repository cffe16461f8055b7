import { setMaxListeners } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withBudget } from '../../../src/models/budget.ts'
import { LONGEST_PAUSE_MS, makeGate, withLimit, withMask, withRetry } from '../../../src/models/middleware.ts'
import type { Question } from '../../../src/models/model.ts'
import { modelOn } from '../../../src/models/model-on.ts'
import { openModel } from '../../../src/models/open.ts'
import {
  type Call,
  makeTally,
  type Reply,
  type Transport,
  unanswered,
} from '../../../src/models/transport.ts'
import { cacheFile, kept } from '../../../src/state/cache.ts'
import { good, inTurn } from '../model-players.ts'
import { type ModelServer, type Player, startModelServer } from '../model-server.ts'
import { handTimer } from './hand-timer.ts'
import { ENV, KEY, roleAt } from './role.ts'

const NO_LIMIT = { calls: null, tokens: null, seconds: null, usd: null }
const signal = new AbortController().signal
setMaxListeners(0, signal)

const CALL: Call = {
  role: 'agents',
  purpose: 'test',
  instructions: 'x',
  messages: [],
  tools: [],
  maxOutputTokens: 100,
  patience: 'wait',
  signal,
}

const said = (tokens = 10, cost: number | null = 0): Reply => ({
  outcome: 'answered',
  value: { text: 'ok', calls: [] },
  spent: { calls: 1, inputTokens: tokens, outputTokens: 0, cost },
})

describe('A7 the pace of a role', () => {
  it('A7 intent: one at a time and two seconds apart; the impatient hear busy', async () => {
    const timer = handTimer()
    const started: number[] = []
    const finish: (() => void)[] = []
    const line: Transport = () => {
      started.push(timer.now())
      return new Promise(done => finish.push(() => done(said())))
    }
    const limited = withLimit(line, makeGate({ concurrency: 1, intervalMs: 2000 }, timer))
    const answers = [limited(CALL), limited(CALL), limited(CALL)]
    await timer.turn(5000)
    expect(started).toEqual([0])
    expect(await limited({ ...CALL, patience: 'now' })).toMatchObject({ outcome: 'busy' })
    finish[0]!()
    await timer.turn(0)
    expect(started).toEqual([0, 5000])
    finish[1]!()
    await timer.turn(1999)
    expect(started).toEqual([0, 5000])
    expect(await limited({ ...CALL, patience: 'now' })).toMatchObject({ outcome: 'busy' })
    await timer.turn(1)
    expect(started).toEqual([0, 5000, 7000])
    finish[2]!()
    expect((await Promise.all(answers)).map(answer => answer.outcome)).toEqual([
      'answered',
      'answered',
      'answered',
    ])
    await timer.turn(2000)
    const now = limited({ ...CALL, patience: 'now' })
    await timer.turn(0)
    finish[3]!()
    expect((await now).outcome).toBe('answered')
  })

  it('A7 verification: no limit, all at once', async () => {
    const gate = makeGate({ concurrency: null, intervalMs: 0 }, handTimer())
    let most = 0
    let now = 0
    const line: Transport = async () => {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now--
      return said()
    }
    await Promise.all(Array.from({ length: 50 }, () => withLimit(line, gate)({ ...CALL, patience: 'now' })))
    expect(most).toBe(50)
  })

  it('who waits for a turn can stop waiting, and takes nobody else’s place', async () => {
    const timer = handTimer()
    const gate = makeGate({ concurrency: 1, intervalMs: 0 }, timer)
    const controller = new AbortController()
    expect(await gate.enter('wait', signal)).toBe('in')
    const first = gate.enter('wait', controller.signal)
    const second = gate.enter('wait', signal)
    controller.abort()
    expect(await first).toBe('stopped')
    gate.leave()
    expect(await second).toBe('in')
  })

  it('holds for any crowd: never more inside, never closer together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 15 }),
        async (concurrency, intervalMs, durations) => {
          const timer = handTimer()
          const starts: number[] = []
          let now = 0
          const limited = withLimit(
            async call => {
              starts.push(timer.now())
              expect(++now).toBeLessThanOrEqual(concurrency)
              await new Promise<void>(done => timer.after(Number(call.purpose), done))
              now--
              return said()
            },
            makeGate({ concurrency, intervalMs }, timer),
          )
          const all = Promise.all(durations.map(ms => limited({ ...CALL, purpose: String(ms) })))
          await timer.turn(5000)
          expect((await all).every(answer => answer.outcome === 'answered')).toBe(true)
          const apart = starts.slice(1).map((at, n) => at - starts[n]!)
          expect(apart.every(ms => ms >= intervalMs)).toBe(true)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('retries', () => {
  const failing = (times: number, failure: Reply): { line: Transport; tries: number[] } => {
    const tries: number[] = []
    return { tries, line: async () => (tries.push(tries.length) <= times ? failure : said()) }
  }

  it('waits as long as the service asks for, and adds up what all tries spent', async () => {
    const timer = handTimer()
    const { line, tries } = failing(2, {
      ...unanswered('rate-limited', 'later', { ...said().spent }),
      retryAfterMs: 7000,
    })
    const answer = withRetry(line, timer)(CALL)
    await timer.turn(6999)
    expect(tries).toHaveLength(1)
    await timer.turn(7001)
    expect(tries).toHaveLength(3)
    expect(await answer).toMatchObject({ outcome: 'answered', spent: { calls: 3, inputTokens: 30 } })
  })

  it('without a word it backs off, three tries in all; what cannot pass is not tried again', async () => {
    const timer = handTimer()
    const { line, tries } = failing(9, unanswered('unreachable', 'no'))
    const answer = withRetry(line, timer)(CALL)
    await timer.turn(500)
    expect(tries).toHaveLength(2)
    await timer.turn(1000)
    expect(await answer).toMatchObject({ outcome: 'unreachable' })
    expect(tries).toHaveLength(3)
    for (const outcome of ['refused', 'garbled', 'over-budget', 'not-set', 'timed-out', 'busy'] as const) {
      const once = failing(9, unanswered(outcome, 'no'))
      expect((await withRetry(once.line, timer)(CALL)).outcome).toBe(outcome)
      expect(once.tries).toHaveLength(1)
    }
  })

  it('does not wait for an hour, for the impatient, or for those who stopped', async () => {
    const timer = handTimer()
    const hour = failing(9, { ...unanswered('rate-limited', 'later'), retryAfterMs: LONGEST_PAUSE_MS + 1 })
    expect((await withRetry(hour.line, timer)(CALL)).outcome).toBe('rate-limited')
    const now = failing(9, unanswered('unreachable', 'no'))
    expect((await withRetry(now.line, timer)({ ...CALL, patience: 'now' })).outcome).toBe('unreachable')
    expect([hour.tries.length, now.tries.length]).toEqual([1, 1])
    const controller = new AbortController()
    const stopped = withRetry(
      failing(9, unanswered('unreachable', 'no')).line,
      timer,
    )({ ...CALL, signal: controller.signal })
    await timer.turn(100)
    controller.abort()
    expect((await stopped).outcome).toBe('stopped')
    expect(timer.waiting()).toBe(0)
  })
})

describe('P4 the budget of a run', () => {
  it('P4 stops at calls, tokens, seconds and dollars, before the call that would go past', async () => {
    const timer = handTimer()
    const spend = async (limits: Partial<typeof NO_LIMIT> | object, heard: Reply, rounds: number) => {
      let calls = 0
      const line = withBudget(
        async () => {
          calls++
          return heard
        },
        { ...NO_LIMIT, ...limits },
        timer,
      )
      const outcomes: string[] = []
      for (let round = 0; round < rounds; round++) {
        outcomes.push((await line(CALL)).outcome)
        await timer.turn(1000)
      }
      expect(outcomes.filter(one => one === 'answered')).toHaveLength(calls)
      expect(outcomes.slice(calls).every(one => one === 'over-budget')).toBe(true)
      return calls
    }
    expect(await spend({ calls: 3 }, said(), 6)).toBe(3)
    expect(await spend({ calls: 0 }, said(), 2)).toBe(0)
    expect(await spend({ tokens: 100 }, said(40), 6)).toBe(3)
    expect(await spend({ seconds: 4 }, said(), 9)).toBe(4)
    expect(await spend({ usd: 0.05 }, said(1, 0.02), 9)).toBe(3)
    expect(await spend({ usd: 5 }, said(1, null), 9)).toBe(1)
    expect(await spend({}, said(1, null), 9)).toBe(9)
  })

  it('P4 calls at the same time do not overrun it together', async () => {
    let calls = 0
    const line = withBudget(
      async () => {
        calls++
        await new Promise(setImmediate)
        return said()
      },
      { ...NO_LIMIT, calls: 5 },
      handTimer(),
    )
    await Promise.all(Array.from({ length: 20 }, () => line(CALL)))
    expect(calls).toBe(5)
  })

  it('P4 no answer is asked for that is longer than what is left', async () => {
    const asked: number[] = []
    const line = withBudget(
      async call => {
        asked.push(call.maxOutputTokens)
        return said(60)
      },
      { ...NO_LIMIT, tokens: 120 },
      handTimer(),
    )
    await line(CALL)
    await line(CALL)
    expect(asked[0]).toBe(100)
    expect(asked[1]).toBeLessThanOrEqual(60)
  })
})

const SHAPE = z.strictObject({ n: z.number() })
const QUESTION: Question = {
  role: 'agents',
  purpose: 'count',
  instructions: 'Count.',
  data: 'abc',
  timeoutMs: 20_000,
}

describe('over HTTP', () => {
  let folder: string
  let servers: ModelServer[] = []
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dream-model-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  afterEach(async () => {
    await Promise.all(servers.map(server => server.close()))
    servers = []
  })
  const serve = async (player: Player) => {
    const server = await startModelServer(player)
    servers.push(server)
    return server
  }

  it('P4 a role’s budget stops the run with its word, and nothing more is sent', async () => {
    const server = await serve(good({ n: 1 }))
    const budget = { ...NO_LIMIT, calls: 2 }
    const model = openModel(roleAt(server, { budget }), ENV)
    const outcomes = []
    for (let n = 0; n < 4; n++) outcomes.push((await model.ask({ ...QUESTION, data: `${n}` }, SHAPE)).outcome)
    expect(outcomes).toEqual(['answered', 'answered', 'over-budget', 'over-budget'])
    expect(server.asked).toHaveLength(2)
  })

  it('P4 a service that reports no tokens does not get around the budget', async () => {
    const server = await serve(() => ({ json: { n: 1 }, inputTokens: 0, outputTokens: -5 }))
    const model = openModel(roleAt(server), ENV)
    const { spent } = await model.ask({ ...QUESTION, data: 'word '.repeat(1000) }, SHAPE)
    expect(spent.inputTokens).toBeGreaterThan(800)
    expect(spent.outputTokens).toBeGreaterThan(0)
  })

  it('A7 the limits of a role hold for every model that is opened for it in the process', async () => {
    const server = await serve(async () => {
      await new Promise(done => setTimeout(done, 20))
      return { json: { n: 1 } }
    })
    const role = roleAt(server, { role: 'verification', concurrency: 2 })
    const models = [openModel(role, ENV), openModel(role, ENV), openModel(role, ENV)]
    await Promise.all(
      models.flatMap(model => [1, 2, 3].map(n => model.ask({ ...QUESTION, data: `${n}` }, SHAPE))),
    )
    expect(server.asked).toHaveLength(9)
    expect(server.open.most).toBe(2)
  })

  it('A7 Retry-After is respected over the wire', async () => {
    const timer = handTimer()
    const server = await serve(inTurn({ status: 429, headers: { 'retry-after': '12' } }, { json: { n: 5 } }))
    const model = openModel(roleAt(server), ENV, { timer })
    const answer = model.ask({ ...QUESTION, timeoutMs: 60_000 }, SHAPE)
    await expect.poll(() => server.asked.length).toBe(1)
    await expect.poll(() => timer.waiting()).toBe(2)
    await timer.turn(11_999)
    expect(server.asked).toHaveLength(1)
    await timer.turn(1)
    expect(await answer).toMatchObject({ outcome: 'answered', value: { n: 5 }, spent: { calls: 2 } })
  })

  it('the same question is paid for once; the file is private, bounded and holds no secret', async () => {
    const server = await serve(good({ n: 7 }))
    const path = join(folder, 'cache', 'answers')
    const secret = 'glpat-abcdefghij0123456789'
    const ask = (data: string) =>
      openModel(roleAt(server), ENV, { cache: kept(cacheFile(path, 'read-write'), 'test') }).ask(
        { ...QUESTION, data },
        SHAPE,
      )
    expect(await ask(`a ${secret}`)).toMatchObject({ value: { n: 7 }, spent: { calls: 1 } })
    expect(await ask(`a ${secret}`)).toMatchObject({ value: { n: 7 }, spent: { calls: 0, cost: 0 } })
    expect(await ask('b')).toMatchObject({ spent: { calls: 1 } })
    expect(server.asked).toHaveLength(2)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'cache')).mode & 0o777).toBe(0o700)
    expect(readFileSync(path, 'utf8')).not.toContain(secret)
    const flipped = readFileSync(path)
    flipped[flipped.lastIndexOf('7')] = '8'.charCodeAt(0)
    writeFileSync(path, flipped)
    expect(await ask('b')).toMatchObject({ value: { n: 7 }, spent: { calls: 1 } })
  })

  it('a failure is not kept', async () => {
    const server = await serve(inTurn({ text: 'no' }, { text: 'no' }, { json: { n: 2 } }))
    const path = join(folder, 'cache', 'failures')
    const model = openModel(roleAt(server), ENV, { cache: kept(cacheFile(path, 'read-write'), 'test') })
    expect((await model.ask(QUESTION, SHAPE)).outcome).toBe('garbled')
    expect(await model.ask(QUESTION, SHAPE)).toMatchObject({ outcome: 'answered', value: { n: 2 } })
  })

  it('a run is recorded without key and secret, and played back byte for byte with nobody there', async () => {
    const server = await serve(
      inTurn(
        { json: { n: 1 } },
        { text: 'not json' },
        { json: { n: 2 } },
        { status: 404 },
        { json: { n: 3 } },
      ),
    )
    const lines: string[] = []
    const record = (text: string) => lines.push(text)
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
    const run = async (options: object) => {
      const tally = makeTally()
      const model = openModel(roleAt(server), ENV, { tally, ...options })
      const answers: unknown[] = []
      for (const data of [`x ${secret}`, 'y', 'z', `x ${secret}`])
        answers.push(await model.ask({ ...QUESTION, data }, SHAPE))
      return JSON.stringify([answers, tally.rows()])
    }
    const live = await run({ record })
    expect(lines).toHaveLength(5)
    const recording = lines.join('\n')
    expect(recording).not.toContain(secret)
    expect(recording).not.toContain(KEY)
    await server.close()
    const again: string[] = []
    expect(await run({ replay: recording, record: (text: string) => again.push(text) })).toBe(live)
    expect(again.join('\n')).toBe(recording)
    const strange = openModel(roleAt(server), ENV, { replay: `${recording}\n{"half` })
    expect(await strange.ask({ ...QUESTION, data: 'new' }, SHAPE)).toMatchObject({ outcome: 'refused' })
  })

  it('P4 what was spent is counted by role, purpose and model', async () => {
    const server = await serve(good({ n: 1 }))
    const tally = makeTally()
    const model = openModel(roleAt(server, { price: { input: 1, output: 2 } }), ENV, { tally })
    await model.ask(QUESTION, SHAPE)
    await model.ask({ ...QUESTION, data: 'other' }, SHAPE)
    await model.ask({ ...QUESTION, purpose: 'else' }, SHAPE)
    expect(tally.rows()).toEqual([
      expect.objectContaining({
        role: 'agents',
        purpose: 'count',
        calls: 2,
        inputTokens: 200,
        outputTokens: 40,
        cost: 280 / 1e6,
      }),
      expect.objectContaining({ role: 'agents', purpose: 'else', calls: 1, cost: 140 / 1e6 }),
    ])
  })
})

describe('deadline and mask', () => {
  it('one deadline holds for waiting, trying again and repairing together', async () => {
    const timer = handTimer()
    let calls = 0
    const line: Transport = async call => {
      calls++
      await new Promise<void>(done => {
        const cancel = timer.after(400, done)
        call.signal.addEventListener('abort', () => {
          cancel()
          done()
        })
      })
      return call.signal.aborted
        ? unanswered('stopped', 'x')
        : { ...said(), value: { text: 'no json', calls: [] } }
    }
    const answer = modelOn(line, { name: 'm', timer, timeoutMs: 700 }).ask(
      { ...QUESTION, timeoutMs: 600 },
      SHAPE,
    )
    await timer.turn(599)
    expect(calls).toBe(2)
    await timer.turn(1)
    expect(await answer).toMatchObject({ outcome: 'timed-out' })
    expect(timer.waiting()).toBe(0)
  })

  it('masks in every place where text can stand, also in tool calls', async () => {
    const secret = 'sk_live_0123456789abcdefABCD'
    let seen = ''
    const line = withMask(async call => {
      seen = JSON.stringify(call)
      return said()
    })
    await line({
      ...CALL,
      instructions: secret,
      messages: [
        { from: 'user', text: secret },
        {
          from: 'model',
          text: secret,
          calls: [{ id: '1', tool: 't', input: { deep: [{ key: `a ${secret}` }], [secret]: 1 } }],
        },
        { from: 'tool', callId: '1', tool: 't', text: secret },
      ],
    })
    expect(seen).not.toContain(secret)
    expect(seen.match(/sk_live_••••••/g)).toHaveLength(6)
  })
})
