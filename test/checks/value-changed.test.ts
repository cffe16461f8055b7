import { describe, expect, it } from 'vitest'
import { contained } from '../../src/checks/contained.ts'
import { duplicates } from '../../src/checks/duplicates.ts'
import { findingEvidence, findingWords, withId } from '../../src/checks/index.ts'
import { valueChanges } from '../../src/checks/value-changed.ts'
import type { Finding, Snapshot } from '../../src/model/index.ts'
import { DEFAULT_POLICY } from '../../src/model/index.ts'
import { planFolder } from '../../src/plan/index.ts'
import { makeWorld } from '../plan/snapshot-of.ts'

/** Two notes of one subject, thirty days apart. */
const worldOf = (older: string, newer: string): Snapshot =>
  makeWorld({
    notes: {
      'a.md': { name: 'conventions', type: 'project', body: older, day: 1 },
      'b.md': { name: 'conventions', type: 'project', body: newer, day: 31 },
    },
  })
const find = (older: string, newer: string) => valueChanges.find(worldOf(older, newer), 'careful')

const CHANGED = [
  ['The metrics server listens on port 8080.', 'The metrics server listens on port 9090.'],
  ['The customer approved the draft.', 'The customer rejected the draft.'],
  ['The nightly job starts the indexer.', 'The nightly job stops the indexer.'],
  ['The uploader makes two retries.', 'The uploader makes three retries.'],
  ['Deploy the gateway before the workers.', 'Deploy the workers before the gateway.'],
  ['The ledger is stored in Postgres.', 'The ledger is stored in MySQL.'],
  ['监控服务的端口是 8080。', '监控服务的端口是 9090。'],
  ['客户批准了方案。', '客户驳回了方案。'],
  ['上传失败重试两次。', '上传失败重试三次。'],
] as const

describe('changed values', () => {
  it.each(CHANGED)('D46 asks which holds, and merges nothing: %s / %s', (older, newer) => {
    const world = worldOf(older, newer)
    const [finding, ...others] = find(older, newer)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ file: 'a.md', by: 'b.md', day: '2026-01-01', byDay: '2026-01-31' })
    expect(`${older} ${newer}`).toContain(finding!.quote)
    expect(`${older} ${newer}`).toContain(finding!.byQuote)
    expect(duplicates.find(world, 'careful')).toEqual([])
    expect(contained.find(world, 'careful')).toEqual([])
    const plan = planFolder(world, { ...DEFAULT_POLICY, merge: 'append' })
    expect(plan.actions.filter(({ file }) => file !== 'MEMORY.md')).toEqual([])
  })

  it('D46 says what each says, and when', () => {
    const found = find('The relay waits 5 seconds.', 'The relay waits 20 seconds.')
    const finding = withId({ source: 'observed', ...found[0]! } as Finding)
    expect(findingWords(finding)).toBe('says "5 seconds", b.md says "20 seconds": which holds?')
    expect(findingEvidence(finding)).toEqual([
      'older says, 2026-01-01: "The relay waits 5 seconds."',
      'newer says, b.md, 2026-01-31: "The relay waits 20 seconds."',
      'b.md is newer by its file time',
    ])
  })

  it.each([
    ['Sprint 4 goal: fewer alerts in the relay.', 'Sprint 5 goal: faster search in the relay.'],
    ['Lyon store: opens at eight, two tills.', 'Metz store: opens at nine, three tills.'],
    ['三月巡检：转发服务磁盘正常。', '四月巡检：转发服务内存偏高。'],
    ['Unit tests may mock the network.', 'Integration tests never mock the network.'],
  ])('D46 is silent for a series and for two cases: %s / %s', (older, newer) => {
    expect(find(older, newer)).toEqual([])
    expect(duplicates.find(worldOf(older, newer), 'careful')).toEqual([])
  })

  it('D46 is no check of the first design', () => {
    expect(valueChanges.find(worldOf(...CHANGED[0]), 'seed')).toEqual([])
  })

  it('M20 proposes to archive what a person corrected, as long as it is the same text', () => {
    const world = worldOf('The queue runs on RabbitMQ.', 'Jobs are passed on by NATS now.')
    const [a, b] = world.folder.memories
    const told = { at: '2026-02-01T09:00:00Z', file: a!.file, by: b!.file, older: 'RabbitMQ', newer: 'NATS' }
    const superseded = [{ ...told, hash: a!.hash }]
    const found = valueChanges.find({ ...world, superseded }, 'careful')
    expect(found).toMatchObject([{ file: 'a.md', by: 'b.md', value: 'RabbitMQ', corrected: '2026-02-01' }])
    const { proposals } = planFolder({ ...world, superseded }, DEFAULT_POLICY)
    expect(proposals.flatMap(({ actions }) => actions.map(({ file }) => file))).toEqual(['a.md'])
    const rewritten = [{ ...told, hash: 'another' }]
    expect(valueChanges.find({ ...world, superseded: rewritten }, 'careful')).toEqual([])
  })
})
