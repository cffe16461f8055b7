import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlap, significantWords } from '../../src/text/words.ts'

describe('significantWords of the first design', () => {
  it('D9 lower-cases, splits on white space, keeps punctuation, leaves out stopwords and short words', () => {
    expect([
      ...significantWords('The Tests, must NOT use\tmocks.\nIt is so; do it. db no-op', 'seed'),
    ]).toEqual(['tests,', 'must', 'use', 'mocks.', 'so;', 'it.', 'no-op'])
  })

  it('D9 counts characters, not code units', () => {
    expect(significantWords('😀😀 😀😀😀', 'seed').size).toBe(1)
  })

  it('D12 takes an unspaced sentence for one word', () => {
    expect(significantWords('我们使用紫色', 'seed')).toEqual(new Set(['我们使用紫色']))
  })
})

describe('significantWords', () => {
  it('D9 finds words without their punctuation', () => {
    expect([...significantWords("Tests, mustn't use **mocks** (user_name, v2.10)!")]).toEqual([
      'tests',
      'mustnt',
      'use',
      'mocks',
      'user_name',
    ])
  })

  it('D12 finds words in any script', () => {
    expect(significantWords('Größe naïve Привет')).toEqual(new Set(['größe', 'naïve', 'привет']))
    expect(significantWords('用户喜欢紫色的主题')).toEqual(new Set(['用户', '喜欢', '紫色', '主题']))
    expect(significantWords('データベースを使う')).toContain('データベース')
    expect(significantWords('ใช้ฐานข้อมูล')).toContain('ฐาน')
    expect(significantWords('데이터베이스 사용')).toEqual(new Set(['데이터베이스', '사용']))
  })

  it('D12 reads mixed text, folds width, leaves out Chinese stopwords and single characters', () => {
    expect(significantWords('我们在ＰｏｓｔｇｒｅＳＱＬ里使用index')).toEqual(
      new Set(['postgresql', '使用', 'index']),
    )
  })

  it('D12 lets two Chinese notes be alike', () => {
    const a = significantWords('数据库连接必须使用连接池，避免每次请求都新建连接。')
    const b = significantWords('数据库连接必须使用连接池，不要每次请求新建连接。')
    expect(overlap(a, b)).toBeGreaterThanOrEqual(0.8)
    expect(overlap(a, significantWords('用户喜欢紫色的主题'))).toBe(0)
  })
})

describe('overlap', () => {
  it('D9 is the share of the smaller set', () => {
    expect(overlap(new Set(['a', 'b', 'c']), new Set(['b', 'c', 'd', 'e', 'f']))).toBeCloseTo(2 / 3)
    expect(overlap(new Set(['a']), new Set(['a', 'b']))).toBe(1)
    expect(overlap(new Set(), new Set(['a']))).toBe(0)
    expect(overlap(new Set(), new Set())).toBe(0)
  })

  it('D9 does not depend on the order', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')).map(list => new Set(list))
    fc.assert(fc.property(words, words, (a, b) => overlap(a, b) === overlap(b, a)))
  })
})
