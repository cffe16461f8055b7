import { describe, expect, it } from 'vitest'
import type { Action } from '../../src/model/plan.ts'
import { append, archive, write } from '../../torture/actions.ts'
import { ROOT, STATE } from '../../torture/stage.ts'
import { Desktop, type Event, fail } from './meanwhile.ts'

const FILES = { 'a.md': 'alpha\n', 'c.md': 'gamma\n' }
const ARCHIVE = archive('a.md', FILES['a.md'])
const WRITE = write('c.md', FILES['c.md'], [{ text: 'new\n' }])
const CREATE = write('d.md', undefined, [{ text: 'delta\n' }])

/** When the intent is there and no file has changed. */
const BEGUN = 'rename .intent.json'
const result = async (desk: Desktop, action: Action, ...events: Event[]) =>
  (await desk.apply([action], ...events)).outcomes.map(
    each => `${each.result}: ${'detail' in each ? each.detail : ''}`,
  )[0]

describe('a file that is not what the plan was made from when its turn comes', () => {
  it.each<[string, Action, (desk: Desktop) => void, string]>([
    ['changed', ARCHIVE, desk => desk.write('a.md', 'mine\n'), 'it was changed since the plan was made'],
    ['gone', ARCHIVE, desk => desk.remove('a.md'), 'it does not exist any more'],
    ['changed', WRITE, desk => desk.write('c.md', 'mine\n'), 'it was changed since the plan was made'],
    ['there', CREATE, desk => desk.write('d.md', 'mine\n'), 'a file of that name exists now'],
    [
      'a folder now',
      ARCHIVE,
      desk => {
        desk.remove('a.md')
        desk.disk.plantDir(`${ROOT}/a.md`)
      },
      'it was changed since the plan was made',
    ],
  ])('is left alone: %s, %j', async (_, action, does, detail) => {
    const desk = new Desktop(FILES)
    expect(await result(desk, action, { at: BEGUN, does })).toBe(`changed-meanwhile: ${detail}`)
    expect(Object.keys(desk.files()).filter(name => name.startsWith('.dream'))).toEqual([])
    expect(Object.values(desk.files())).not.toContain('new\n')
  })

  it('also where it is gone in the very moment of the move', async () => {
    const desk = new Desktop(FILES)
    const does = () => desk.remove('a.md')
    expect(await result(desk, ARCHIVE, { at: 'rename .old', does })).toBe(
      'changed-meanwhile: it was deleted at the same moment',
    )
  })

  it('where what was to grow had changed before it could be kept', async () => {
    const desk = new Desktop(FILES)
    const grown = append('c.md', FILES['c.md'], 'and more\n')
    // The first look at the file is the plan's, the second one keeps its bytes.
    const outcome = await result(desk, grown, {
      at: 'open /c.md',
      time: 2,
      does: () => desk.write('c.md', 'mine\n'),
    })
    expect(outcome).toBe('changed-meanwhile: it was changed since the plan was made')
    expect(desk.files()).toMatchObject({ 'c.md': 'mine\n' })
  })
})

