import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type LlmRole, roleWords } from '../../../src/config/roles.ts'
import type { Conversation, Question } from '../../../src/models/model.ts'
import { openModel } from '../../../src/models/open.ts'
import {
  confused,
  failing,
  faulty,
  filled,
  good,
  HOSTILE_ORDER,
  inTurn,
  lazy,
  malicious,
  rateLimited,
  slow,
} from '../model-players.ts'
import { type ModelServer, type Player, startModelServer } from '../model-server.ts'
import { ENV, KEY, roleAt } from './role.ts'

const SHAPE = z.strictObject({
  verdict: z.enum(['same', 'other']),
  why: z.string().max(200),
  quotes: z.array(z.string()),
})
const RIGHT = { verdict: 'same', why: 'because', quotes: ['a'] }

const QUESTION: Question = {
  role: 'agents',
  purpose: 'test',
  instructions: 'Say whether the two are the same.',
  data: 'one\ntwo',
  timeoutMs: 20_000,
}

const NO_LIMIT = { calls: null, tokens: null, seconds: null, usd: null }

const APIS = ['openai', 'anthropic'] as const

let servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.map(server => server.close()))
  servers = []
})

async function serve(player: Player): Promise<ModelServer> {
  const server = await startModelServer(player)
  servers.push(server)
  return server
}

async function ask(player: Player, settings: Partial<LlmRole> = {}, question: Partial<Question> = {}) {
  const server = await serve(player)
  // A service that fails is not tried again here: patience `now` takes the first answer.
  const answer = await openModel(roleAt(server, settings), ENV).ask(
    { ...QUESTION, patience: 'now', ...question },
    SHAPE,
  )
  return { server, answer }
}

