import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradictions } from '../../src/checks/contradictions.ts'
import { duplicates } from '../../src/checks/duplicates.ts'
import { mayOppose, opposition } from '../../src/checks/pairs/opposition.ts'
import type { Rules } from '../../src/model/plan.ts'
import { makeWorld, type Note } from '../plan/snapshot-of.ts'

const worldOf = (a: Partial<Note>, b: Partial<Note>) => {
  const common = { name: 'conventions', type: 'feedback', body: '' }
  return makeWorld({ notes: { 'a.md': { ...common, day: 1, ...a }, 'b.md': { ...common, day: 2, ...b } } })
}
const find = (a: Partial<Note>, b: Partial<Note>, rules: Rules) => contradictions.find(worldOf(a, b), rules)

/** Shared words that make any two rules related. */
const PADDING = 'Agreed with reviewers during planning.'
const opposes = (a: string, b: string): boolean =>
  find({ body: `${a} ${PADDING}` }, { body: `${b} ${PADDING}` }, 'careful').length > 0

describe('contradictions', () => {
  it.each([
    ['Always use mocks.', 'Never use mocks.'],
    ['Use tabs for indentation.', 'Avoid tabs for indentation.'],
    ['Use moment.js.', 'Stop using moment.js.'],
    ['We use Redux.', 'We no longer use Redux.'],
    ['Commit directly to main.', "Don't commit directly to main."],
    ['Do squash commits.', 'Do not squash commits.'],
    ['You must squash commits.', 'You must not squash commits.'],
    ['Tests should hit the network.', 'Tests should not hit the network.'],
    ['Enable strict mode.', 'Disable strict mode.'],
    ['Prefer tabs.', "Don't prefer tabs."],
    ['Prefer pnpm for installing.', 'Prefer yarn for installing.'],
    ['Prefer tabs over spaces.', 'Prefer spaces over tabs.'],
    ['Always use npm.', 'Use pnpm instead of npm.'],
    ['Use database mocks.', 'Avoid mocks.'],
    ['The project uses Redux.', 'The project does not use Redux.'],
  ])('D15 "%s" and "%s"', (a, b) => {
    expect(opposes(a, b)).toBe(true)
    expect(opposes(b, a)).toBe(true)
  })

  it.each([
    ['总是使用模拟数据。', '不要使用模拟数据。'],
    ['用 Redux。', '别用 Redux。'],
    ['用 Redux。', '避免 Redux。'],
    ['总是提交到主分支。', '从不提交到主分支。'],
    ['在测试中优先使用真实数据库。', '在测试中优先使用内存数据库。'],
    ['使用 npm。', '不再使用 npm。'],
    ['使用模拟。', '避免数据库模拟。'],
  ])('D16 %s and %s', (a, b) => {
    expect(opposes(a, b)).toBe(true)
  })

  it.each([
    ['Use tabs.', 'Avoid mocks.'],
    ['Always use mocks in unit tests.', 'Never use mocks in integration runs.'],
    ['Never push without review.', 'Push after review.'],
    ['If the build fails, never retry.', 'Retry.'],
    ['Does not reproduce locally.', 'Reproduces locally.'],
    ['Use flaky-test detection.', 'Avoid flaky tests.'],
    ['Prefer tabs.', 'Prefer short functions.'],
    ['Tests should use sqlite.', 'Benchmarks should not use sqlite.'],
    ['用户喜欢 Redux。', '不要用 Redux。'],
    ['在测试中使用模拟。', '在生产中不要使用模拟。'],
  ])('D16 but not "%s" and "%s"', (a, b) => {
    expect(opposes(a, b)).toBe(false)
  })

  it('tell both quotes, the object and who is newer', () => {
    expect(
      find({ body: `Always use mocks. ${PADDING}` }, { body: `Never use mocks. ${PADDING}` }, 'careful'),
    ).toMatchObject([
      {
        file: 'a.md',
        by: 'b.md',
        quote: 'Always use mocks.',
        byQuote: 'Never use mocks.',
        order: { known: 'by-clock', clock: 'mtime' },
      },
    ])
  })

  it('D15 are looked for before duplicates under careful', () => {
    const world = worldOf(
      { body: 'Always use mocks for the clock and the network.' },
      { body: 'Never use mocks for the clock and the network.' },
    )
    expect(contradictions.find(world, 'careful')).toHaveLength(1)
    expect(duplicates.find(world, 'careful')).toEqual([])
  })

  it('D15 need one type, and under careful one subject', () => {
    const [a, b] = [{ body: `Always use mocks. ${PADDING}` }, { body: `Never use mocks. ${PADDING}` }]
    expect(find(a, { ...b, type: 'project' }, 'careful')).toEqual([])
    expect(find(a, { ...b, name: 'elsewhere' }, 'careful')).toEqual([])
  })
})

