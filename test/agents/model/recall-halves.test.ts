import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULTS } from '../../../src/config/settings.ts'
import { openModel } from '../../../src/models/open.ts'
import type { FusedHit } from '../../../src/search/fusion.ts'
import { IntentClassifier } from '../../../src/search/intent-classifier.ts'
import { verifyHits } from '../../../src/search/verification.ts'
import { confused, failing, faulty, good, lazy, outlasting, rateLimited, slow } from '../model-players.ts'
import { type ModelServer, type Player, startModelServer } from '../model-server.ts'
import { type EagerTimer, eagerTimer } from './hand-timer.ts'
import { ENV, roleAt } from './role.ts'

let servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.map(server => server.close()))
  servers = []
})

async function modelOf(
  player: Player,
  role: 'intent' | 'verification',
  settings: object = {},
  timer = eagerTimer(),
) {
  const server = await startModelServer(player)
  servers.push(server)
  return { server, model: openModel(roleAt(server, { role, ...settings }), ENV, { timer }) }
}

const UNHELPFUL: [name: string, player: (timer: EagerTimer) => Player][] = [
  ['lazy', () => lazy()],
  ['confused', () => confused()],
  ['failing', () => failing(500)],
  ['rate-limited', () => rateLimited('1')],
  ['cut off', () => faulty('cut')],
  ['10 MB long', () => faulty('huge', 10_000_000)],
  ['mid-JSON', () => faulty('broken-json')],
  ['hanging', timer => outlasting('hangs', timer)],
  ['dribbling', timer => outlasting('dribbles', timer)],
]

const settings = DEFAULTS.retrieval.intentAnalysis
const QUERY = 'Why did we move to Postgres?'

describe('M5 the intent of a question by a model', () => {
  it('M5 is believed from 0.7 on; below, the rules are', async () => {
    for (const [confidence, by] of [
      [0.7, 'model'],
      [0.69, 'rules'],
    ] as const) {
      const { model } = await modelOf(good({ intent: 'temporal-analysis', confidence }), 'intent')
      const intent = await new IntentClassifier({ settings, model: async () => model }).classify(QUERY)
      expect(intent.by).toBe(by)
      expect(intent.kind).toBe(by === 'model' ? 'temporal-analysis' : 'causal-reasoning')
    }
  })

  it.each(UNHELPFUL)('M5 one that is %s: the rules answer', async (_, player) => {
    const timer = eagerTimer()
    const { model } = await modelOf(player(timer), 'intent', {}, timer)
    const classifier = new IntentClassifier({ settings, model: async () => model, timer })
    expect(await classifier.classify(QUERY)).toMatchObject({ kind: 'causal-reasoning', by: 'rules' })
  })

  it('M5 A7 skipped while its limiter is not free: one call at a time, the second question is not sent', async () => {
    const { server, model } = await modelOf(
      slow({ afterMs: 50, says: { json: { intent: 'hybrid', confidence: 1 } } }),
      'intent',
      { concurrency: 1, intervalMs: 2000 },
    )
    const classifier = new IntentClassifier({ settings, model: async () => model })
    const [first, second] = await Promise.all([
      classifier.classify(QUERY),
      classifier.classify('When did we move?'),
    ])
    expect([first.by, second.by]).toEqual(['model', 'rules'])
    expect(server.asked).toHaveLength(1)
  })
})

const fused = (id: string, text: string): FusedHit => ({ hit: { document: { title: id } }, text }) as FusedHit

const HITS = [
  fused('a', 'The port is 8080.'),
  fused('b', 'Coffee is there.'),
  fused('c', 'The port is 9090.'),
]

describe('M7 verification of fused hits by a model', () => {
  it('M7 says of each hit whether it fits; numbers that are none count for nothing', async () => {
    const { model, server } = await modelOf(good({ fits: [0, 2, 99] }), 'verification')
    const said = await verifyHits(model, 'Which port?', HITS)
    expect(said).toEqual(
      new Map([
        [HITS[0], 'fits'],
        [HITS[1], 'does-not-fit'],
        [HITS[2], 'fits'],
      ]),
    )
    expect(server.asked[0]!.messages[0]!.text).toContain('Coffee is there.')
  })

  it.each(UNHELPFUL)('M7 one that is %s: its reason, and no word about any hit', async (_, player) => {
    const timer = eagerTimer()
    const { model } = await modelOf(player(timer), 'verification', {}, timer)
    expect(await verifyHits(model, 'Which port?', HITS)).toEqual({ failed: expect.stringMatching(/./) })
  })
})