describe.each(APIS)('A7 a model over HTTP, %s', api => {
  it('A7 asks for a shape, marks the data, sends the key in its header, and counts what it cost', async () => {
    const { server, answer } = await ask(good(RIGHT), { api, price: { input: 3, output: 15 } })
    expect(answer).toMatchObject({ outcome: 'answered', value: RIGHT })
    expect(answer.spent).toEqual({ calls: 1, inputTokens: 100, outputTokens: 20, cost: (300 + 300) / 1e6 })
    const [asked] = server.asked
    expect(asked!.path).toBe(api === 'openai' ? '/v1/chat/completions' : '/v1/messages')
    expect(asked!.stream).toBe(true)
    expect(asked!.body.model).toBe('test-model')
    expect(asked!.system).toContain('Say whether the two are the same.')
    expect(asked!.schema.properties.verdict.enum).toEqual(['same', 'other'])
    expect(asked!.messages[0]!.text).toMatch(/^<data mark="([0-9a-f]{16})">\none\ntwo\n<\/data mark="\1">$/)
    expect(JSON.stringify(asked!.headers)).toContain(KEY)
    expect(asked!.raw).not.toContain(KEY)
    // Strict schemas allow no optional field: services that know them would refuse ours.
    if (api === 'openai') expect(asked!.body.response_format.json_schema.strict).toBe(false)
  })

  it('A7 repairs an answer of the wrong shape once, and tells the model what was wrong', async () => {
    const nearly = { text: 'Certainly:\n{"verdict":"equal","why":"x","quotes":[]}' }
    const { server, answer } = await ask(inTurn(nearly, { json: RIGHT }), { api })
    expect(answer).toMatchObject({ outcome: 'answered', value: RIGHT, spent: { calls: 2 } })
    expect(server.asked).toHaveLength(2)
    expect(server.asked[1]!.messages.at(-1)!.text).toContain('verdict')
  })

  it('A7 takes JSON from a fence or after thoughts, without a repair', async () => {
    for (const text of [
      `<think>{"verdict":"other"} no</think>${JSON.stringify(RIGHT)}`,
      `Here:\n\`\`\`json\n${JSON.stringify(RIGHT)}\n\`\`\`\nDone.`,
    ]) {
      const { answer, server } = await ask(inTurn({ text }), { api })
      expect(answer).toMatchObject({ outcome: 'answered', value: RIGHT })
      expect(server.asked).toHaveLength(1)
    }
  })

  it('A7 a lazy or confused model is garbled after one repair, whatever it says', async () => {
    for (const player of [lazy(), confused()]) {
      const server = await serve(player)
      const model = openModel(roleAt(server, { api }), ENV)
      for (let round = 0; round < 6; round++) {
        const answer = await model.ask(QUESTION, SHAPE)
        expect(answer.outcome).toBe('garbled')
      }
      expect(server.asked.length).toBeLessThanOrEqual(12)
    }
  })

  it('A7 a malicious model can say what it likes inside the shape, and nothing else comes of it', async () => {
    const { answer } = await ask(malicious(), { api })
    expect(answer).toMatchObject({
      outcome: 'answered',
      value: { verdict: 'same', why: HOSTILE_ORDER, quotes: [HOSTILE_ORDER] },
    })
  })

  it('A7 every failure is a word with its reason', async () => {
    const cases: [Player, string, RegExp][] = [
      [failing(500), 'unreachable', /failed \(500\)/],
      [failing(503), 'unreachable', /failed \(503\)/],
      [failing(401), 'refused', /refused the key in TEST_MODEL_KEY \(401\)/],
      [failing(404), 'refused', /refused the call \(404\): status 404/],
      [rateLimited('7'), 'rate-limited', /fewer calls \(429\)/],
      [faulty('broken-json'), 'garbled', /./],
      [faulty('garbage'), 'garbled', /./],
      [faulty('cut'), 'unreachable', /broke off during the answer/],
      [faulty('huge', 10_000_000), 'garbled', /longer than (?:400,000 characters|8,000,000 bytes)/],
    ]
    for (const [player, outcome, why] of cases) {
      const { answer } = await ask(player, { api })
      expect(answer).toMatchObject({ outcome, why: expect.stringMatching(why) })
      expect(answer.spent.calls).toBe(1)
    }
  })

  it('A7 10 MB in one piece are cut too, and the connection goes with them', async () => {
    const { answer, server } = await ask(() => ({ text: 'a'.repeat(10_000_000) }), { api })
    expect(answer.outcome).toBe('garbled')
    await expect.poll(() => server.open.now).toBe(0)
  })

  it('A7 one that hangs, dribbles or comes too late has timed out; nothing stays open', async () => {
    const late = slow({ afterMs: 5000, says: { json: RIGHT } })
    for (const player of [slow('hangs'), slow('dribbles'), late]) {
      const { answer, server } = await ask(player, { api }, { timeoutMs: 150 })
      expect(answer).toMatchObject({ outcome: 'timed-out', why: 'no answer within 150 ms' })
      await expect.poll(() => server.open.now).toBe(0)
    }
  })

  it('A7 a deadline is not forgotten when memory is collected in the meantime', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(collect, 20)
    try {
      for (const player of [slow('hangs'), slow('dribbles')]) {
        const server = await serve(player)
        const model = openModel(roleAt(server, { api, budget: { ...NO_LIMIT, seconds: 60 } }), ENV)
        const asked = Array.from({ length: 8 }, (_, n) =>
          model.ask(
            { ...QUESTION, data: `${n}`, timeoutMs: 200, signal: new AbortController().signal },
            SHAPE,
          ),
        )
        expect((await Promise.all(asked)).map(answer => answer.outcome)).toEqual(Array(8).fill('timed-out'))
      }
    } finally {
      clearInterval(collecting)
    }
  })

  it('A7 who asks can stop, before and in the middle', async () => {
    const controller = new AbortController()
    const server = await serve(() => {
      controller.abort()
      return { fault: 'hang' }
    })
    const model = openModel(roleAt(server, { api }), ENV)
    expect(await model.ask({ ...QUESTION, signal: controller.signal }, SHAPE)).toMatchObject({
      outcome: 'stopped',
    })
    expect(await model.ask({ ...QUESTION, signal: controller.signal }, SHAPE)).toMatchObject({
      outcome: 'stopped',
    })
    expect(server.asked).toHaveLength(1)
  })

  it('A7 the key is in no answer and no error, also where the service repeats it', async () => {
    const echo =
      (status: number): Player =>
      asked => ({
        status,
        body: { error: { message: `bad key ${KEY}; you sent ${JSON.stringify(asked.headers)}` } },
      })
    for (const status of [400, 401, 402, 403, 404, 422, 429, 500]) {
      const { answer } = await ask(echo(status), { api })
      expect(answer.outcome).not.toBe('answered')
      expect(JSON.stringify(answer)).not.toContain(KEY)
      expect(JSON.stringify(answer)).not.toContain(KEY.slice(0, 12))
    }
  })

  it('A7 follows no redirect: key and text are meant for one address', async () => {
    const other = await serve(good(RIGHT))
    const moved: Player = () => ({ status: 307, headers: { location: `${other.openai}/chat/completions` } })
    const { answer } = await ask(moved, { api })
    expect(answer.outcome).toBe('unreachable')
    expect(other.asked).toHaveLength(0)
  })

  it('A7 a service that knows no shapes gets it in words, and is asked so from then on', async () => {
    const server = await serve(asked => (asked.schema === undefined ? { json: RIGHT } : { status: 400 }))
    const model = openModel(roleAt(server, { api }), ENV)
    expect(await model.ask(QUESTION, SHAPE)).toMatchObject({ outcome: 'answered', spent: { calls: 2 } })
    expect(await model.ask(QUESTION, SHAPE)).toMatchObject({ outcome: 'answered', spent: { calls: 1 } })
    expect(server.asked[2]!.system).toContain('"verdict"')
  })

  it('P2 a turn with tools: calls come as the model sent them, results go back under their number', async () => {
    const server = await serve(
      inTurn(
        {
          text: 'Let me look.',
          calls: [
            { tool: 'read', input: { file: '../etc' }, id: 'c1' },
            { tool: 'rm', input: 'not {json', id: 'c2' },
          ],
        },
        { text: 'Done.' },
      ),
    )
    const model = openModel(roleAt(server, { api }), ENV)
    const conversation: Conversation = {
      role: 'agents',
      purpose: 'test',
      instructions: 'Tidy up.',
      messages: [{ from: 'user', text: 'Begin.' }],
      tools: [{ name: 'read', about: 'Reads a file.', input: z.strictObject({ file: z.string() }) }],
      timeoutMs: 20_000,
    }
    const first = await model.converse(conversation)
    expect(first).toMatchObject({
      outcome: 'answered',
      value: {
        text: 'Let me look.',
        calls: [
          { id: 'c1', tool: 'read', input: { file: '../etc' } },
          { id: 'c2', tool: 'rm' },
        ],
      },
    })
    if (first.outcome !== 'answered') return
    const second = await model.converse({
      ...conversation,
      messages: [
        ...conversation.messages,
        { from: 'model', ...first.value },
        { from: 'tool', callId: 'c1', tool: 'read', text: 'refused: outside the folder' },
        { from: 'tool', callId: 'c2', tool: 'rm', text: 'refused: no such tool' },
      ],
    })
    expect(second).toMatchObject({ outcome: 'answered', value: { text: 'Done.', calls: [] } })
    expect(server.asked[0]!.tools).toEqual(['read'])
    expect(server.asked[1]!.raw).toContain('refused: outside the folder')
    expect(server.asked[1]!.raw).toContain('c1')
  })

  it('safety: secrets are masked before anything leaves', async () => {
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
    const { server } = await ask(
      good(RIGHT),
      { api },
      { data: `the token is ${secret}`, instructions: `see ${secret}` },
    )
    expect(server.asked[0]!.raw).not.toContain(secret)
    expect(server.asked[0]!.raw).toContain('ghp_••••••')
  })
})

