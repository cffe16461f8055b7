import { describe, expect, it, vi } from 'vitest'
import { DEFAULTS } from '../../src/config/settings.ts'
import type { Answer, Model, Question } from '../../src/models/model.ts'
import { type IntentKind, intentByRules } from '../../src/search/intent.ts'
import { IntentCache } from '../../src/search/intent-cache.ts'
import { IntentClassifier } from '../../src/search/intent-classifier.ts'
import { IntelligentRouter } from '../../src/search/router.ts'
import { handTimer } from '../agents/model/hand-timer.ts'

const settings = DEFAULTS.retrieval.intentAnalysis
const limits = DEFAULTS.cache
const SPENT = { calls: 1, inputTokens: 10, outputTokens: 5, cost: null }

/** A model that says one thing, or nothing. */
function saying(said: unknown, asked: Question[] = []): Model {
  return {
    name: 'scripted',
    async ask(question, shape) {
      asked.push(question)
      if (said === 'hangs') return new Promise(() => {})
      const parsed = shape.safeParse(said)
      return parsed.success
        ? { outcome: 'answered', value: parsed.data, spent: SPENT }
        : { outcome: 'garbled', why: 'not the shape', spent: SPENT }
    },
    converse: async () => ({ outcome: 'not-set', why: 'no tools here', spent: SPENT }) as Answer<never>,
  }
}

describe('what kind of question', () => {
  it.each<[IntentKind, string[]]>([
    [
      'causal-reasoning',
      [
        'why did we leave redis',
        'What is the reason for the freeze?',
        '为什么要换数据库',
        'what caused the outage',
      ],
    ],
    [
      'temporal-analysis',
      ['when did the release go out?', 'what happened last week', '什么时候上线的', '上周做了什么'],
    ],
    ['preference-recall', ['which editor does the user prefer', 'my favourite colour', '用户喜欢什么风格']],
    [
      'entity-relationship',
      [
        'how is the billing service related to the ledger',
        'who owns the deploy script',
        '张三和李四是什么关系',
      ],
    ],
    ['simple-fact', ['what is the port of the staging server', 'how many workers are there', '服务器在哪里']],
    ['hybrid', ['redis cache', '数据库 缓存', '']],
  ])('M5 %s by rules, in English and Chinese', (kind, queries) => {
    for (const query of queries) expect([query, intentByRules(query).kind]).toEqual([query, kind])
  })

  it('M5 the model first, accepted at 0.7; then rules, at 0.5; else hybrid', async () => {
    const by = (said: unknown, query: string) =>
      new IntentClassifier({ settings, model: async () => saying(said) }).classify(query)
    const sure = { intent: 'entity-relationship', confidence: 0.7 }
    expect(await by(sure, 'why is it so')).toEqual({
      kind: 'entity-relationship',
      confidence: 0.7,
      by: 'model',
    })
    expect(await by({ ...sure, confidence: 0.69 }, 'why is it so')).toMatchObject({
      kind: 'causal-reasoning',
      by: 'rules',
    })
    expect(await by('nonsense', 'why is it so')).toMatchObject({ by: 'rules' })
    expect(await by('nonsense', 'redis')).toMatchObject({ kind: 'hybrid', by: 'default' })
    const without = new IntentClassifier({ settings: { ...settings, enableRules: false } })
    expect(await without.classify('why is it so')).toMatchObject({ kind: 'hybrid', by: 'default' })
  })

  it('M6 the model has 1.5 s of its own, is not waited for, and one that hangs costs no more', async () => {
    const asked: Question[] = []
    const timer = handTimer()
    const classifier = new IntentClassifier({ settings, model: async () => saying('hangs', asked), timer })
    const intent = classifier.classify('why is it so')
    await vi.waitUntil(() => timer.waiting() > 0)
    await timer.turn(1600)
    expect(await intent).toMatchObject({ kind: 'causal-reasoning', by: 'rules' })
    expect(asked[0]).toMatchObject({ role: 'intent', timeoutMs: 1500, patience: 'now' })
    expect(asked[0]!.instructions).not.toContain('why is it so')
  })

  it('M5 what a model said is remembered for a day, and near-equal queries share it', async () => {
    const asked: Question[] = []
    let now = Date.parse('2026-11-16')
    const cache = new IntentCache(limits)
    const model = async () => saying({ intent: 'simple-fact', confidence: 0.9 }, asked)
    const classifier = new IntentClassifier({ settings, cache, model, now: () => now })
    await classifier.classify('Which port does the staging server of the billing team listen on')
    const again = await classifier.classify(
      'which port does the staging server of the billing team listen on?',
    )
    expect(again).toMatchObject({ kind: 'simple-fact', by: 'cache' })
    expect(
      await classifier.classify('Which port does that staging server of the billing team listen on'),
    ).toMatchObject({ by: 'cache' })
    expect(await classifier.classify('who wrote the billing team’s handbook')).toMatchObject({ by: 'model' })
    now += limits.ttlHours * 3_600_000 + 1
    expect(
      await classifier.classify('which port does the staging server of the billing team listen on'),
    ).toMatchObject({ by: 'model' })
    expect(asked).toHaveLength(3)
  })

  it('M5 the cache keeps the newest, and no more than it may', () => {
    const cache = new IntentCache({ ...limits, maxSize: 3 })
    for (const query of ['alpha one', 'beta two', 'gamma three', 'delta four'])
      cache.put({ query, kind: 'simple-fact', confidence: 0.9, at: 0 })
    expect(cache.all().map(({ query }) => query)).toEqual(['beta two', 'gamma three', 'delta four'])
    expect(cache.find('alpha one', 0)).toBeUndefined()
    expect(new IntentCache(limits, cache.all()).find('delta four', 1)).toMatchObject({ kind: 'simple-fact' })
  })
})

describe('the route', () => {
  it('M5 plain questions go as configured; causal, entity and temporal ones walk the graph', () => {
    const router = new IntelligentRouter()
    expect(router.route({ kind: 'simple-fact' })).toMatchObject({
      strategy: 'both-priority-ccb',
      engines: ['ccb', 'magma'],
      walk: [],
    })
    expect(router.route({ kind: 'causal-reasoning' }).walk).toContain('causal')
    expect(router.route({ kind: 'entity-relationship' }).walk).toEqual(['entity'])
    expect(router.route({ kind: 'temporal-analysis' })).toMatchObject({
      strategy: 'both',
      walk: ['temporal'],
    })
  })

  it('M5 one engine alone where that is asked for, and the one that is there where the other is not', () => {
    expect(new IntelligentRouter('ccb-only').route({ kind: 'causal-reasoning' })).toMatchObject({
      engines: ['ccb'],
      walk: [],
    })
    expect(new IntelligentRouter('magma-only').route({ kind: 'hybrid' }, ['ccb'])).toMatchObject({
      engines: [],
    })
    expect(new IntelligentRouter('both').route({ kind: 'temporal-analysis' }, ['ccb'])).toMatchObject({
      engines: ['ccb'],
      walk: [],
    })
  })
})
