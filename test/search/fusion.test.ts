import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULTS } from '../../src/config/settings.ts'
import { cutToTokens, shareTokens, tokensOf } from '../../src/search/budget.ts'
import type { EngineAnswer, EngineHit, EngineName } from '../../src/search/engine.ts'
import { MemoryFusion } from '../../src/search/fusion.ts'
import { DIFFERENT, REPEATED } from '../commands/telling-pairs.ts'
import { document } from './documents.ts'

const fusion = new MemoryFusion(DEFAULTS.fusion)
const hit = (id: string, text: string, about: Parameters<typeof document>[1] = {}): EngineHit => ({
  document: document(id, { text, ...about }),
  score: 1,
  reasons: [`words: ${id}`],
})
const answers = (ccb: EngineHit[], magma: EngineHit[] = []) =>
  new Map<EngineName, EngineAnswer>([
    ['ccb', { hits: ccb, notes: [] }],
    ['magma', { hits: magma, notes: [] }],
  ])
const fuse = (ccb: EngineHit[], magma: EngineHit[] = [], limit = 10) =>
  fusion.fuse({ answers: answers(ccb, magma), engines: ['ccb', 'magma'], limit })

describe('fusion', () => {
  it('M7 the same text is one hit, whoever found it; the others are named', () => {
    const found = fuse(
      [hit('a', 'The boat is  blue.'), hit('b', 'Something else entirely.')],
      [hit('m', 'the boat is blue.', { source: 'magma/m' })],
    )
    expect(found.map(one => one.hit.document.id)).toEqual(['a', 'b'])
    expect(found[0]!.also).toEqual(['magma/m'])
  })

  it('M7 of the same text in a journal and in the snapshot the place that lasts is named', () => {
    const text = 'I decided to keep bees.'
    const day = hit('j#3', text, { part: 'journal', source: 'memory/2026-11-16.md:3' })
    const kept = hit('s#1', text, { part: 'snapshot', source: 'MEMORY.md [Current state]' })
    for (const order of [
      [day, kept],
      [kept, day],
    ]) {
      const found = fuse([...order, hit('b', 'Something else entirely.')])
      expect(found.map(one => one.hit.document.id)).toEqual(['s#1', 'b'])
      expect(found[0]!.also).toEqual(['memory/2026-11-16.md:3'])
    }
  })

  it.each([...DIFFERENT.english, ...DIFFERENT.chinese])(
    'M22 both stay that differ: %s: %s',
    (_, one, other) => {
      expect(fuse([hit('a', one), hit('b', other)])).toHaveLength(2)
      const long = (text: string) => `${'Whatever else is written here stays the same. '.repeat(20)}${text}.`
      expect(fuse([hit('a', long(one)), hit('b', long(other))])).toHaveLength(2)
    },
  )

  it.each([...REPEATED.english, ...REPEATED.chinese])(
    'M7 the same words are one hit: %s: %s',
    (_, one, other) => {
      const [found, ...others] = fuse([hit('a', one), hit('b', other)])
      expect(others).toEqual([])
      expect(found!.also).toEqual(['notes/b.md'])
    },
  )

  it('M22 the same text under another name or about something else is another hit', () => {
    const port = (id: string, about: Parameters<typeof document>[1]) => hit(id, 'It is 8080.', about)
    const twice = (one: object, other: object) => fuse([port('a', one), port('b', other)]).length
    expect(twice({ title: 'Staging port' }, { title: 'Production port' })).toBe(2)
    expect(twice({ description: 'Staging' }, { description: 'Production' })).toBe(2)
    expect(twice({ title: 'Port' }, { title: 'port', description: 'it is 8080' })).toBe(1)
    const mirror = { file: 'a-1f2e3d.md', part: 'record', title: 'a' } as const
    expect(twice({ title: 'a', description: 'It is 8080.' }, mirror)).toBe(1)
    const exact = new MemoryFusion({ ...DEFAULTS.fusion, enableSemanticDeduplication: false })
    const pair = answers([hit('a', 'It is 8080.'), hit('b', 'it is 8080'), hit('c', 'It  is 8080.')])
    expect(exact.fuse({ answers: pair, engines: ['ccb'], limit: 10 })).toHaveLength(2)
  })

  it('M15 words lead: MAGMA changes no order and fills the places behind, whoever comes first in the route', () => {
    const [a, b, c] = [hit('a', 'apples'), hit('b', 'boats are long'), hit('c', 'candles burn')]
    for (const engines of [
      ['ccb', 'magma'],
      ['magma', 'ccb'],
    ] as const) {
      const found = fusion.fuse({ answers: answers([a!, b!], [c!, b!]), engines, limit: 10 })
      expect(found.map(one => one.hit.document.id)).toEqual(['a', 'b', 'c'])
      expect(found.map(one => one.engines)).toEqual([['ccb'], ['ccb', 'magma'], ['magma']])
    }
    expect(
      fusion.fuse({ answers: answers([a!], [b!]), engines: ['magma'], limit: 10 })[0]!.hit.document.id,
    ).toBe('b')
    const byMagma = { ...a!, reasons: ['near in meaning (0.7)', 'same day as b'] }
    const byFiles = { ...hit('a', 'apples', { source: 'notes/a.md:7' }), reasons: ['near in meaning (0.6)'] }
    const [both] = fusion.fuse({
      answers: answers([byFiles], [byMagma]),
      engines: ['magma', 'ccb'],
      limit: 1,
    })
    expect(both!.hit.document.source).toBe('notes/a.md:7')
    expect(both!.hit.reasons).toEqual(['near in meaning (0.6)', 'same day as b'])
  })

  it('M7 4,000 tokens in all, 500 a memory, what short ones leave goes to long ones', () => {
    const long = Array.from({ length: 20 }, (_, at) =>
      hit(`l${at}`, `Memory ${at} says: ${`word${at} and more `.repeat(800)}`),
    )
    const found = fuse(long, [], 20)
    expect(found.reduce((sum, one) => sum + one.tokens, 0)).toBeLessThanOrEqual(4000)
    for (const one of fuse(long.slice(0, 4))) {
      expect(one.tokens).toBeLessThanOrEqual(500)
      expect(one.tokens).toBeGreaterThan(400)
      expect(one.text.endsWith('…')).toBe(true)
    }
    const budget = { maxTokens: 1000, maxTokensPerMemory: 500, dynamic: true }
    expect(shareTokens([10, 10, 5000, 5000], budget)).toEqual([10, 10, 490, 490])
    expect(shareTokens([10, 10, 5000, 5000], { ...budget, dynamic: false })).toEqual([10, 10, 250, 250])
  })

  it('M7 shares never exceed the budget, the limit or the wish, and waste nothing that is wanted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(900), { maxLength: 30 }),
        fc.nat(5000),
        fc.integer({ min: 1, max: 600 }),
        (wanted, maxTokens, each) => {
          const shares = shareTokens(wanted, { maxTokens, maxTokensPerMemory: each, dynamic: true })
          const sum = shares.reduce((all, share) => all + share, 0)
          expect(sum).toBeLessThanOrEqual(maxTokens)
          for (const [at, share] of shares.entries())
            expect(share).toBeLessThanOrEqual(Math.min(wanted[at]!, each))
          const wish = wanted.reduce((all, tokens) => all + Math.min(tokens, each), 0)
          expect(sum).toBe(Math.min(wish, maxTokens))
        },
      ),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.nat(60), (text, most) => {
        expect(tokensOf(cutToTokens(text, most))).toBeLessThanOrEqual(most)
      }),
    )
  })
})