describe('A7 a role without a model', () => {
  it('A7 answers not-set and says that rules do the work; no key, no call', async () => {
    const server = await serve(good(RIGHT))
    const unset = openModel({ ...roleAt(server), state: 'not-set', endpoint: null }, {})
    expect(await unset.ask(QUESTION, SHAPE)).toMatchObject({
      outcome: 'not-set',
      why: /rules do the work/ as never,
    })
    const noKey = openModel({ ...roleAt(server), state: 'no-key' }, {})
    expect((await noKey.ask(QUESTION, SHAPE)).outcome).toBe('not-set')
    expect(server.asked).toHaveLength(0)
  })

  it('A7 what stands behind a question mark in an address is never shown', async () => {
    const server = await serve(failing(404))
    const role = roleAt(server, { endpoint: `${server.openai}?key=${KEY}` })
    const model = openModel(role, ENV)
    const answer = await model.ask({ ...QUESTION, patience: 'now' }, SHAPE)
    expect(answer.outcome).not.toBe('answered')
    expect(`${JSON.stringify(answer)} ${model.name} ${roleWords(role)}`).not.toContain(KEY)
  })

  it('A7 nobody listens: unreachable, with the code', async () => {
    const server = await startModelServer(good(RIGHT))
    await server.close()
    const answer = await openModel(roleAt(server), ENV).ask({ ...QUESTION, patience: 'now' }, SHAPE)
    expect(answer).toMatchObject({ outcome: 'unreachable', why: expect.stringContaining('ECONNREFUSED') })
  })

  it('the players fill any schema', () => {
    expect(SHAPE.safeParse(filled(z.toJSONSchema(SHAPE), 'x')).success).toBe(true)
    expect(SHAPE.safeParse(filled(z.toJSONSchema(SHAPE), 'x', 'types')).success).toBe(false)
  })
})
