import { describe, expect, it } from 'vitest'
import { type FileName, fileName } from '../../src/model/file-name.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { joinPieces } from '../../src/plan/changes.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { makeWorld, type Note, removed, type World } from './snapshot-of.ts'

const SEED: Policy = { ...DEFAULT_POLICY, rules: 'seed' }

const note = (name: string, type = 'project'): Note => ({
  name,
  type,
  description: `about ${name}`,
  body: `Body of ${name}.`,
})
const NOTES = { 'a.md': note('alpha'), 'b.md': note('bravo', 'feedback') }
const stale: Note = { ...note('stale'), body: 'See `src/old.ts`.' }
const PATHS = { 'src/old.ts': removed('src/old.ts') }

const step = (world: Partial<World>, policy: Policy = DEFAULT_POLICY) => {
  const plan = planFolder(makeWorld({ notes: NOTES, paths: PATHS, ...world }), policy)
  const action = plan.actions.at(-1)
  const text = (...done: string[]) =>
    action?.kind === 'write' ? joinPieces(action.pieces, new Set<FileName>(done.map(fileName))) : undefined
  return { text, index: plan.index, plan }
}

describe('a rebuilt index', () => {
  it('D21 has a heading and a line for each memory, sorted by file name', () => {
    const notes = { 'b.md': note('bravo'), 'Z.md': note('zulu'), 'a.md': note('alpha') }
    const { text, index } = step({ notes, index: 'old\n- [Gone](gone.md) -- x\n' }, SEED)
    expect(text()).toBe(
      '# App Memory\n\n- [zulu](Z.md) -- about zulu\n- [alpha](a.md) -- about alpha\n- [bravo](b.md) -- about bravo\n',
    )
    expect(index).toEqual({ step: 'rebuild', removed: 1, added: 3, remaining: 3 })
  })

  it('D21 is given under careful on request', () => {
    expect(step({ index: 'old\n' }, { ...DEFAULT_POLICY, index: 'rebuild' }).text()).toMatch(
      /^# App Memory\n\n- \[alpha]/,
    )
  })

  it('D23 that changes nothing is not written', () => {
    const text = step({ index: '' }, SEED).text()!
    const { plan, index } = step({ index: text }, SEED)
    expect(plan.actions).toEqual([])
    expect(index).toEqual({ step: 'none', removed: 0, added: 0, remaining: 2 })
  })

  it('D18 keeps the line of a file whose archive was not done', () => {
    const { text } = step({ notes: { ...NOTES, 'old.md': stale }, index: '' }, SEED)
    expect(text('old.md')).toBe(
      '# App Memory\n\n- [alpha](a.md) -- about alpha\n- [bravo](b.md) -- about bravo\n',
    )
    expect(text()).toContain('- [stale](old.md) -- about stale\n')
  })

  it('lists files that are there and cannot be read', () => {
    const oddities = [
      { name: 'big.md', kind: 'too-large', detail: '' },
      { name: 'kept.md', kind: 'not-utf8', detail: '' },
      { name: 'link.md', kind: 'symlink', detail: '' },
    ] as const
    expect(step({ oddities, index: '- [Kept](kept.md) — as it was\r\n' }, SEED).text()).toBe(
      '# App Memory\n\n- [alpha](a.md) -- about alpha\n- [big](big.md) -- (not readable)\n- [bravo](b.md) -- about bravo\n'
        .split('\n')
        .toSpliced(
          3,
          2,
          '- [bravo](b.md) -- about bravo',
          '- [big](big.md) -- (not readable)',
          '- [Kept](kept.md) — as it was',
        )
        .join('\n'),
    )
  })

  it('D21 warns where it grows over what agents read', () => {
    const notes = Object.fromEntries(Array.from({ length: 210 }, (_, at) => [`n${at}.md`, note(`note${at}`)]))
    expect(step({ notes }, SEED).plan.warnings).toMatchObject([expect.stringContaining('212 lines')])
  })
})

