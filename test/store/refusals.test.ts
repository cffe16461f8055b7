import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/disk/sys.ts'
import type { Action } from '../../src/model/plan.ts'
import { applyActions } from '../../src/store/commit.ts'
import { findStore } from '../../src/store/store.ts'
import { append, archive, write } from '../../torture/actions.ts'
import { deskOn, ROOT, STATE_HOME } from '../../torture/stage.ts'
import { Desktop, fail } from './meanwhile.ts'
import { change, record } from './stores.ts'

const FILES = { 'a.md': 'alpha\n', 'c.md': 'gamma\n' }
const ARCHIVE = archive('a.md', FILES['a.md'])
const WRITE = write('c.md', FILES['c.md'], [{ text: 'new\n' }])

/** A run that was cut off with its intent on disk and nothing done. */
async function cutOff(): Promise<Desktop> {
  const desk = new Desktop(FILES)
  await desk.apply([WRITE], { at: 'unlink -0.1.new', dies: true })
  desk.clock.skip()
  return desk
}

describe('a change that needs another', () => {
  it('is not begun where that one was not made', async () => {
    const desk = new Desktop(FILES)
    const needy = archive('a.md', FILES['a.md'], ['c.md'])
    const edit = { at: 'rename .intent.json', does: () => desk.write('c.md', 'mine\n') }
    const { outcomes } = await desk.apply([WRITE, needy], edit)
    expect(outcomes.map(({ result }) => result)).toEqual(['changed-meanwhile', 'not-started'])
    expect(outcomes[1]).toMatchObject({ detail: 'it needs c.md, which was not done' })
    expect(desk.files()).toEqual({ 'a.md': 'alpha\n', 'c.md': 'mine\n' })
  })
})

describe('what a run is told', () => {
  const apply = (desk: Desktop, more: Partial<Parameters<typeof applyActions>[1]>) =>
    applyActions(deskOn(desk.disk.connect(), desk.clock), {
      root: ROOT,
      label: 'notes',
      actions: [],
      run: 'r1',
      command: 'run',
      ...more,
    })

  it('stands in history: by which rules, and what was added to a file', async () => {
    const desk = new Desktop(FILES)
    const actions = [append('c.md', FILES['c.md'], 'and more\n')]
    await apply(desk, { actions, rules: 'careful' })
    expect(desk.records()).toMatchObject([{ run: 'r1', rules: 'careful' }])
    expect(desk.files()['c.md']).toBe('gamma\nand more\n')
  })

  it('leaves a note as old as it is where only its links are repaired', async () => {
    const desk = new Desktop(FILES)
    const timeOf = () => {
      const node = desk.disk.look(`${ROOT}/c.md`)
      return node?.kind === 'file' ? node.now.modified : undefined
    }
    const before = timeOf()
    const reason = { why: 'links-repaired' } as unknown as Action['reason']
    await apply(desk, { actions: [{ ...WRITE, reason }] })
    expect([desk.files()['c.md'], timeOf()]).toEqual(['new\n', before])
    const made = { ...write('d.md', undefined, [{ text: 'd\n' }]), reason }
    await apply(desk, { actions: [made], run: 'r2' })
    expect(desk.files()['d.md']).toBe('d\n')
  })

  it('makes no file where there is one now', async () => {
    const desk = new Desktop(FILES)
    const { outcomes } = await apply(desk, { actions: [write('a.md', undefined, [{ text: 'x\n' }])] })
    expect(outcomes).toMatchObject([{ detail: 'a file of that name exists now' }])
    expect(desk.files()).toEqual(FILES)
  })

  it('is not done again where history says what came of it', async () => {
    const desk = new Desktop(FILES)
    await apply(desk, { run: 'r0' })
    const failed = change('a.md', sha256('alpha\n'), { result: 'failed' })
    findStore(desk.disk.connect(), STATE_HOME, ROOT)!.log.append(record('r1', { changes: [failed] }))
    const { outcomes } = await apply(desk, { actions: [ARCHIVE] })
    expect(outcomes).toMatchObject([{ result: 'failed', detail: '' }])
    expect(desk.files()).toEqual(FILES)
  })
})

describe('a state on another file system', () => {
  it('A4 what leaves waits beside its place, and its bytes are among the objects', async () => {
    const desk = new Desktop(FILES)
    const { outcomes, warnings } = await desk.apply([ARCHIVE], {
      at: `rename .${sha256('alpha\n')}`,
      does: () => fail('EXDEV'),
    })
    expect([outcomes.map(({ result }) => result), warnings]).toEqual([['done'], []])
    // It waits beside its place for late edits; the next command that writes clears it away.
    const waiting = `.dream-r1-0.${sha256('alpha\n')}.trash`
    expect(desk.files()).toEqual({ 'c.md': 'gamma\n', [waiting]: 'alpha\n' })
    expect(desk.keeps('alpha\n')).toBe(true)
    await desk.recover()
    expect(desk.files()).toEqual({ 'c.md': 'gamma\n' })
  })
})

