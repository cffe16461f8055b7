import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { withheldByLimits } from '../../src/plan/decide.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { makeWorld, missing, type Note, present, removed, type World } from './snapshot-of.ts'

const SEED: Policy = { ...DEFAULT_POLICY, rules: 'seed' }
const ALLOWED: Policy = { ...DEFAULT_POLICY, large: 'allow' }

/** A folder of `stale` memories that name a removed file, `fresh` ones that name one that is there, and copies. */
function folder(stale: number, fresh: number, copies = 0, more: Partial<World> = {}) {
  const note = (name: string, body: string): Note => ({ name, type: 'project', body })
  const notes = [
    ...Array.from({ length: stale }, (_, at) => [
      `s${at}.md`,
      note(`s${at}`, `Word${at} of \`src/old.ts\`.`),
    ]),
    ...Array.from({ length: fresh }, (_, at) => [
      `f${at}.md`,
      note(`f${at}`, `Text${at} of \`src/new.ts\`.`),
    ]),
    ...Array.from({ length: copies }, (_, at) => [
      `c${at}.md`,
      note(`c${at}`, 'All these say exactly the same words.'),
    ]),
  ]
  const paths = { 'src/old.ts': removed('src/old.ts'), 'src/new.ts': present('src/new.ts') }
  return makeWorld({ notes: Object.fromEntries(notes), paths, ...more })
}

const archives = (...args: Parameters<typeof planFolder>) =>
  planFolder(...args).actions.filter(({ kind }) => kind === 'archive').length
const held = (...args: Parameters<typeof planFolder>) =>
  planFolder(...args).withheld.map(({ breaker }) => breaker)

describe('too much at once', () => {
  it('is more than five files in a small folder, and then nothing goes', () => {
    expect(archives(folder(5, 20), DEFAULT_POLICY)).toBe(5)
    expect(archives(folder(6, 20), DEFAULT_POLICY)).toBe(0)
    expect(held(folder(6, 20), DEFAULT_POLICY)).toEqual(['large'])
    expect(archives(folder(6, 20), SEED)).toBe(0)
  })

  it('is more than a tenth in a large folder', () => {
    expect(archives(folder(10, 90), DEFAULT_POLICY)).toBe(10)
    expect(archives(folder(11, 89), DEFAULT_POLICY)).toBe(0)
  })

  it('is lifted by --allow-large, but never past half', () => {
    expect(archives(folder(6, 20), ALLOWED)).toBe(6)
    expect(archives(folder(10, 10), ALLOWED)).toBe(10)
    expect(held(folder(11, 10), ALLOWED)).toEqual(['large'])
    expect(archives(folder(11, 10), { ...ALLOWED, rules: 'seed' })).toBe(11)
  })

  it('does not count identical copies', () => {
    expect(archives(folder(5, 5, 20), DEFAULT_POLICY)).toBe(24)
  })

  it('says what, where and what now, and keeps the verdicts', () => {
    const { withheld, verdicts } = planFolder(folder(6, 20), DEFAULT_POLICY)
    expect(withheld[0]?.sentence).toBe(
      '.claude/memory: 6 of 26 memories would be archived at once; the limit is 5. Check the plan; if it is right, run again with --allow-large',
    )
    expect(withheld[0]?.files).toHaveLength(6)
    expect(verdicts.every(({ fate }) => fate === 'stays')).toBe(true)
    expect(verdicts.find(({ file }) => file === 's0.md')?.because).toMatch(
      /^kept although it would go \(nothing it names exists: src\/old\.ts/,
    )
  })

  it('lets the index go on without the archives', () => {
    const plan = planFolder(folder(6, 20), DEFAULT_POLICY)
    expect(plan.actions.map(({ file }) => file)).toEqual(['MEMORY.md'])
    expect(plan.index).toEqual({ step: 'create', removed: 0, added: 26, remaining: 26 })
  })
})

describe('other refusals', () => {
  it('the last memory', () => {
    expect(held(folder(1, 0), DEFAULT_POLICY)).toEqual(['last-memory', 'large'])
    expect(archives(folder(1, 0), SEED)).toBe(1)
  })

  it('a folder that could not be listed: nothing is written at all', () => {
    const broken = { folder: { listing: { state: 'failed', why: 'EIO' } } } as const
    for (const policy of [DEFAULT_POLICY, SEED]) {
      const plan = planFolder(folder(1, 5, 0, broken), policy)
      expect(plan.actions).toEqual([])
      expect(plan.withheld.map(({ breaker }) => breaker)).toEqual(['failed-listing'])
    }
  })

  it('the wrong project: several memories name things and not one of these is there', () => {
    const paths = { 'src/old.ts': removed('src/old.ts'), 'src/new.ts': missing('never') }
    const world = folder(2, 4, 0, { paths })
    expect(held(world, DEFAULT_POLICY)).toEqual(['wrong-root'])
    expect(archives(world, { ...SEED, large: 'allow' })).toBe(6)
    expect(held(folder(1, 1, 3, { paths }), DEFAULT_POLICY)).toEqual([])
  })

  it('the wrong project is told of even where nothing would go', () => {
    const paths = { 'src/new.ts': missing('never') }
    const { withheld, warnings } = planFolder(folder(0, 3, 0, { paths }), DEFAULT_POLICY)
    expect(withheld).toEqual([])
    expect(warnings).toEqual([
      '.claude/memory: nothing that its memories name is in the project. If this is the wrong one: --project DIR',
    ])
  })

  it('a rewrite that would leave less than half of a file', () => {
    const snapshot = folder(0, 3)
    const file = fileName('f0.md')
    const write = {
      kind: 'write',
      file,
      expect: '',
      needs: [],
      reason: { why: 'links-repaired', targets: [] },
      pieces: [{ text: 'x' }],
    } as const
    const prospect = { snapshot, going: [], changes: [write], policy: DEFAULT_POLICY }
    expect(withheldByLimits(prospect).map(({ breaker }) => breaker)).toEqual(['halved-file'])
    expect(withheldByLimits({ ...prospect, policy: SEED })).toEqual([])
  })

  it('D34 a layout that is not clear: nothing is written and --layout is asked for', () => {
    const plan = planFolder(folder(1, 5, 0, { folder: { layout: 'unclear' } }), DEFAULT_POLICY)
    expect(plan.actions).toEqual([])
    expect(plan.proposals).toEqual([])
    expect(plan.withheld).toMatchObject([{ breaker: 'unclear-layout', files: ['s0.md'] }])
    expect(plan.withheld[0]?.sentence).toContain('--layout index')
    expect(plan.verdicts).toHaveLength(6)
  })
})
