import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/disk/sys.ts'
import { fileName, storedName } from '../../src/model/file-name.ts'
import type { Action } from '../../src/model/plan.ts'

import { applyActions } from '../../src/store/commit.ts'
import { outcomeOf, undoable, undoRun } from '../../src/store/undo.ts'
import { archive, write } from '../../torture/actions.ts'
import { deskOn, ROOT, STATE } from '../../torture/stage.ts'
import { Desktop } from './meanwhile.ts'
import { change, record } from './stores.ts'

const INDEX = '# Notes\n- [A](a.md)\n- [B](b.md)\n'
const LINES = 'one\ntwo\nthree\nfour\nfive\n'
const FILES = { 'MEMORY.md': INDEX, 'a.md': 'alpha\n', 'b.md': LINES }

const rewrite = (file: keyof typeof FILES, text: string): Action => write(file, FILES[file], [{ text }])

/** The folder after a run, and whatever a person did to it since. */
async function ranThen(actions: readonly Action[], ...edits: ((desk: Desktop) => void)[]): Promise<Desktop> {
  const desk = new Desktop(FILES)
  await desk.apply(actions)
  for (const edit of edits) edit(desk)
  return desk
}

/** Takes the object with these bytes away. */
function forget(desk: Desktop, text: string): void {
  const [path, ...others] = desk.state().filter(name => name.endsWith(sha256(text).slice(2)))
  expect([path, others]).toEqual([expect.stringMatching(/^objects\//), []])
  desk.disk.connect().unlink(`${STATE}/${path}`)
}

const undo = (desk: Desktop, more: Partial<Parameters<typeof undoRun>[1]> = {}) =>
  undoRun(deskOn(desk.disk.connect(), desk.clock), {
    root: ROOT,
    label: 'notes',
    undoes: 'r1',
    run: 'u1',
    ...more,
  })

const ARCHIVED = [
  archive('a.md', FILES['a.md']),
  rewrite('b.md', LINES.replace('two', 'TWO')),
  write('d.md', undefined, [{ text: 'delta\n' }]),
  rewrite('MEMORY.md', '# Notes\n- [B](b.md)\n- [D](d.md)\n'),
]

describe('a run that is taken back', () => {
  it('D20 leaves every file as it was; taken back in turn it is done again', async () => {
    const desk = await ranThen(ARCHIVED)
    const done = desk.files()
    expect(await undo(desk)).toMatchObject({ keptBoth: [], merged: [], warnings: [] })
    expect(desk.files()).toEqual(FILES)
    await undo(desk, { undoes: 'u1', run: 'u2' })
    expect(desk.files()).toEqual(done)
  })

  it('D20 does nothing where all is as it was before, or where there is no such run', async () => {
    const desk = await ranThen([archive('a.md', FILES['a.md'])], each => each.write('a.md', FILES['a.md']))
    expect((await undo(desk)).outcomes).toEqual([])
    expect((await undo(desk, { undoes: 'nobody' })).outcomes).toEqual([])
    expect(desk.files()).toEqual(FILES)
  })

  it('is a failure with its sentence where the folder cannot be opened', async () => {
    const desk = new Desktop(FILES)
    const outcome = await undo(desk, { root: '/home/ann/nowhere' })
    expect(outcome).toMatchObject({ keptBoth: [], merged: [], failure: expect.anything() })
  })

  it('D20 may say instead of putting back, where a file only ever grows', async () => {
    const desk = await ranThen(ARCHIVED)
    const b = fileName('b.md')
    const { outcomes } = await undo(desk, {
      amend: ({ root }, changes, undoes) => {
        expect([undoes, changes.map(({ file }) => file).sort()]).toEqual([
          'r1',
          ['MEMORY.md', 'a.md', 'b.md', 'd.md'],
        ])
        const from = { hash: sha256(root.read(b)!.bytes), size: 0, modified: 0, mode: 0o640 }
        const content = { is: 'pieces', pieces: [{ text: 'taken back\n' }] } as const
        const reason = { why: 'undo', run: undoes } as const
        return {
          instead: new Set([b]),
          steps: [{ kind: 'write', file: b, from, reason, needs: [], content }],
        }
      },
    })
    expect(outcomes.every(({ result }) => result === 'done')).toBe(true)
    expect(desk.files()).toEqual({ ...FILES, 'b.md': 'taken back\n' })
  })
})

describe('a run that spans a vault', () => {
  it('M8 D20 is taken back in both places', async () => {
    const desk = new Desktop(FILES)
    desk.disk.plant('/home/ann/vault/magma/a.md', 'old note\n')
    const note: Action = {
      ...write('MEMORY.md', 'old note\n', [{ text: 'new note\n' }]),
      file: storedName('@vault/magma/a.md'),
    }
    const order = { root: ROOT, label: 'notes', run: 'r1', command: 'run', vault: '/home/ann/vault' }
    await applyActions(deskOn(desk.disk.connect(), desk.clock), { ...order, actions: [...ARCHIVED, note] })
    const vault = () => {
      const node = desk.disk.look('/home/ann/vault/magma/a.md')
      return node?.kind === 'file' ? node.now.bytes.toString() : undefined
    }
    expect(vault()).toBe('new note\n')
    await undo(desk)
    expect([vault(), desk.files()]).toEqual(['old note\n', FILES])
  })
})

describe('a file that was edited since', () => {
  const EDITED = [rewrite('b.md', LINES.replace('two', 'TWO'))]

  it('D20 takes both sets of edits where they touch different lines', async () => {
    const desk = await ranThen(EDITED, each => each.write('b.md', 'one\nTWO\nthree\nfour\nFIVE\n'))
    expect((await undo(desk)).merged).toEqual(['b.md'])
    expect(desk.files()['b.md']).toBe('one\ntwo\nthree\nfour\nFIVE\n')
  })

  it('D20 stays where they touch the same, and what it was lies beside it, once', async () => {
    const desk = await ranThen(EDITED, each => each.write('b.md', 'one\nZWEI\nthree\nfour\nfive\n'))
    expect((await undo(desk)).keptBoth).toEqual([{ file: 'b.md', kept: 'b.md.before-r1' }])
    expect(desk.files()).toMatchObject({ 'b.md': 'one\nZWEI\nthree\nfour\nfive\n', 'b.md.before-r1': LINES })
    expect(await undo(desk, { run: 'u2' })).toMatchObject({
      keptBoth: [{ file: 'b.md', kept: 'b.md.before-r1' }],
      outcomes: [],
    })
  })

  it.each([
    ['is no text any more', Buffer.from([0xff, 0xfe, 0x0a])],
    ['is longer than anyone writes', Buffer.from(`${'one\n'.repeat(250_001)}FIVE\n`)],
  ])('D20 stays where it %s', async (_, bytes) => {
    const desk = await ranThen(EDITED, each => each.disk.plant(`${ROOT}/b.md`, bytes))
    expect((await undo(desk)).keptBoth).toHaveLength(1)
    const now = desk.disk.look(`${ROOT}/b.md`)
    expect(now?.kind === 'file' && now.now.bytes.equals(bytes)).toBe(true)
  })

  it('D20 stays where what the run left is not known any more', async () => {
    const desk = await ranThen(EDITED, each => each.write('b.md', `${LINES}six\n`))
    forget(desk, LINES.replace('two', 'TWO'))
    expect((await undo(desk)).merged).toEqual([])
    expect(desk.files()).toMatchObject({ 'b.md': `${LINES}six\n`, 'b.md.before-r1': LINES })
  })

  it('D20 comes back where it is gone, and one that the run made stays as it is now', async () => {
    const desk = await ranThen(
      [...EDITED, write('d.md', undefined, [{ text: 'delta\n' }])],
      each => each.remove('b.md'),
      each => each.write('d.md', 'mine\n'),
    )
    await undo(desk)
    expect(desk.files()).toEqual({ ...FILES, 'd.md': 'mine\n' })
  })

  it('D20 whose archived name was taken again keeps the new one', async () => {
    const desk = await ranThen([archive('a.md', FILES['a.md'])], each => each.write('a.md', 'new\n'))
    await undo(desk)
    expect(desk.files()).toMatchObject({ 'a.md': 'new\n', 'a.md.before-r1': 'alpha\n' })
  })
})

describe('an index that was edited since', () => {
  const LEFT = '# Notes\n- [B](b.md)\n'
  const REMOVED = [archive('a.md', FILES['a.md']), rewrite('MEMORY.md', LEFT)]

  it('D20 has the lines that return, and those that were added', async () => {
    const desk = await ranThen(REMOVED, each =>
      each.write('MEMORY.md', '# Notes\n- [C](c.md)\n- [B](b.md)\n'),
    )
    await undo(desk)
    const lines = desk.files()['MEMORY.md']!.split('\n').sort()
    expect(lines).toEqual(['', '# Notes', '- [A](a.md)', '- [B](b.md)', '- [C](c.md)'])
  })

  it('D20 also where the last line does not end', async () => {
    const desk = await ranThen(REMOVED, each => each.write('MEMORY.md', '# Notes\n- [C](c.md)'))
    await undo(desk)
    expect(desk.files()['MEMORY.md']).toContain('- [A](a.md)\n')
    expect(desk.files()['MEMORY.md']).toContain('- [C](c.md)')
  })

  it('D20 also where the line that returns did not end, and others were added behind it', async () => {
    const desk = new Desktop({ 'MEMORY.md': '- [A](a.md)', 'a.md': 'alpha\n' })
    await desk.apply([write('MEMORY.md', '- [A](a.md)', [{ text: '- none\n' }])])
    desk.write('MEMORY.md', '- [C](c.md)\n')
    await undo(desk)
    expect(desk.files()['MEMORY.md']).toBe('- [A](a.md)\n- [C](c.md)\n')
  })

  it('D20 that is no text goes back as it was', async () => {
    const odd = Buffer.from([0xff, 0xfe, 0x0a])
    const desk = new Desktop({ 'a.md': 'alpha\n' })
    desk.disk.plant(`${ROOT}/MEMORY.md`, odd)
    await desk.apply([write('MEMORY.md', odd, [{ text: LEFT }])])
    expect(desk.files()['MEMORY.md']).toBe(LEFT)
    await undo(desk)
    const now = desk.disk.look(`${ROOT}/MEMORY.md`)
    expect(now?.kind === 'file' && now.now.bytes.equals(odd)).toBe(true)
  })

  it('D20 comes back where it is gone', async () => {
    const desk = await ranThen(REMOVED, each => each.remove('MEMORY.md'))
    await undo(desk)
    expect(desk.files()).toEqual(FILES)
  })

  it('D20 whose present bytes are not known is put back without their lines', async () => {
    const desk = await ranThen(REMOVED)
    forget(desk, LEFT)
    await undo(desk)
    expect(desk.files()).toEqual(FILES)
  })
})

describe('what history says', () => {
  const state = { hash: 'h', size: 1, modified: 1, mode: 0o644 }

  it('names the runs that can be taken back: no undo that was undone, and none that did nothing', () => {
    const did = { changes: [change('a.md', 'h')] }
    const records = [
      record('r1', did),
      record('r2', did),
      record('quiet', { changes: [change('a.md', 'h', { result: 'failed' })] }),
      record('same', { changes: [change('a.md', 'h', { kind: 'write', to: state })] }),
      record('u1', { ...did, undoes: 'r1' }),
      record('u2', { ...did, undoes: 'u1' }),
    ]
    expect(undoable(records).map(({ run }) => run)).toEqual(['r1', 'r2', 'u2'])
  })

  it('is an outcome of the action that it came from', () => {
    expect(outcomeOf(change('a.md', 'h'))).toMatchObject({
      result: 'done',
      action: { kind: 'archive', expect: 'h' },
    })
    expect(outcomeOf(change('a.md', null))).toMatchObject({ action: { kind: 'archive', expect: '' } })
    const made = change('a.md', null, { kind: 'write', result: 'failed', detail: 'the disk is full' })
    expect(outcomeOf(made)).toMatchObject({
      result: 'failed',
      detail: 'the disk is full',
      action: { kind: 'write', expect: 'absent' },
    })
    expect(outcomeOf(change('a.md', 'h', { kind: 'append', result: 'changed-meanwhile' }))).toMatchObject({
      detail: '',
      action: { kind: 'write', expect: 'h' },
    })
  })
})