describe('an edited index', () => {
  const edit = (index: string, notes: World['notes'] = NOTES) => step({ index, notes })

  it('D22 loses the lines of files that went or are gone, and keeps every other byte', () => {
    const index =
      '# Mine\n\n* [A](a.md): x  \n- [Gone](gone.md) — g\n\n- [Old](old.md) — o\n- [B](b.md)\n\ntail'
    const { text, index: summary } = step({
      index,
      notes: { ...NOTES, 'old.md': stale },
      left: ['gone.md'],
    })
    expect(text('old.md')).toBe('# Mine\n\n* [A](a.md): x  \n\n- [B](b.md)\n\ntail')
    expect(text()).toBe('# Mine\n\n* [A](a.md): x  \n\n- [Old](old.md) — o\n- [B](b.md)\n\ntail')
    expect(summary).toMatchObject({ step: 'edit', removed: 2, added: 0, remaining: 2 })
  })

  it('D22 adds a line in the separator the file mostly uses, after the last entry', () => {
    expect(edit('# X\n\n- [B](b.md): about b\n\nEnd.\n').text()).toBe(
      '# X\n\n- [B](b.md): about b\n- [alpha](a.md): about alpha\n\nEnd.\n',
    )
  })

  it('D22 adds it in the section where its type stands', () => {
    const notes = { ...NOTES, 'c.md': note('charlie'), 'd.md': note('delta', 'feedback') }
    const index = '## Project\n- [A](a.md) — a\n\n## Feedback\n- [B](b.md) — b\n\n## End\n'
    expect(edit(index, notes).text()).toBe(
      '## Project\n- [A](a.md) — a\n- [charlie](c.md) — about charlie\n\n## Feedback\n- [B](b.md) — b\n- [delta](d.md) — about delta\n\n## End\n',
    )
  })

  it('D22 follows line ends and the missing last one', () => {
    expect(edit('# X\r\n\r\n- [B](b.md) — b\r\n').text()).toBe(
      '# X\r\n\r\n- [B](b.md) — b\r\n- [alpha](a.md) — about alpha\r\n',
    )
    expect(edit('- [B](b.md) — b').text()).toBe('- [B](b.md) — b\n- [alpha](a.md) — about alpha')
  })

  it('D22 begins a list apart from the text above it', () => {
    expect(edit('# X').text()).toBe('# X\n\n- [alpha](a.md) — about alpha\n- [bravo](b.md) — about bravo')
    expect(edit('Prose.\n').text()).toBe(
      'Prose.\n\n- [alpha](a.md) — about alpha\n- [bravo](b.md) — about bravo\n',
    )
  })

  it('D22 without a last line end goes well whether or not the last entry can go', () => {
    const notes = { 'a.md': note('alpha'), 'old.md': stale, 'new.md': note('newer') }
    const { text } = edit('- [A](a.md) — a\n- [Old](old.md) — o', notes)
    expect(text('old.md')).toBe('- [A](a.md) — a\n- [newer](new.md) — about newer')
    expect(text()).toBe('- [A](a.md) — a\n- [Old](old.md) — o\n- [newer](new.md) — about newer')
  })

  it('D18 gives a line to a file without one that was to go and could not', () => {
    const notes = { ...NOTES, 'old.md': stale, 'new.md': note('newer') }
    const { text } = edit('- [A](a.md) — a\n- [B](b.md) — b', notes)
    expect(text('old.md')).not.toContain('old.md')
    expect(text()).toContain('- [stale](old.md) — about stale\n')
  })

  it('D22 leaves entries into sub-folders and away', () => {
    const index =
      '- [A](a.md) — a\n- [B](b.md) — b\n- [T](team/t.md) — t\n- [W](https://example.org/w.md) — w\n'
    expect(edit(index).plan.actions).toEqual([])
  })

  it('D22 is made where there is none', () => {
    const { text, index, plan } = step({})
    expect(text()).toBe('# App Memory\n\n- [alpha](a.md) — about alpha\n- [bravo](b.md) — about bravo\n')
    expect(index).toEqual({ step: 'create', removed: 0, added: 2, remaining: 2 })
    expect(plan.actions.at(-1)).toMatchObject({ expect: 'absent' })
    expect(step({ notes: {} }).plan.actions).toEqual([])
    expect(edit('').text()).toBe(text())
  })

  it('is never written where it is not UTF-8', () => {
    const index = { hash: 'h', size: 3, editable: false, lines: [] }
    for (const policy of [DEFAULT_POLICY, SEED])
      expect(step({ folder: { index } }, policy).plan.actions).toEqual([])
  })
})