describe('an edit while the file is being archived', () => {
  it('before the move: the edit goes back to its place', async () => {
    const desk = new Desktop(FILES)
    const outcome = await result(desk, ARCHIVE, {
      at: 'rename .old',
      does: () => desk.write('a.md', 'mine\n'),
    })
    expect(outcome).toBe('changed-meanwhile: it was edited while it was being moved; the edit stays')
    expect(desk.files()).toEqual({ ...FILES, 'a.md': 'mine\n' })
  })

  it.each([
    ['other bytes', 'theirs\n', true],
    ['the same bytes', 'mine\n', false],
  ])(
    'before the move, and %s under the name after it: both are kept, and told where that is news',
    async (_, text, told) => {
      const desk = new Desktop(FILES)
      const outcome = await desk.apply(
        [ARCHIVE],
        { at: 'rename .old', does: () => desk.write('a.md', 'mine\n') },
        { at: 'rename .old', when: 'after', does: () => desk.write('a.md', text) },
      )
      expect(desk.files()).toEqual({ ...FILES, 'a.md': text })
      expect(desk.keeps('mine\n')).toBe(true)
      expect(outcome.salvaged.length).toBe(told ? 1 : 0)
    },
  )

  it('after the move: what is written anew stays, the old bytes are kept and told', async () => {
    const desk = new Desktop(FILES)
    const does = () => desk.write('a.md', 'anew\n')
    const outcome = await desk.apply([ARCHIVE], { at: 'rename .old', when: 'after', does })
    expect(outcome.outcomes).toMatchObject([{ result: 'changed-meanwhile' }])
    expect(outcome.salvaged).toMatchObject([{ file: 'a.md' }])
    expect(desk.files()).toEqual({ ...FILES, 'a.md': 'anew\n' })
    expect(desk.keeps('alpha\n')).toBe(true)
  })

  it('into the file itself, when history has been written: it comes back', async () => {
    const desk = new Desktop(FILES)
    const does = () => desk.writeInto('.dream-r1-0.old', 'held\n')
    await desk.apply([ARCHIVE], { at: 'unlink -0.1.new', does })
    await desk.recover()
    expect(desk.files()).toEqual({ ...FILES, 'a.md': 'held\n' })
  })
})

describe('an edit while the file is being replaced', () => {
  it('while the new one is drawn: the file is left in peace', async () => {
    const desk = new Desktop(FILES)
    const outcome = await result(desk, WRITE, {
      at: 'open -0.1.new',
      does: () => desk.write('c.md', 'mine\n'),
    })
    expect(outcome).toContain('changed-meanwhile')
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'mine\n' })
  })

  it('while its name is absent: whoever is quicker has it', async () => {
    const desk = new Desktop(FILES)
    const does = () => desk.write('c.md', 'mine\n')
    const outcome = await desk.apply([WRITE], { at: 'rename .old', when: 'after', does })
    expect(outcome.outcomes).toMatchObject([
      { result: 'changed-meanwhile', detail: 'another file took its name at the same moment' },
    ])
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'mine\n' })
    expect(outcome.salvaged).toMatchObject([{ file: 'c.md' }])
  })

  it('into the old one, which lies aside: the edit returns', async () => {
    const desk = new Desktop(FILES)
    const does = () => desk.writeInto('.dream-r1-0.old', 'held\n')
    expect(await result(desk, WRITE, { at: 'link /c.md', when: 'after', does })).toContain('the edit stays')
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'held\n' })
  })

  it('deleted when it had its name: it stays deleted', async () => {
    const desk = new Desktop(FILES)
    const does = () => desk.remove('c.md')
    expect(await result(desk, WRITE, { at: 'link /c.md', when: 'after', does })).toContain(
      'deleted at the same moment',
    )
    expect(desk.files()).toEqual({ 'a.md': 'alpha\n' })
    expect(desk.keeps('gamma\n')).toBe(true)
  })

  it('a new file that is deleted when it had its name', async () => {
    const desk = new Desktop(FILES)
    const does = () => desk.remove('d.md')
    expect(await result(desk, CREATE, { at: 'link /d.md', when: 'after', does })).toContain(
      'deleted at the same moment',
    )
    expect(desk.files()).toEqual(FILES)
  })

  it('A3 moved aside by one who was stopped past his lease: it is brought back', async () => {
    const desk = new Desktop(FILES)
    const does = () => desk.rename('c.md', '.dream-r1-0.old')
    // When the old file has been looked at, and the new one not yet.
    expect(await result(desk, WRITE, { at: 'lstat /c.md', time: 2, does })).toBe('done: ')
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'new\n' })
  })
})