describe('contradictions under seed', () => {
  // "always use mocks" against "never use mocks": `use` and `mocks` are shared, the rest is filled up.
  const pair = (shared: number, of: number) => {
    const words = (mark: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${mark}${at}${mark}`)
    const common = words('c', shared - 2)
    const body = (rule: string, mark: string) =>
      `${rule}\n\n${[...common, ...words(mark, of - shared - 1)].join(' ')}`
    return [{ body: body('Always use mocks', 'x') }, { body: body('Never use mocks', 'y') }] as const
  }

  it('D15 are looked for from 0.4 up to but not at 0.6', () => {
    expect(find(...pair(4, 10), 'seed')).toMatchObject([{ overlap: 0.4 }])
    expect(find(...pair(5, 10), 'seed')).toMatchObject([{ overlap: 0.5 }])
    expect(find(...pair(3, 10), 'seed')).toEqual([])
    expect(find(...pair(6, 10), 'seed')).toEqual([])
    expect(duplicates.find(worldOf(...pair(6, 10)), 'seed')).toMatchObject([{ overlap: 0.6 }])
  })

  it('D15 take two preferences about one subject for the same decision', () => {
    const words = 'while the others agreed on deadlines'
    const [a, b] = [
      { body: `Prefer pnpm ${words}` },
      { body: `Prefer yarn because others agreed somewhere nicer` },
    ]
    expect(find(a, b, 'seed')).toHaveLength(1)
    expect(find(a, { ...b, name: 'elsewhere' }, 'seed')).toEqual([])
  })
})

describe('which of two contradicting memories is newer', () => {
  const rule = (text: string, clocks = {}) => ({ body: `${text} ${PADDING}`, clocks })

  it('D15 is not known without a clock', () => {
    expect(find(rule('Always use mocks.'), rule('Never use mocks.'), 'careful')).toMatchObject([
      { order: { known: 'no' } },
    ])
  })

  it('D15 is told by its own words', () => {
    expect(find(rule('We no longer use mocks.'), rule('Always use mocks.'), 'careful')).toMatchObject([
      { file: 'b.md', by: 'a.md', order: { known: 'by-words', words: 'no longer' } },
    ])
    expect(find(rule('使用 npm。'), rule('不再使用 npm。'), 'careful')).toMatchObject([
      { file: 'a.md', by: 'b.md', order: { known: 'by-words', words: '不再' } },
    ])
  })
})

describe('the glance that spares a close look', () => {
  const opening = fc.constantFrom(
    'Always',
    'Never',
    'Do not',
    'Avoid',
    'Stop',
    'Prefer',
    'Tests should not',
    'No longer',
    '',
    '不要',
    '使用',
    '优先使用',
  )
  const verb = fc.constantFrom('use', 'using', 'commit', 'enable', 'disable', 'mock', 'prefer', '')
  const object = fc.constantFrom(
    'mocks',
    'database mocks',
    'the mock',
    'tabs over spaces',
    'spaces',
    'main',
    '数据库模拟',
    '模拟',
    'feature flags',
  )
  const where = fc.constantFrom('', ' in tests', ' for releases', ' when it rains')
  const rule = fc.tuple(opening, verb, object, where).map(words => `${words.join(' ').trim()}.`)
  const note = fc.array(rule, { minLength: 1, maxLength: 4 }).map(rules => rules.join('\n\n'))

  it('passes over nothing that two memories say against each other', () => {
    let opposed = 0
    let passedOver = 0
    fc.assert(
      fc.property(note, note, fc.constantFrom<Rules>('careful', 'seed'), (one, other, rules) => {
        const notes = { 'a.md': { name: 'mocks', body: one }, 'b.md': { name: 'mocks', body: other } }
        const [a, b] = makeWorld({ notes }).folder.memories
        const isOpposed = opposition(a!, b!, rules) !== undefined
        if (isOpposed) opposed++
        if (!mayOppose(a!, b!)) passedOver++
        expect(mayOppose(a!, b!) || !isOpposed).toBe(true)
      }),
      { numRuns: 2000, seed: 7 },
    )
    expect(opposed).toBeGreaterThan(100)
    expect(passedOver).toBeGreaterThan(100)
  })
})
