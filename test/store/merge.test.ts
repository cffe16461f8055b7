import { describe, expect, it } from 'vitest'
import { storedName } from '../../src/model/file-name.ts'
import type { FolderOutcome } from '../../src/model/outcome.ts'
import type { Action } from '../../src/model/plan.ts'
import { append, archive, write } from '../../torture/actions.ts'
import { apply, deskOn } from '../../torture/stage.ts'
import { Desktop, type Event, fail } from './meanwhile.ts'

const FILES = {
  'a.md': 'alpha\n',
  'b.md': 'beta\n',
  'c.md': 'gamma\n',
  'MEMORY.md': '(a.md)\n(b.md)\n(c.md)\n',
}
const MERGED = { 'MEMORY.md': '(c.md)\n', 'c.md': 'gamma\nalpha\nbeta\n' }

const merge: Action = {
  ...append('c.md', 'gamma\n', 'alpha\nbeta\n'),
  reason: { why: 'merge', from: storedName('a.md') },
}
const drafted: Action = {
  ...write('d.md', undefined, [{ text: 'all of it\n' }]),
  reason: { why: 'drafted', from: ['a.md', 'b.md'].map(storedName) },
}
const index = write('MEMORY.md', FILES['MEMORY.md'], [
  { text: '(a.md)\n', unlessDone: storedName('a.md') },
  { text: '(b.md)\n', unlessDone: storedName('b.md') },
  { text: '(c.md)\n' },
])
const archives = (into: string): Action[] => [
  archive('a.md', 'alpha\n', [into]),
  archive('b.md', 'beta\n', [into]),
]
const ACTIONS: Action[] = [merge, ...archives('c.md'), index]

/** What is there once the next command has cleared the trash away. */
async function cleared(desk: Desktop): Promise<Record<string, string>> {
  await desk.recover()
  return desk.files()
}

const refused = (at: string): Event => ({ at, does: () => fail('EIO') })

describe('a note that took over what others say', () => {
  it.each([
    ['the first note that is to leave cannot be moved', refused('rename /a.md')],
    ['the second cannot be moved when the first is gone', refused('rename /b.md')],
    ['the first cannot be read', refused('open /a.md')],
    ['the second cannot be read', refused('open /b.md')],
    ['somebody edits the second', { at: 'rename /b.md', does: desk => desk.write('b.md', 'mine\n') }],
  ] as [string, Event][])('A4 is as it was where %s; the second try does all of it', async (_, event) => {
    const desk = new Desktop(FILES)
    const { outcomes } = await desk.apply(ACTIONS, event)
    expect(outcomes.filter(({ result }) => result === 'done').map(({ action }) => action.file)).toEqual([
      'MEMORY.md',
    ])
    const files = await cleared(desk)
    const edited = files['b.md'] === 'mine\n' ? { 'b.md': 'mine\n' } : {}
    expect(files).toEqual({ ...FILES, ...edited })
    if (files['b.md'] === 'mine\n') return
    const again = (await apply('r2', ACTIONS)(deskOn(desk.sys([]), desk.clock))) as FolderOutcome
    expect(again.outcomes.map(({ result }) => result)).toEqual(['done', 'done', 'done', 'done'])
    expect(await cleared(desk)).toEqual(MERGED)
  })

  it('A4 the same for a draft of several notes: it goes, and the notes stay', async () => {
    const desk = new Desktop(FILES)
    const actions = [drafted, ...archives('d.md'), index]
    const { outcomes } = await desk.apply(actions, refused('rename /b.md'))
    expect(outcomes.map(({ result }) => result)).toEqual(['failed', 'failed', 'failed', 'done'])
    expect(outcomes[0]).toMatchObject({
      detail: expect.stringContaining('undone, because b.md was not archived'),
    })
    expect(await cleared(desk)).toEqual(FILES)
  })

  it('A4 killed while that is taken back, it is carried to its end', async () => {
    const desk = new Desktop(FILES)
    const killed: Event = { at: 'rename .back', dies: true }
    await desk.apply(ACTIONS, refused('rename /b.md'), killed).catch(() => undefined)
    await desk.recover()
    expect(await cleared(desk)).toEqual(MERGED)
  })

  it('a note that was written for another reason stays', async () => {
    const desk = new Desktop(FILES)
    const other = append('c.md', 'gamma\n', 'delta\n')
    const { outcomes } = await desk.apply([other, ...archives('c.md'), index], refused('rename /b.md'))
    expect(outcomes.map(({ result }) => result)).toEqual(['done', 'done', 'failed', 'done'])
    expect(await cleared(desk)).toEqual({
      'MEMORY.md': '(b.md)\n(c.md)\n',
      'b.md': 'beta\n',
      'c.md': 'gamma\ndelta\n',
    })
  })
})
