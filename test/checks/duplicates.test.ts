import { describe, expect, it } from 'vitest'
import { duplicates } from '../../src/checks/duplicates.ts'
import type { Rules } from '../../src/model/plan.ts'
import { makeWorld, type Note } from '../plan/snapshot-of.ts'

const find = (a: Partial<Note>, b: Partial<Note>, rules: Rules) => {
  const common = { name: 'subject', type: 'project', body: '' }
  return duplicates.find(
    makeWorld({ notes: { 'a.md': { ...common, ...a }, 'b.md': { ...common, ...b } } }),
    rules,
  )
}

describe('duplicates under seed', () => {
  it('D9 are pairs at 0.6 and above, not below', () => {
    const ten = 'one1 two2 three3 four4 five5 six6 seven7 eight8 nine9 ten10'
    const sixOfTen = 'one1 two2 three3 four4 five5 six6 xaaa xbbb xccc xddd'
    const fiveOfNine = 'one1 two2 three3 four4 five5 xaaa xbbb xccc xddd'
    expect(find({ body: ten }, { body: sixOfTen }, 'seed')).toMatchObject([{ how: 'overlap', overlap: 0.6 }])
    expect(find({ body: ten }, { body: fiveOfNine }, 'seed')).toEqual([])
  })

  it('D9 need one type and one subject', () => {
    const body = 'one two three four five six'
    const other = `${body} seven`
    expect(find({ body }, { body: other }, 'seed')).toHaveLength(1)
    expect(find({ body }, { body: other, type: 'feedback' }, 'seed')).toEqual([])
    expect(find({ body }, { body: other, name: 'matter' }, 'seed')).toEqual([])
    expect(
      find({ body, name: 'alpha' }, { body: other, name: 'beta', description: 'of alpha' }, 'seed'),
    ).toHaveLength(1)
  })

  it('D9 keep the newer by file time; of equals the path that sorts first', () => {
    const body = 'one two three four five six'
    expect(find({ body, day: 2 }, { body: `${body} seven`, day: 1 }, 'seed')).toMatchObject([
      { file: 'b.md', of: 'a.md', order: { known: 'by-clock', clock: 'mtime' } },
    ])
    expect(find({ body, day: 1 }, { body: `${body} seven`, day: 2 }, 'seed')).toMatchObject([
      { file: 'a.md', of: 'b.md' },
    ])
    expect(find({ body }, { body: `${body} seven` }, 'seed')).toMatchObject([
      { file: 'b.md', of: 'a.md', order: { known: 'no' } },
    ])
  })
})

describe.each(['seed', 'careful'] as const)('equal bodies under %s', rules => {
  it('D10 are duplicates whatever their names and types, line ends and outer white space aside', () => {
    const found = find(
      { body: 'First line.\nSecond line.\n', type: 'project', name: 'one' },
      { body: '\n\nFirst line.\r\nSecond line.', type: 'feedback', name: 'two' },
      rules,
    )
    expect(found).toMatchObject([{ how: 'identical', overlap: 1, unique: [] }])
  })

  it('D10 say nothing where the bodies are empty', () => {
    expect(find({ body: '  \n' }, { body: '' }, rules)).toEqual([])
  })

  it('D14 of many copies each gives way to the newest', () => {
    const notes = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((stem, at) => [`${stem}.md`, { body: 'Same words here.', day: at }]),
    )
    const found = duplicates.find(makeWorld({ notes }), rules)
    expect(found.map(one => 'of' in one && `${one.file} ${one.of}`)).toEqual([
      'a.md d.md',
      'b.md d.md',
      'c.md d.md',
    ])
  })
})

describe('duplicates under careful', () => {
  const base =
    'The release train leaves in the evening. Deploys happen from the staging branch. Reviewers look at migrations first.'

  it('D9 share half of the larger one too', () => {
    const long = `${base} ${'Meetings about roadmaps happen elsewhere while gardeners water plants quietly beside windows overlooking mountains, rivers, forests, meadows and distant harbours.'}`
    expect(find({ body: base }, { body: `${base} Everyone agreed.` }, 'careful')).toHaveLength(1)
    expect(find({ body: base }, { body: long }, 'careful')).toEqual([])
    expect(find({ body: base }, { body: long }, 'seed')).toHaveLength(1)
  })

  it('D9 D46 differ in no value', () => {
    const port = (number: number) => `${base} The gateway listens on port ${number}.`
    expect(find({ body: port(8080) }, { body: port(8080) }, 'careful')).toHaveLength(1)
    expect(find({ body: port(8080) }, { body: port(9090) }, 'careful')).toEqual([])
    expect(
      find({ body: 'My favourite colour is purple.' }, { body: 'My favourite colour is cyan.' }, 'careful'),
    ).toEqual([])
  })

  it('D13 name the sentences that only the older one has', () => {
    const found = find({ body: `${base} It helps newcomers.`, day: 1 }, { body: base, day: 2 }, 'careful')
    expect(found).toMatchObject([
      { file: 'a.md', of: 'b.md', unique: ['It helps newcomers.'], differing: [] },
    ])
  })

  it('D9 leave memories without a type alone', () => {
    const bare = { body: '', text: `---\nname: subject\n---\n${base}` }
    const other = { body: '', text: `---\nname: subject\n---\n${base} It helps newcomers.` }
    expect(find(bare, other, 'careful')).toEqual([])
    expect(find(bare, other, 'seed')).toHaveLength(1)
  })

  it('D12 are found in Chinese, and only here', () => {
    const chinese = '部署流程在每周四晚上开始，先检查数据库迁移，然后通知测试团队，最后更新文档。'
    const a = { body: chinese, name: '部署流程' }
    const b = { body: `${chinese}大家同意。`, name: '部署流程' }
    expect(find(a, b, 'careful')).toHaveLength(1)
    expect(find({ ...a, body: `${chinese} x` }, b, 'seed')).toEqual([])
  })
})