describe('a disk that refuses in between', () => {
  it.each([2, 3, 4, 5])('A4 to open the file for the %s. time loses nothing', async time => {
    const desk = new Desktop(FILES)
    await desk.apply([WRITE], { at: 'open /c.md', time, does: () => fail('EIO') })
    desk.clock.skip()
    await desk.recover()
    expect(['gamma\n', 'new\n']).toContain(desk.files()['c.md'])
    expect(desk.keeps('gamma\n') || desk.files()['c.md'] === 'gamma\n').toBe(true)
  })

  it('A4 to let a file go to the trash: the next command that writes does it', async () => {
    const desk = new Desktop(FILES)
    const { outcomes, warnings } = await desk.apply([ARCHIVE], {
      at: `rename .${sha256('alpha\n')}`,
      does: () => fail('EIO'),
    })
    expect(outcomes.map(({ result }) => result)).toEqual(['done'])
    expect(warnings.join()).toContain('this run left temporary files (the disk reported an error (EIO))')
    await desk.recover()
    expect(desk.files()).toEqual({ 'c.md': 'gamma\n' })
    expect(desk.keeps('alpha\n')).toBe(true)
  })

  it('A4 when the intent is there: the run is cut off, and the next command that writes finishes it', async () => {
    const desk = new Desktop(FILES)
    const after = { at: 'rename .intent.json', when: 'after', does: () => fail('EIO') } as const
    const { failure } = await desk.apply([ARCHIVE], after)
    expect(failure?.sentence).toContain('the run was interrupted (the disk reported an error (EIO))')
    expect(desk.files()).toEqual(FILES)
    await desk.recover()
    expect(desk.files()).toEqual({ 'c.md': 'gamma\n' })
  })

  it('A4 before the intent is there: nothing is begun', async () => {
    const desk = new Desktop(FILES)
    const { failure } = await desk.apply([ARCHIVE], { at: 'rename .intent.json', does: () => fail('EIO') })
    expect(failure?.sentence).not.toContain('interrupted')
    await desk.recover()
    expect([desk.files(), desk.records()]).toEqual([FILES, []])
  })

  it('A4 to take the record of a finished run away: it is cut off, and the next one finishes it', async () => {
    const desk = await cutOff()
    await expect(desk.recover({ at: 'unlink .intent.json', does: () => fail('EIO') })).rejects.toThrow(
      'the run was interrupted (the disk reported an error (EIO)). Nothing is lost',
    )
    await desk.recover()
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'new\n' })
    expect(desk.records().map(({ run }) => run)).toEqual(['r1'])
  })
})

describe('a run that was cut off in the middle of a file', () => {
  const CREATE = write('d.md', undefined, [{ text: 'delta\n' }])

  it.each([
    ['one that leaves, when it lies aside', ARCHIVE, 'rename .old', { 'c.md': 'gamma\n' }],
    ['one that is replaced, when it lies aside', WRITE, 'rename .old', { ...FILES, 'c.md': 'new\n' }],
    ['a new one, when it has its name', CREATE, 'link /d.md', { ...FILES, 'd.md': 'delta\n' }],
  ])('A4 is carried to its end by the next: %s', async (_, action, at, files) => {
    const desk = new Desktop(FILES)
    await desk.apply([action], { at, when: 'after', dies: true })
    expect(desk.files()).not.toEqual(files)
    await desk.recover()
    expect(desk.files()).toEqual(files)
    expect(desk.records().map(({ changes }) => changes.map(({ result }) => result))).toEqual([['done']])
  })
})

describe('a run that comes after one that was cut off', () => {
  it('A4 finishes that one first, and says so', async () => {
    const desk = await cutOff()
    const next = { root: ROOT, label: 'notes', actions: [ARCHIVE], run: 'r2', command: 'run' }
    const { outcomes, warnings } = await applyActions(deskOn(desk.disk.connect(), desk.clock), next)
    expect(outcomes.map(({ result }) => result)).toEqual(['done'])
    expect(warnings).toEqual(['run r1 was interrupted and has been finished first (1 of 1 changes made)'])
    expect(desk.files()).toEqual({ 'c.md': 'new\n' })
  })
})
