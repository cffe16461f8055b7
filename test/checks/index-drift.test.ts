import { describe, expect, it } from 'vitest'
import { indexDrift } from '../../src/checks/index-drift.ts'
import { makeWorld, type World } from '../plan/snapshot-of.ts'

const find = (world: Partial<World>) =>
  indexDrift.find(
    makeWorld({ notes: { 'a.md': { body: 'A.' }, 'b.md': { body: 'B.' } }, ...world }),
    'careful',
  )

const BOTH = '- [A](a.md) — a\n- [B](b.md) — b\n'

describe('D22 index drift', () => {
  it('is silent where index and folder agree', () => {
    expect(find({ index: BOTH })).toEqual([])
  })

  it('names entries whose file is gone and memories without a line', () => {
    expect(find({ index: '# App\n\n- [A](a.md) — a\n- [Old](old.md) — o\n' })).toMatchObject([
      { kind: 'index-entry-gone', line: 4, target: 'old.md', text: '- [Old](old.md) — o' },
      { kind: 'index-entry-missing', file: 'b.md' },
    ])
  })

  it('leaves entries alone that lead into sub-folders, elsewhere, or to files that are odd', () => {
    const index = `${BOTH}- [T](team/x.md) — t\n- [W](https://example.org/x.md) — w\n- [N](notes.txt) — n\n- [O](..\\other\\x.md) — o\n- [L](link.md) — l\n`
    expect(find({ index, oddities: [{ name: 'link.md', kind: 'symlink', detail: 'a link' }] })).toEqual([])
  })

  it('takes a name in a table or in prose for a line', () => {
    expect(find({ index: '| [[a]] | about a |\n\nAnd `b.md` about b.\n' })).toEqual([])
    expect(find({ index: '- [A](a.md) — unlike bb.md\nAnd `bb.md`.\n' })).toMatchObject([
      { kind: 'index-entry-missing', file: 'b.md' },
    ])
  })

  it('calls nothing gone where the folder could not be listed', () => {
    const folder = { listing: { state: 'failed', why: 'EIO' } } as const
    expect(find({ index: `${BOTH}- [Old](old.md) — o\n`, folder })).toEqual([])
  })

  it('tells long lines, long files, a missing index and one that is not UTF-8', () => {
    const long = `${BOTH}- [A](a.md) — ${'x'.repeat(140)}\n`
    expect(find({ index: long })).toMatchObject([{ kind: 'index-line-long', line: 3, length: 154 }])
    expect(find({ index: BOTH + '\n'.repeat(199) })).toMatchObject([{ kind: 'index-too-long', lines: 201 }])
    expect(find({ index: `${BOTH}${'y'.repeat(25_000)}\n` })).toMatchObject([
      { kind: 'index-too-long', bytes: 25_037 },
    ])
    expect(find({})).toMatchObject([{ kind: 'index-missing' }])
    const index = { hash: '', size: 3, editable: false, lines: [] }
    expect(find({ folder: { index } })).toMatchObject([{ kind: 'index-not-utf8' }])
  })
})