describe('a holder that lost the lock', () => {
  it('A3 notices when its draft is drawn, and leaves the rest to whoever has it now', async () => {
    const desk = new Desktop(FILES)
    const outcome = await desk.apply([WRITE], { at: 'open -0.1.new', does: () => desk.takeOver() })
    expect(outcome.failure?.sentence).toContain('taken over')
    expect(desk.files()).toMatchObject(FILES)
  })

  it('A3 notices while it takes back what it could not finish', async () => {
    const desk = new Desktop(FILES)
    const outcome = await desk.apply(
      [WRITE],
      { at: 'unlink -0.1.new', time: 2, does: () => fail('EIO') },
      { at: 'unlink -0.1.new', time: 3, does: () => desk.takeOver() },
    )
    expect(outcome.failure?.sentence).toContain('taken over')
    expect(desk.files()).toMatchObject({ 'c.md': 'new\n', '.dream-r1-0.old': 'gamma\n' })
  })
})

describe('a write that was being taken back', () => {
  const INDEX = '# Notes\n'
  const files = { ...FILES, 'MEMORY.md': INDEX }
  const actions = [WRITE, write('MEMORY.md', INDEX, [{ text: '# Notes anew\n' }])]
  const noIndex: Event = { at: 'rename -1.old', does: () => fail('EIO') }

  it('D18 where the index could not be written everything is as it was', async () => {
    const desk = new Desktop(files)
    const outcome = await desk.apply(actions, noIndex)
    expect(outcome.outcomes.map(each => each.result)).toEqual(['failed', 'failed'])
    expect(desk.files()).toEqual(files)
  })

  it('D18 and somebody writes there in the same moment: theirs stays', async () => {
    const desk = new Desktop(files)
    const edit: Event = { at: 'rename .back', does: () => desk.write('c.md', 'mine\n') }
    await desk.apply(actions, noIndex, edit)
    expect(desk.files()).toEqual({ ...files, 'c.md': 'mine\n' })
    expect(desk.keeps('gamma\n')).toBe(true)
  })

  it('A4 and was cut off there: the next one goes on', async () => {
    const desk = new Desktop(files)
    const killed: Event = { at: 'rename .back', when: 'after', dies: true }
    await desk.apply(actions, noIndex, killed)
    expect(desk.files()).toHaveProperty(['.dream-r1-0.back'])
    await desk.recover()
    expect(desk.files()).toEqual({ ...files, 'c.md': 'new\n', 'MEMORY.md': '# Notes anew\n' })
  })
})

describe('bytes that are no longer there', () => {
  const undone = async (harm: (desk: Desktop, path: string) => void) => {
    const desk = new Desktop(FILES)
    await desk.apply([ARCHIVE])
    await desk.recover()
    const path = desk.state().find(each => desk.disk.look(`${STATE}/${each}`) && isAlpha(desk, each))!
    harm(desk, `${STATE}/${path}`)
    const outcome = await desk.undo()
    return outcome.outcomes.map(each => ('detail' in each ? each.detail : each.result))
  }
  const isAlpha = (desk: Desktop, path: string) => {
    const node = desk.disk.look(`${STATE}/${path}`)
    return path.startsWith('objects/') && node?.kind === 'file' && node.now.bytes.toString() === 'alpha\n'
  }

  it('D20 an undo says that they were purged, or that they are damaged', async () => {
    expect(await undone((desk, path) => desk.disk.connect().unlink(path))).toEqual([
      expect.stringContaining('was erased'),
    ])
    expect(await undone((desk, path) => desk.disk.plant(path, 'alphA\n'))).toEqual([
      expect.stringContaining('is damaged. Run dream doctor --fix'),
    ])
  })
})

it('D23 pieces that add up to what is there touch nothing', async () => {
  const desk = new Desktop(FILES)
  const same = write('c.md', FILES['c.md'], [{ text: 'gam' }, { text: 'ma\n' }])
  expect(await result(desk, same)).toBe('done: ')
  expect(desk.files()).toEqual(FILES)
})
