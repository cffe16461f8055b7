import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/text/analysed.ts'
import { differingValues } from '../../src/text/values.ts'

describe('the values of a text', () => {
  it.each([
    ['wait 30 seconds', '30 seconds'],
    ['wait 30s', '30s'],
    ['at most 10% of it', '10%'],
    ['since v1.2.3 it works', 'v1.2.3'],
    ['on 2026-03-01 it was', '2026-03-01'],
    ['at 10:30 sharp', '10:30'],
    ['in user_name there', 'user_name'],
    ['in userName there', 'username'],
    ['in src/a.ts there', 'src/a.ts'],
    ['with gpt-4 only', 'gpt-4'],
    ['the word "hello there" is', 'hello there'],
    ['the word `pnpm i` is', 'pnpm i'],
    ['名为「小明」的', '小明'],
    ['the colour is purple', 'purple'],
    ['the colour is #ff00aa', '#ff00aa'],
    ['颜色是紫色', '紫色'],
    ['we asked Ann about it', 'ann'],
    ['every monday we meet', 'monday'],
    ['每周三开会', '周三'],
    ['保留 30 天', '30 天'],
    ['do not use mocks here', 'not use mocks'],
    ["don't use mocks here", 'not use mocks'],
    ['never use the mocks', 'not use mocks'],
    ['不要用模拟', 'not 用模拟'],
    ['```\nnpm  test\n```', 'npm test'],
  ])('%j holds %j', (text, value) => {
    expect(analyse(text).values).toContain(value)
  })

  it('takes no capital for a name that begins a sentence, shouts or stands in a title', () => {
    expect(analyse('Tests run. Always so. You MUST do it.\n# The Way We Work Here').values).toEqual(new Set())
  })
})

const differing = (a: string, b: string): string[] => differingValues(analyse(a), analyse(b))

describe('differingValues', () => {
  it.each([
    ['My favourite colour is purple.', 'My favourite colour is cyan.', ['purple', 'cyan']],
    ['The user likes tea in the morning.', 'The user likes coffee in the morning.', ['tea', 'coffee']],
    ['Retry after 5 seconds.', 'Retry after 10 seconds.', ['5 seconds', '10 seconds']],
    ['Use node 20.', 'Use node 22.', ['20', '22']],
    ['用户喜欢紫色。', '用户喜欢青色。', ['紫色', '青色']],
    ['Run `pnpm test`.', 'Run `npm test`.', ['pnpm test', 'npm test', 'pnpm', 'npm']],
    ['Always use mocks.', 'Never use mocks.', ['not use mocks', 'always', 'never']],
    ['Use mocks.', "Don't use mocks.", ['not use mocks', 'dont']],
  ])('%j and %j differ', (a, b, expected) => {
    expect(differing(a, b)).toEqual(expected)
  })

  it('does not care how a value is dressed', () => {
    expect(differing('Ann decides. Use `pnpm` now.', 'Now Ann decides. Use pnpm now.')).toEqual(['now'])
    expect(differing('We ask Ann.', '**We** ask Ann!')).toEqual([])
    expect(differing('The test passes.', 'The tests passes.')).toEqual([])
  })

  it('finds nothing between a text and itself, and no more than twenty', () => {
    const many = (from: number) => Array.from({ length: 50 }, (_, at) => `Value ${from + at} here.`).join(' ')
    expect(differing(many(100), many(100))).toEqual([])
    expect(differing(many(100), many(900))).toHaveLength(20)
  })

  it('is the same either way round, apart from the order', () => {
    const [a, b] = ['Deploy on Monday with v2.', 'Deploy on Friday with v3.']
    expect(new Set(differing(a, b))).toEqual(new Set(differing(b, a)))
  })
})
